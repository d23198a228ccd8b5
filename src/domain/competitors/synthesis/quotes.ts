import type { Static } from 'typebox'
import type { CompetitorQuote } from '#contract/resources/competitor-shapes.ts'
import { groupBy } from './counting.ts'
import { type ReviewInsight, reviewTime } from './types.ts'

const quoteOf = ({ id, quote, sentiment, review }: ReviewInsight): Static<typeof CompetitorQuote> => ({
  text: quote,
  competitor_id: review.competitor_id,
  insight_id: id,
  sentiment,
  source: review.source,
  source_type: review.source_type,
  source_url: review.url,
  parent_text: review.parent_text,
  thread_role: review.thread_role,
  published_at: review.published_at,
})

function newestFirst(a: ReviewInsight, b: ReviewInsight): number {
  const [left, right] = reviewTime(a) === reviewTime(b) ? [a.id, b.id] : [reviewTime(a), reviewTime(b)]
  return left < right ? 1 : -1
}

/** Round robin over competitors and sentiments, newest first, without repeated quotes. */
export function chooseCompetitorQuotes(insights: readonly ReviewInsight[], max: number) {
  const groups = groupBy(
    insights.toSorted(newestFirst),
    ({ review, sentiment }) => `${review.competitor_id}/${sentiment}`,
  )
  const usedQuotes = new Set<string>()
  const chosen: ReviewInsight[] = []
  for (let round = 0; chosen.length < max && [...groups.values()].some((list) => list.length > round); round++)
    for (const list of groups.values()) {
      const insight = list[round]
      if (!insight || chosen.length >= max || usedQuotes.has(insight.quote)) continue
      usedQuotes.add(insight.quote)
      chosen.push(insight)
    }
  return chosen.map(quoteOf)
}
