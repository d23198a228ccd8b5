export type Breakdown = { positive: number; negative: number; neutral: number }
export type Overall = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | 'MIXED'

/** Mixed when praise and complaint each make up a quarter; otherwise the most frequent, and of two equals the one that says more. */
export function overallSentiment({ positive, negative, neutral }: Breakdown): Overall {
  const all = positive + negative + neutral
  if (all === 0) return 'NEUTRAL'
  if (Math.min(positive, negative) * 4 >= all) return 'MIXED'
  if (negative >= positive && negative >= neutral) return 'NEGATIVE'
  return positive >= neutral ? 'POSITIVE' : 'NEUTRAL'
}
