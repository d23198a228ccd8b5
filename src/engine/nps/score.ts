import { MIN_RELIABLE_RESPONSES } from '#engine/thresholds/nps.ts'
import { npsGroupOf, type NpsTally } from '#vocabulary/nps.ts'
import type { Trend } from '#vocabulary/trends.ts'

/* Net Promoter Score arithmetic, in integers, so that floating-point error never changes the rounding of a half. */

type Share = { count: number; pct: number | null }
type NpsSummary = {
  score: number | null
  score_exact: number | null
  responses: number
  promoters: Share
  passives: Share
  detractors: Share
  margin_of_error: number | null
  low_sample: boolean
}

export const emptyTally: NpsTally = { promoters: 0, passives: 0, detractors: 0 }
const z95 = 1.96

export const responseCount = ({ promoters, passives, detractors }: NpsTally) => promoters + passives + detractors
export const addTally = (a: NpsTally, b: NpsTally): NpsTally => ({
  promoters: a.promoters + b.promoters,
  passives: a.passives + b.passives,
  detractors: a.detractors + b.detractors,
})
export const subtractTally = (a: NpsTally, b: NpsTally): NpsTally => ({
  promoters: a.promoters - b.promoters,
  passives: a.passives - b.passives,
  detractors: a.detractors - b.detractors,
})

/** `distribution` has the number of responses with each score from 0 to 10. */
export function tallyOf(distribution: readonly number[]): NpsTally {
  const tally = { ...emptyTally }
  for (const [score, count] of distribution.entries()) tally[`${npsGroupOf(score)}s`] += count
  return tally
}

/** The quotient of two integers, rounded half away from zero. */
export function roundedQuotient(numerator: number, denominator: number): number {
  const whole = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))
  return numerator < 0 && whole !== 0 ? -whole : whole
}

/** A share in percent to one decimal; null of an empty whole. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundedQuotient(1000 * part, whole) / 10

/** The 95 % margin in points: 1.96 standard errors of the score; null for fewer than two responses. */
export function marginOfError(tally: NpsTally): number | null {
  const n = responseCount(tally)
  if (n < 2) return null
  // n² times the variance p + d − (p − d)², as an integer.
  const spread = n * (tally.promoters + tally.detractors) - (tally.promoters - tally.detractors) ** 2
  return Math.round((z95 * 1000 * Math.sqrt(spread / n)) / n) / 10
}

export function summarizeNps(tally: NpsTally): NpsSummary {
  const n = responseCount(tally)
  const balance = tally.promoters - tally.detractors
  const share = (count: number): Share => ({ count, pct: percent(count, n) })
  return {
    score: n === 0 ? null : roundedQuotient(100 * balance, n),
    score_exact: percent(balance, n),
    responses: n,
    promoters: share(tally.promoters),
    passives: share(tally.passives),
    detractors: share(tally.detractors),
    margin_of_error: marginOfError(tally),
    low_sample: n < MIN_RELIABLE_RESPONSES,
  }
}

/** A change counts when it is significant at 95 %; null where a margin of error is unknown. */
export function npsTrend(now: NpsTally, before: NpsTally): Trend | null {
  const [marginNow, marginBefore] = [marginOfError(now), marginOfError(before)]
  if (marginNow === null || marginBefore === null) return null
  const exact = (tally: NpsTally) => (100 * (tally.promoters - tally.detractors)) / responseCount(tally)
  const difference = exact(now) - exact(before)
  if (Math.abs(difference) <= Math.hypot(marginNow, marginBefore)) return 'flat'
  return difference > 0 ? 'rising' : 'falling'
}
