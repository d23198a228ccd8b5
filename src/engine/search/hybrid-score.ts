import { HYBRID_ALL_TERMS, HYBRID_SOME_TERMS, SIMILARITY_EXPONENT } from '#engine/thresholds/search.ts'

/* One score for results of semantic search, keyword search, or both. */

const rounded = (score: number) => Math.round(score * 10_000) / 10_000

/**
 * From 0, nothing in common, to 1, the same: the centered similarity, spread so that 0.5 means about the same thing.
 */
export const scaleSimilarity = (similarity: number) =>
  rounded(Math.max(0, Math.min(1, similarity)) ** SIMILARITY_EXPONENT)

type HybridInput = {
  /** From 0 to 1; undefined where the result has no vector. */
  similarity: number | undefined
  /** The highest similarity of all results. */
  bestSimilarity: number
  /** From 0 to 1. */
  keywordScore: number
  matchedTerms: 'all' | 'some'
}

/** A result with all query terms ranks high whatever its similarity; one with some of them ranks by its similarity. */
export function hybridScore({ similarity, bestSimilarity, keywordScore, matchedTerms }: HybridInput): number {
  const { keywordShare } = matchedTerms === 'all' ? HYBRID_ALL_TERMS : HYBRID_SOME_TERMS
  const assumed =
    matchedTerms === 'all'
      ? HYBRID_ALL_TERMS.defaultSimilarity
      : bestSimilarity * HYBRID_SOME_TERMS.shareOfBestSimilarity
  return rounded((1 - keywordShare) * (similarity ?? assumed) + keywordShare * keywordScore)
}
