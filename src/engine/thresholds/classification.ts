/*
 * Classification: classifiers/. Hyperparameters are in scripts/fit-classifiers.ts; what features read must match the
 * fitted heads.
 */

/** Exponent by which a rating shifts the sentiment of a point alone in its text, and of one among several. Guess. */
export const RATING_STRENGTH = { whole: 2.6, part: 0.6 }
/** Rating up to which praise alone is meant ironically. Guess. */
export const MAX_IRONIC_RATING = 0.1
/** Weight of how often a sentiment and a category go together, and its least value. Guess. */
export const LABEL_AFFINITY_EXPONENT = 0.7
export const MIN_LABEL_AFFINITY = 0.02
/** Confidence below which a language model may change the labels of a finding. Guess. */
export const MAX_UNCERTAIN_CONFIDENCE = 0.55
/** Matches of a pattern that are counted. Guess. */
export const MAX_FEATURE_MATCHES = 3
/** Characters of a text that features are taken from. Guess. */
export const MAX_FEATURE_TEXT_LENGTH = 2000
/** Characters of a text whose words are put into buckets. Guess. */
export const MAX_BUCKET_TEXT_LENGTH = 2000
/**
 * Of the lexicon: words after a negator that it inverts, and by which factor; the factor of a word after a booster.
 * Guess.
 */
export const NEGATED_WORDS = 3
export const NEGATION_FACTOR = -0.7
export const BOOST_FACTOR = 1.5
/** What an emoticon counts, and all of them at most. Guess. */
export const EMOTICON_WEIGHT = { each: 1.5, max: 2 }
/** Rating, from 0 to 1, from which “it works again” is meant as praise. Guess. */
export const MIN_PRAISING_RATING = 0.75
