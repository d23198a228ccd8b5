import type { Sentiment } from '#vocabulary/sentiments.ts'

/** The sentiments in the order of the probabilities that the model and the classifiers give. */
export const sentimentClasses = ['NEGATIVE', 'NEUTRAL', 'POSITIVE'] as const satisfies readonly Sentiment[]
