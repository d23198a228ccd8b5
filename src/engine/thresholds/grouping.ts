/* Grouping of similar texts: group-similar-texts.ts. */

/**
 * TF-IDF similarity from which two texts are one group: one word in three, or two in five, but not one in four. Guess.
 */
export const MIN_SAME_WORDS_SIMILARITY = 0.28
/** Similarity of two vectors, centered on the mean of texts in general. Guess. */
export const MIN_SAME_MEANING_SIMILARITY = 0.55
/** Texts compared pairwise; more are clustered. Guess. */
export const MAX_PAIRWISE_TEXTS = 4000
