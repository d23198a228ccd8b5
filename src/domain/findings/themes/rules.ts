import type { CategoryTally } from './queries.ts'
import { countTrend } from '#engine/trend.ts'

/** The fields of a theme's detail that are computed from its insights. */
export function summarizeTallies(tallies: readonly CategoryTally[]) {
  const sentiment_breakdown = { positive: 0, negative: 0, neutral: 0 }
  const category_breakdown: Record<string, number> = {}
  let recent = 0
  let before = 0
  for (const tally of tallies) {
    sentiment_breakdown[tally.sentiment.toLowerCase() as 'positive' | 'negative' | 'neutral'] += tally.count
    category_breakdown[tally.category] = (category_breakdown[tally.category] ?? 0) + tally.count
    recent += tally.recent
    before += tally.before
  }
  return {
    sentiment_breakdown,
    category_breakdown,
    trend: countTrend(recent, before),
    first_insight_at: tallies.map((tally) => tally.first_at).sort()[0] ?? null,
    last_insight_at:
      tallies
        .map((tally) => tally.last_at)
        .sort()
        .at(-1) ?? null,
  }
}
