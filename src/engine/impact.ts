/* How much an opportunity matters, from what was counted of its evidence. The same numbers give the same score, and anyone can check it. */

export const halfLifeDays = 45

/** In hundredths, so that a score adds up exactly. */
const weights = { volume: 30, reach: 20, severity: 20, recency: 15, segment: 10, diversity: 5 } as const
const severityOf = { BUGS_AND_ERRORS: 1, PAIN_POINTS: 0.9, USABILITY_ISSUES: 0.7, FEATURE_REQUESTS: 0.5 } as const
const enoughSourceTypes = 4
const heaviestSegment = 10

export type Factor = keyof typeof weights
export type RankedCategory = keyof typeof severityOf
export type ImpactFactor = { factor: Factor; value: number; weight: number; contribution: number }

/** What was counted of one: `freshness` is the mean decay of its insights, `segmentWeight` the mean weight of the segments behind it. */
export type Measures = {
  id: string
  insights: number
  contacts: number
  negative: number
  sourceTypes: number
  freshness: number
  segmentWeight: number
}
export type Ranked = { id: string; rank: number; score: number; factors: ImpactFactor[] }

/** Scores the opportunities of one category against each other; best first, ties by insights, then the older one (ids sort by age). */
export function rankCategory(category: RankedCategory, all: readonly Measures[]): Ranked[] {
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
    .map(({ measures, score, factors }, index) => ({ id: measures.id, rank: index + 1, score, factors }))
}

const valuesOf = (
  category: RankedCategory,
  one: Measures,
  max: { insights: number; contacts: number },
): Record<Factor, number> => ({
  volume: logScaled(one.insights, max.insights),
  reach: logScaled(one.contacts, max.contacts),
  severity: one.insights === 0 ? 0 : (one.negative / one.insights) * severityOf[category],
  recency: one.freshness,
  segment: one.segmentWeight / heaviestSegment,
  diversity: one.sourceTypes / enoughSourceTypes,
})

function scoreOf(values: Record<Factor, number>): { score: number; factors: ImpactFactor[] } {
  let sum = 0
  const factors = (Object.keys(weights) as Factor[]).map((factor) => {
    const value = Math.round(Math.min(1, Math.max(0, values[factor])) * 10_000)
    sum += weights[factor] * value
    return {
      factor,
      value: value / 10_000,
      weight: weights[factor] / 100,
      contribution: (weights[factor] * value) / 10_000,
    }
  })
  return { score: Math.round(sum / 1000) / 10, factors }
}

const logScaled = (count: number, max: number) => (max <= 0 ? 0 : Math.log1p(count) / Math.log1p(max))

/** Between two neighbours the value lies in proportion. */
export function percentile95(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const place = 0.95 * (sorted.length - 1)
  const below = sorted[Math.floor(place)]!
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place))
}
