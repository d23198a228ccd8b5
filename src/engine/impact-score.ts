import {
  CATEGORY_SEVERITY,
  FULL_DIVERSITY_SOURCE_TYPES,
  IMPACT_WEIGHTS,
  MAX_SEGMENT_WEIGHT,
} from '#engine/thresholds/impact.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

/* The impact of an opportunity, from counts of its evidence; the factors are shown, so that a score can be checked. */

type Factor = keyof typeof IMPACT_WEIGHTS
type ImpactFactor = { factor: Factor; value: number; weight: number; contribution: number }

/** `freshness` is the mean decay of the insights, `segmentWeight` the mean weight of their segments. */
export type OpportunityMeasures = {
  id: string
  insights: number
  contacts: number
  negative: number
  sourceTypes: number
  freshness: number
  segmentWeight: number
}
type RankedOpportunity = { id: string; rank: number | null; score: number; factors: ImpactFactor[] }

/**
 * Scores the opportunities of one category relative to each other; ties by insights, then the older one (ids sort by
 * age). One without insights has nothing to be ranked by.
 */
export function rankCategory(category: OpportunityCategory, all: readonly OpportunityMeasures[]): RankedOpportunity[] {
  const max = {
    insights: percentile95(all.map((one) => one.insights)),
    contacts: percentile95(all.map((one) => one.contacts)),
  }
  return all
    .map((measures) => ({ measures, ...scoreOf(valuesOf(category, measures, max)) }))
    .sort(
      (a, b) =>
        b.score - a.score || b.measures.insights - a.measures.insights || (a.measures.id < b.measures.id ? -1 : 1),
    )
    .sort((a, b) => Number(b.measures.insights > 0) - Number(a.measures.insights > 0))
    .map(({ measures, score, factors }, index) => ({
      id: measures.id,
      rank: measures.insights > 0 ? index + 1 : null,
      score,
      factors,
    }))
}

const valuesOf = (
  category: OpportunityCategory,
  one: OpportunityMeasures,
  max: { insights: number; contacts: number },
): Record<Factor, number> => ({
  volume: logScaled(one.insights, max.insights),
  reach: logScaled(one.contacts, max.contacts),
  severity: one.insights === 0 ? 0 : (one.negative / one.insights) * CATEGORY_SEVERITY[category],
  recency: one.freshness,
  segment: one.segmentWeight / MAX_SEGMENT_WEIGHT,
  diversity: one.sourceTypes / FULL_DIVERSITY_SOURCE_TYPES,
})

function scoreOf(values: Record<Factor, number>): { score: number; factors: ImpactFactor[] } {
  let sum = 0
  const factors = (Object.keys(IMPACT_WEIGHTS) as Factor[]).map((factor) => {
    const weight = IMPACT_WEIGHTS[factor]
    const value = Math.round(Math.min(1, Math.max(0, values[factor])) * 10_000)
    sum += weight * value
    return { factor, value: value / 10_000, weight: weight / 100, contribution: (weight * value) / 10_000 }
  })
  return { score: Math.round(sum / 1000) / 10, factors }
}

const logScaled = (count: number, max: number) => (max <= 0 ? 0 : Math.log1p(count) / Math.log1p(max))

/** With linear interpolation between neighbours. */
export function percentile95(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const index = 0.95 * (sorted.length - 1)
  const below = sorted[Math.floor(index)]!
  return below + (sorted[Math.ceil(index)]! - below) * (index - Math.floor(index))
}
