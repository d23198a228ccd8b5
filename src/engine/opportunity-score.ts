import type { ScoreFactor, ScoreRole, ScoringKind } from '#vocabulary/score-factors.ts'
import { percentile95 } from '#engine/impact-score.ts'

/* Scores of the scoring methods of a team. Their terms are shown, so that a score can be checked. */

export type MethodFactor = {
  factor: ScoreFactor
  name: string
  key: string | null
  weight: number
  full_at: number | null
  rubric: { value: number; text: string }[]
}
export type ScoringDefinition = { kind: ScoringKind; factors: MethodFactor[] }

/** What can be counted of an opportunity. */
export type ScoreMeasures = {
  id: string
  contacts: number
  accounts: number
  revenue: number | null
  insights: number
  negative: number
  trend: 'rising' | 'falling' | 'flat'
  impact: number
  confidence: number | null
  effort: number | null
  ratings: Readonly<Record<string, number>>
}

type ScoreTerm = {
  factor: ScoreFactor
  key: string | null
  name: string
  role: ScoreRole
  measure: number | null
  value: number | null
  weight: number
  contribution: number | null
}
export type OpportunityScore = { id: string; score: number | null; terms: ScoreTerm[] }

const trendMeasures = { rising: 1, flat: 0.5, falling: 0 }
/** Those with a range of their own, as a divisor that makes them go to 1. */
const ownRange: Partial<Record<ScoreFactor, number>> = { sentiment: 1, trend: 1, impact: 100, confidence: 100 }

function measureOf({ factor, key }: MethodFactor, one: ScoreMeasures): number | null {
  const measures: Record<ScoreFactor, () => number | null> = {
    people: () => one.contacts,
    accounts: () => one.accounts,
    revenue: () => one.revenue,
    insights: () => one.insights,
    sentiment: () => (one.insights === 0 ? 0 : one.negative / one.insights),
    trend: () => trendMeasures[one.trend],
    impact: () => one.impact,
    confidence: () => one.confidence,
    effort: () => one.effort,
    rating: () => one.ratings[key ?? ''] ?? null,
  }
  return measures[factor]()
}

/** The scores of the opportunities of one category, against which open-ended numbers are measured. */
export function scoresOf(method: ScoringDefinition, all: readonly ScoreMeasures[]): OpportunityScore[] {
  if (method.kind !== 'weighted') return all.map((one) => quotient(method, one))
  const full = method.factors.map(
    (factor) =>
      ownRange[factor.factor] ?? factor.full_at ?? percentile95(all.map((one) => measureOf(factor, one) ?? 0)),
  )
  return all.map((one) => weightedSum(method.factors, full, one))
}

function weightedSum(factors: readonly MethodFactor[], full: readonly number[], one: ScoreMeasures): OpportunityScore {
  const allWeights = factors.reduce((sum, { weight }) => sum + weight, 0)
  const terms = factors.map((factor, index): ScoreTerm => {
    const measure = measureOf(factor, one)
    const weight = allWeights === 0 ? 0 : factor.weight / allWeights
    const value = measure === null ? null : shareOf(factor.factor, measure, full[index]!)
    return {
      ...termOf(factor, 'weighted', measure),
      value,
      weight: rounded(weight, 4),
      contribution: rounded(100 * weight * (value ?? 0), 2),
    }
  })
  const sum = terms.reduce((total, { contribution }) => total + contribution!, 0)
  return { id: one.id, score: rounded(Math.min(100, sum), 1), terms }
}

/** From 0 to 1. Effort counts the less of it there is. */
function shareOf(factor: ScoreFactor, measure: number, full: number): number {
  const share = full <= 0 ? 0 : Math.min(1, measure / full)
  return rounded(factor === 'effort' ? 1 - share : share, 4)
}

/** RICE and WSJF: what is multiplied or added, divided by the effort. A number that is missing leaves no score. */
function quotient({ kind, factors }: ScoringDefinition, one: ScoreMeasures): OpportunityScore {
  const role = kind === 'rice' ? 'multiplied' : 'added'
  const terms = factors.map((factor): ScoreTerm => {
    const measure = measureOf(factor, one)
    const value = measure !== null && factor.factor === 'confidence' ? measure / 100 : measure
    return { ...termOf(factor, factor.factor === 'effort' ? 'divided' : role, measure), value, weight: 1 }
  })
  if (terms.some(({ value }) => value === null)) return { id: one.id, score: null, terms }
  const [start, combine]: [number, (a: number, b: number) => number] =
    kind === 'rice' ? [1, (a, b) => a * b] : [0, (a, b) => a + b]
  const upper = terms.filter((term) => term.role !== 'divided').reduce((sum, { value }) => combine(sum, value!), start)
  const effort = terms.find((term) => term.role === 'divided')!.value!
  return { id: one.id, score: rounded(upper / effort, 2), terms }
}

const termOf = ({ factor, key, name }: MethodFactor, role: ScoreRole, measure: number | null) => ({
  factor,
  key,
  name,
  role,
  measure: measure === null ? null : rounded(measure, 4),
  contribution: null,
})

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

type Placed = { id: string; score: number | null }
/** The places by score, from 1; of equal scores the older one comes first, and without a score there is no place. */
export const placesOf = (scored: readonly Placed[]): Map<string, number> =>
  new Map(
    scored
      .filter(({ score }) => score !== null)
      .toSorted((a, b) => b.score! - a.score! || (a.id < b.id ? -1 : 1))
      .map(({ id }, index) => [id, index + 1]),
  )
