/* The kind of a product: naming/product-kinds/rank-kinds.ts. */

/** What texts must say for a kind, in all and on average. Chosen on labelled statements (analysis-experiments.md). */
export const MIN_KIND_SCORE = { sum: 2, mean: 0.16 }
/**
 * The lead of the best kind on the second, in square roots of what speaks for the two. Chosen on labelled statements
 * (analysis-experiments.md).
 */
export const MIN_KIND_LEAD = 0.5
/** What one text says for a kind at most, so that a long one does not decide. Guess. */
export const MAX_KIND_HITS = 1.5
