import { createHash } from 'node:crypto'

export type Digest = { rows: number; hash: string }

const modulus = 1n << 256n

/** Hashes sets of rows independently of their order: the sum of the hashes of the rows. */
export function createDigester() {
  const sums = new Map<string, { rows: number; sum: bigint }>()
  return {
    add(group: string, row: string) {
      const current = sums.get(group) ?? { rows: 0, sum: 0n }
      const hash = BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)
      sums.set(group, { rows: current.rows + 1, sum: (current.sum + hash) % modulus })
    },
    result: (): Record<string, Digest> =>
      Object.fromEntries(
        [...sums]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([group, { rows, sum }]) => [group, { rows, hash: sum.toString(16).padStart(64, '0') }]),
      ),
  }
}
