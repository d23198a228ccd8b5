/* The arithmetic of the Net Promoter Score. Counts go in as integers and are rounded as integers, so that no binary fraction tips a half. */

export type Tally = { promoters: number; passives: number; detractors: number }
export type NpsType = 'PROMOTER' | 'PASSIVE' | 'DETRACTOR'
export type Share = { count: number; pct: number | null }
export type Summary = {
  score: number | null
  score_exact: number | null
  responses: number
  promoters: Share
  passives: Share
  detractors: Share
  margin_of_error: number | null
  low_sample: boolean
}

export const none: Tally = { promoters: 0, passives: 0, detractors: 0 }
/** Below this many answers a score is hearsay. */
export const smallSample = 30
const z95 = 1.96

export const npsTypeOf = (score: number): NpsType => (score >= 9 ? 'PROMOTER' : score >= 7 ? 'PASSIVE' : 'DETRACTOR')
export const sizeOf = ({ promoters, passives, detractors }: Tally) => promoters + passives + detractors
export const sum = (a: Tally, b: Tally): Tally => ({
  promoters: a.promoters + b.promoters,
  passives: a.passives + b.passives,
  detractors: a.detractors + b.detractors,
})
export const less = (a: Tally, b: Tally): Tally => ({
  promoters: a.promoters - b.promoters,
  passives: a.passives - b.passives,
  detractors: a.detractors - b.detractors,
})

/** How many answered with each score from 0 to 10. */
export function tallyOf(distribution: readonly number[]): Tally {
  const tally = { ...none }
  const groups = { PROMOTER: 'promoters', PASSIVE: 'passives', DETRACTOR: 'detractors' } as const
  for (const [score, count] of distribution.entries()) tally[groups[npsTypeOf(score)]] += count
  return tally
}

/** `above / below`, to a whole number, a half away from zero; both are integers. */
export function quotient(above: number, below: number): number {
  const whole = Math.floor((2 * Math.abs(above) + below) / (2 * below))
  return above < 0 && whole !== 0 ? -whole : whole
}

/** A share in percent to one decimal; of nothing there are no shares. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : quotient(1000 * part, whole) / 10

/** 95 %: 1.96 standard errors of a score, in points; one answer says nothing about its spread. */
export function marginOfError(tally: Tally): number | null {
  const n = sizeOf(tally)
  if (n < 2) return null
  // n² times the variance p + d − (p − d)², as an integer.
  const spread = n * (tally.promoters + tally.detractors) - (tally.promoters - tally.detractors) ** 2
  return Math.round((z95 * 1000 * Math.sqrt(spread / n)) / n) / 10
}

export function summarise(tally: Tally): Summary {
  const n = sizeOf(tally)
  const balance = tally.promoters - tally.detractors
  const share = (count: number): Share => ({ count, pct: percent(count, n) })
  return {
    score: n === 0 ? null : quotient(100 * balance, n),
    score_exact: percent(balance, n),
    responses: n,
    promoters: share(tally.promoters),
    passives: share(tally.passives),
    detractors: share(tally.detractors),
    margin_of_error: marginOfError(tally),
    low_sample: n < smallSample,
  }
}

export type Trend = 'rising' | 'falling' | 'flat'

/** A difference counts when it is larger than chance explains at 95 %; where the chance is not known nothing is said. */
export function trendOf(now: Tally, before: Tally): Trend | null {
  const [here, there] = [marginOfError(now), marginOfError(before)]
  if (here === null || there === null) return null
  const exact = (tally: Tally) => (100 * (tally.promoters - tally.detractors)) / sizeOf(tally)
  const difference = exact(now) - exact(before)
  if (Math.abs(difference) <= Math.hypot(here, there)) return 'flat'
  return difference > 0 ? 'rising' : 'falling'
}
