/* Reading: reading/. The labelled items are those of training/dev and two more sets of 150. */

/**
 * Probability from which a word begins a point: at the start of a sentence, after a mark or a conjunction, elsewhere.
 * Chosen on labelled items.
 */
export const MIN_BEGIN_OF_SENTENCE = 0.2
export const MIN_BEGIN_IN_SENTENCE = 0.2
export const MIN_BEGIN_WITHOUT_MARK = 0.7
/** Probability from which a word belongs to a point. Chosen on labelled items. */
export const MIN_WORD_IN_POINT = 0.4
/** Words outside a point that do not end it. Chosen on labelled items. */
export const MAX_GAP_WORDS = 2
/** Characters of a point of one word. Chosen on labelled items. */
export const MIN_LONE_WORD_LENGTH = 4
/** Words up to the border of its clause by which a point is widened. Chosen on labelled items. */
export const MAX_WORDS_TO_CLAUSE = 4
/** Probability from which a word names what its point is about. Chosen on labelled items. */
export const MIN_MENTION = 0.4
/** Words and punctuation marks that the model reads at once. Chosen on labelled items. */
export const MAX_WINDOW_PIECES = 96
/** Certainty of a point, and probability that it has content. Chosen on labelled items (analysis-experiments.md). */
export const MIN_POINT_CERTAINTY = 0.6
export const MIN_POINT_CONTENT = 0.5
/** Probability of content of a text's only point, if it is less certain. Chosen on labelled items. */
export const MIN_TEXT_CONTENT = 0.4
/** Characters of a title that is read as context. Chosen on labelled items. */
export const MAX_CONTEXT_TITLE = 80
/** Probability of opposite sentiments from which a point is split, and words on each side. Chosen on labelled items. */
export const MIN_CONTRAST_PROBABILITY = 0.6
export const MIN_CONTRAST_WORDS = 3
/** Words of a label before a colon that is one point with what it announces. Guess. */
export const MAX_LABEL_WORDS = 3
/** Aspects of a point that are kept, the likeliest ones, and the probability of each. Guess. */
export const MAX_KEPT_ASPECTS = 4
export const MIN_KEPT_ASPECT = 0.05
/**
 * Words of a point that can be only the circumstances of another, and between both. Chosen on
 * test/engine/circumstance-pairs.txt.
 */
export const MAX_CIRCUMSTANCE_WORDS = 14
export const MAX_WORDS_TO_CIRCUMSTANCE = 6
/** Characters of such a point. Guess. */
export const MAX_CIRCUMSTANCE_LENGTH = 160
/** Probabilities of general feedback and of blame in what a writer says of himself. Chosen on the same pairs. */
export const MIN_GENERAL_OF_WRITER = 0.7
export const MAX_NEGATIVE_OF_WRITER = 0.5
/** Words of a text that is only a verdict, and the weight of its praise or blame in the lexicon. Guess. */
export const MAX_VERDICT_WORDS = 3
export const MIN_VERDICT = { blame: 1, praise: 2 }
