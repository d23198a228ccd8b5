import { similarity } from '#engine/vectors/matrix.ts'
import { MIN_SUPPORT_SIMILARITY } from '#engine/thresholds/subthemes.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

/** A point that names a subtheme: the centered vector and the sentiment of the insight that makes it. */
export type NamedPoint = { vector: Float32Array; sentiment: Sentiment | null }

/** Whether an insight makes the same point: it is near to it, and not of the opposite sentiment. */
export const supportsPoint = (insight: { vector: Float32Array; sentiment: Sentiment }, point: NamedPoint): boolean =>
  !areOpposite(insight.sentiment, point.sentiment) && similarity(insight.vector, point.vector) >= MIN_SUPPORT_SIMILARITY

const areOpposite = (a: Sentiment, b: Sentiment | null) =>
  (a === 'POSITIVE' && b === 'NEGATIVE') || (a === 'NEGATIVE' && b === 'POSITIVE')
