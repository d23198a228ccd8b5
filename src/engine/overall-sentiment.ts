import type { Sentiment, SentimentCounts } from '#vocabulary/sentiments.ts'

type OverallSentiment = Sentiment | 'MIXED'

/**
 * Mixed when positive and negative each make up a quarter; otherwise the most frequent, negative before positive before
 * neutral.
 */
export function overallSentiment({ positive, negative, neutral }: SentimentCounts): OverallSentiment {
  const all = positive + negative + neutral
  if (all === 0) return 'NEUTRAL'
  if (Math.min(positive, negative) * 4 >= all) return 'MIXED'
  if (negative >= positive && negative >= neutral) return 'NEGATIVE'
  return positive >= neutral ? 'POSITIVE' : 'NEUTRAL'
}
