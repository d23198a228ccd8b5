/* Names: naming/. */

/** Words of an insight's name where there is a choice, of a whole sentence, and of a clause that is not cut. Guess. */
export const MAX_INSIGHT_NAME_WORDS = 12
export const MAX_SENTENCE_WORDS = 16
export const MAX_CLAUSE_WORDS = 20
/** Words up to which a clause is kept whole rather than cut: the end of a German one can be its verb. Guess. */
export const MAX_UNCUT_WORDS = 24
/** Its characters. Guess. */
export const MAX_INSIGHT_NAME_LENGTH = 160
/** Characters of a text in which its name is looked for; a point is shorter, but a whole text can be one. Guess. */
export const MAX_NAMED_TEXT_LENGTH = 2000
/** Words of a clause that can be a name without the next one. Guess. */
export const MIN_CLAUSE_WORDS = 4
/** Characters of a member's text that are searched for phrases. Guess. */
export const MAX_PHRASE_TEXT_LENGTH = 400
/** Share of a phrase's uses inside a longer phrase from which the longer one is taken. Guess. */
export const MIN_LONGER_PHRASE_SHARE = 0.8
/** Quotes in a subtheme's description, and the TF-IDF similarity up to which another one says something new. Guess. */
export const MAX_DESCRIPTION_QUOTES = 3
export const MAX_DESCRIPTION_SIMILARITY = 0.5
/** Members that use a phrase. Guess. */
export const MIN_PHRASE_MEMBERS = 2
/** Phrases that are compared with the groups, the most used ones. Guess. */
export const MAX_PHRASE_CANDIDATES = 500
/**
 * Exponents of a phrase's score: share of the group, share of its uses in the group, similarity to its centroid. Chosen
 * on labelled items (analysis-quality.md).
 */
export const TOPIC_PHRASE_EXPONENTS = { share: 0.5, purity: 0.5, similarity: 1.2 }
/** Factor by the number of words, from none to three. Chosen on labelled items (analysis-quality.md). */
export const TOPIC_PHRASE_LENGTH_FACTOR = [0, 0.85, 1.15, 1.1]
/** What a phrase gains when every member that uses it is about it. Chosen on labelled items (analysis-quality.md). */
export const MENTION_BONUS = 0.6
/** Exponent of a probability by which a member votes for its area. Chosen on labelled items (analysis-quality.md). */
export const AREA_VOTE_EXPONENT = 0.5
/** Words that are kept of a name that is cut. Guess. */
export const MIN_KEPT_WORDS = 5
/** What ending in the middle of a phrase costs: “too much for a small”. Guess. */
export const MID_PHRASE_PENALTY = 6
/** Words before a lone mark from which a name ends there. Guess. */
export const MIN_WORDS_BEFORE_LONE_MARK = 4
/** Similarity of the name of a topic of the bank to a group from which it is looked at. Guess. */
export const MIN_TOPIC_SIMILARITY = 0.4
/**
 * Members of all groups that use words of other topics of its section, this number and this share, where a topic that
 * only some kinds of products have may name a group. Chosen on labelled items (analysis-experiments.md).
 */
export const MIN_TOPIC_OF_KIND = { count: 3, share: 0.04 }
/** Words of a phrase. Guess. */
export const MAX_PHRASE_WORDS = 3
/** Share of a phrase's uses in the plural from which it is named so. Guess. */
export const MIN_PLURAL_SHARE = 0.2
