import type { Overview } from './types.ts'

type Subject = { id: string; name: string }
type Sentiment = 'positive' | 'negative'

/** The subjects with the largest positive and the largest negative balance of one competitor. */
export function strengthAndWeakness(
  { themes, mentions }: Overview,
  competitorId: string,
): { strength: Subject | undefined; weakness: Subject | undefined } {
  const names = new Map(themes.map((theme) => [theme.subtheme_id, theme.name]))
  const own = mentions.filter((mention) => mention.competitor_id === competitorId)
  const strongest = (sentiment: Sentiment, opposite: Sentiment) => {
    const [first] = own
      .filter((mention) => mention[sentiment] > mention[opposite])
      .sort((a, b) => b[sentiment] - b[opposite] - (a[sentiment] - a[opposite]))
    return first && { id: first.subtheme_id, name: names.get(first.subtheme_id)! }
  }
  return { strength: strongest('positive', 'negative'), weakness: strongest('negative', 'positive') }
}
