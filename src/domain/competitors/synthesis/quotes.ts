import type { Static } from 'typebox'
import type { CompetitorQuote } from '#contract/resources/competitor-shapes.ts'
import { grouped } from './counting.ts'
import { type Insight, saidAt } from './types.ts'

export const quoteOf = ({ id, quote, sentiment, review }: Insight): Static<typeof CompetitorQuote> => ({
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

function newestFirst(a: Insight, b: Insight): number {
  const [left, right] = saidAt(a) === saidAt(b) ? [a.id, b.id] : [saidAt(a), saidAt(b)]
  return left < right ? 1 : -1
}

/** Round robin over competitors and sentiments, newest first, without repeated quotes. */
export function chooseQuotes(insights: readonly Insight[], max: number) {
  const voices = grouped(
    insights.toSorted(newestFirst),
    ({ review, sentiment }) => `${review.competitor_id}/${sentiment}`,
  )
  const usedQuotes = new Set<string>()
  const chosen: Insight[] = []
  for (let round = 0; chosen.length < max && [...voices.values()].some((list) => list.length > round); round++)
    for (const list of voices.values()) {
      const insight = list[round]
      if (!insight || chosen.length >= max || usedQuotes.has(insight.quote)) continue
      usedQuotes.add(insight.quote)
      chosen.push(insight)
    }
  return chosen.map(quoteOf)
}
