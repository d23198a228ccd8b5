export type Random = { upTo(max: number): number; pick<T>(items: readonly T[]): T }

/** Seeded random numbers, so that a run can be repeated. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (max: number) => Math.floor(next() * (max + 1))
  return { upTo, pick: (items) => items[upTo(items.length - 1)]! }
}
