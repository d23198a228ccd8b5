export type SentimentBreakdown = { positive: number; negative: number; neutral: number }
export type OverallSentiment = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | 'MIXED'

/**
 * Mixed when positive and negative each make up a quarter; otherwise the most frequent, negative before positive before
 * neutral.
 */
export function overallSentiment({ positive, negative, neutral }: SentimentBreakdown): OverallSentiment {
  const all = positive + negative + neutral
  if (all === 0) return 'NEUTRAL'
  if (Math.min(positive, negative) * 4 >= all) return 'MIXED'
  if (negative >= positive && negative >= neutral) return 'NEGATIVE'
  return positive >= neutral ? 'POSITIVE' : 'NEUTRAL'
}
