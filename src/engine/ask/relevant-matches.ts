/*
 * Which results of a semantic search are relevant. How similar a relevant text is depends on the model and on the
 * length of the query, so results are compared with the best one. The floors only reject queries about nothing in the
 * data. Chosen on test/overview/search-corpus.ts.
 */

export type Relevance = {
  /** Similarity of the best result below which nothing is relevant. */
  minBest: number
  /** Share of the best similarity from which another result is relevant. */
  minRatio: number
}

/** A search may show a doubtful result at the end of the list. */
export const searchRelevance: Relevance = { minBest: 0.47, minRatio: 0.68 }
/** An answer counts its sources. */
export const answerRelevance: Relevance = { minBest: 0.55, minRatio: 0.8 }
/** The same within a theme or subtheme that the question names. */
export const namedThemeRelevance: Relevance = { minBest: 0.48, minRatio: 0.6 }

/** The lowest similarity of a relevant result; undefined when none is relevant. */
export function minRelevantSimilarity(similarities: readonly number[], { minBest, minRatio }: Relevance) {
  const best = Math.max(0, ...similarities)
  return best < minBest ? undefined : best * minRatio
}
