import { filteredCounts } from './filtered-counts.ts'

/* The sentiments of insights and how many insights have each, for code and for SQL. */

export const sentiments = ['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const
export type Sentiment = (typeof sentiments)[number]
export type SentimentCounts = { positive: number; negative: number; neutral: number }
export type PeriodSentiments = SentimentCounts & { period: string }

/** Under which name a sentiment is counted. */
export const sentimentCountNames = { POSITIVE: 'positive', NEGATIVE: 'negative', NEUTRAL: 'neutral' } as const

export function countSentiments(insights: readonly { sentiment: string }[]): SentimentCounts {
  const countOf = (sentiment: Sentiment) => insights.filter((insight) => insight.sentiment === sentiment).length
  return { positive: countOf('POSITIVE'), negative: countOf('NEGATIVE'), neutral: countOf('NEUTRAL') }
}

/** By the name of the count, the SQL condition on a column. */
export const sentimentConditions = (column = 'sentiment') => ({
  positive: `${column} = 'POSITIVE'`,
  negative: `${column} = 'NEGATIVE'`,
  neutral: `${column} = 'NEUTRAL'`,
})

/** Columns `positive`, `negative` and `neutral` of a select. */
export const sentimentCounts = (column?: string, options?: Parameters<typeof filteredCounts>[1]): string =>
  filteredCounts(sentimentConditions(column), options)

/** Rows of a `values` list: each sentiment with its count in row `table`. */
export const sentimentValues = (table: string): string =>
  sentiments.map((sentiment) => `('${sentiment}', ${table}.${sentimentCountNames[sentiment]})`).join(', ')
