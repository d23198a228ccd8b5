/* Near-duplicates: text/minhash.ts, domain/findings/analysis/near-duplicates.ts. */

/** Hash functions of a MinHash. Guess. */
export const MINHASH_SIZE = 64
/** Words in a shingle. Guess. */
export const SHINGLE_WORDS = 3
/** Estimated Jaccard similarity from which a text is another one with a word changed. Guess. */
export const MIN_NEAR_DUPLICATE_SIMILARITY = 0.85
/** Words; shorter texts share their few words by chance. Guess. */
export const MIN_NEAR_DUPLICATE_WORDS = 8
/** Characters from which identical texts without a contact are duplicates. Guess. */
export const MIN_ANONYMOUS_DUPLICATE_LENGTH = 60
/** Characters of a text that are compared. Guess. */
export const MAX_DUPLICATE_LENGTH = 4000
