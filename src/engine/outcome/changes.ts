import { sumOfWeeks, type WeeklyCounts } from './history.ts'

/** A change as the logarithm of a ratio, with its variance from counting. */
export type LogChange = { value: number; variance: number }

/** Weeks `from` until `date` are compared with those from `date` until `to`. */
export type Split = { from: number; date: number; to: number }

const half = 0.5

/** How many times as many as before. */
export function countChange(counts: readonly number[], { from, date, to }: Split): LogChange {
  const before = sumOfWeeks(counts, from, date) + half
  const after = sumOfWeeks(counts, date, to) + half
  return { value: Math.log(after / before), variance: 1 / after + 1 / before }
}

/** How the odds of being negative changed. */
export function sentimentChange(counts: WeeklyCounts, { from, date, to }: Split): LogChange {
  const [negative, all] = [counts.negative, counts.all]
  const parts = [
    [from, date],
    [date, to],
  ].map(([a, b]) => {
    const bad = sumOfWeeks(negative, a!, b!)
    return [bad + half, sumOfWeeks(all, a!, b!) - bad + half] as const
  })
  const [[badBefore, goodBefore], [badAfter, goodAfter]] = parts as [(typeof parts)[0], (typeof parts)[0]]
  return {
    value: Math.log(badAfter / goodAfter) - Math.log(badBefore / goodBefore),
    variance: 1 / badBefore + 1 / goodBefore + 1 / badAfter + 1 / goodAfter,
  }
}
