/* Names: naming/. */

/** Words, and characters, of an insight's name. Guess. */
export const MAX_INSIGHT_NAME_WORDS = 12
export const MAX_INSIGHT_NAME_LENGTH = 160
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
/** Share of the other members that make a point from which it names the subtheme. Guess. */
export const MIN_POINT_SHARE = 0.25
/** Share of the members with one sentiment from which they are complaints or praise. Guess. */
export const MIN_PREVAILING_SENTIMENT = 0.7
/**
 * Share of the members that use a second phrase, and its similarity to them: it names a subtheme of many points. Guess.
 */
export const MIN_SECOND_PHRASE = { share: 0.2, similarity: 0.35 }
/** What a name loses as the point of a subtheme: naming/point-quality.ts. Guess. */
export const NAME_PENALTY = {
  dependent: 0.2,
  question: 0.15,
  greeting: 1,
  marks: 0.15,
  digits: 0.08,
  personal: 0.08,
  extraWord: 0.04,
  freeWords: 8,
  tooShort: 0.3,
  minWords: 3,
  noNoun: 0.25,
  noVerb: 0.12,
  properName: 0.08,
  unfinished: 0.3,
  otherLanguage: 0.5,
}
/** What a name gains at most for words that other members use. Guess. */
export const SHARED_WORDS_BONUS = 0.2
/** What a name gains whose point all members make. Guess. */
export const SHARED_POINT_BONUS = 0.3
/** What a name gains that contains the topic of its group. Guess. */
export const TOPIC_IN_NAME_BONUS = 0.2
/** Articles left out so that a whole sentence fits. Guess. */
export const MAX_DROPPED_ARTICLES = 2
/** Words of a point that leaves room for its circumstance. Guess. */
export const MAX_SHORT_POINT_WORDS = 6
/** Words that are kept of a name that is cut. Guess. */
export const MIN_KEPT_WORDS = 5
/** What ending in the middle of a phrase costs: “too much for a small”. Guess. */
export const MID_PHRASE_PENALTY = 6
/** Words before a lone mark from which a name ends there. Guess. */
export const MIN_WORDS_BEFORE_LONE_MARK = 4
