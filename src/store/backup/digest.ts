import { createHash } from 'node:crypto'

export type Digest = { rows: number; hash: string }

const size = 1n << 256n

/** A hash of a set of rows that does not depend on their order: the sum of the hashes of each. */
export function digester() {
  const sums = new Map<string, { rows: number; sum: bigint }>()
  return {
    add(group: string, row: string) {
      const known = sums.get(group) ?? { rows: 0, sum: 0n }
      sums.set(group, {
        rows: known.rows + 1,
        sum: (known.sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % size,
      })
    },
    result: (): Record<string, Digest> =>
      Object.fromEntries(
        [...sums]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([group, { rows, sum }]) => [group, { rows, hash: sum.toString(16).padStart(64, '0') }]),
      ),
  }
}
