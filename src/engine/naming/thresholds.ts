/* Tunable numbers of the names of subthemes: naming/subtheme-name.ts, naming/point-quality.ts. */
/** Share of the other members that make a point from which it names the subtheme. */
export const MIN_POINT_SHARE = 0.25
/** Share of the members with one sentiment from which they are complaints or praise. */
export const MIN_PREVAILING_SENTIMENT = 0.7
/** Share of the members that use a second phrase, and its similarity to them: it names a subtheme of many points. */
export const MIN_SECOND_PHRASE = { share: 0.2, similarity: 0.35 }
/** What a name loses as the point of a subtheme: naming/point-quality.ts. */
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
/** What a name gains at most for words that other members use. */
export const SHARED_WORDS_BONUS = 0.2
/** What a name gains whose point all members make. */
export const SHARED_POINT_BONUS = 0.3
/** What a name gains that contains the topic of its group. */
export const TOPIC_IN_NAME_BONUS = 0.2
