import type { Relevance } from '#engine/thresholds/search.ts'

/*
 * Which results of a semantic search are relevant. How similar a relevant text is depends on the model and on the
 * length of the query, so results are compared with the best one. The floors only reject queries about nothing in the
 * data.
 */

/** The lowest similarity of a relevant result; undefined when none is relevant. */
export function minRelevantSimilarity(similarities: readonly number[], { minBest, minRatio }: Relevance) {
  const best = Math.max(0, ...similarities)
  return best < minBest ? undefined : best * minRatio
}
