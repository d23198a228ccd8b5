/* Evidence stories: story/; summaries: opportunity-summary.ts. */

/** Findings and quotes of a story. Guess. */
export const MAX_STORY_FINDINGS = 10
export const MAX_STORY_QUOTES = 8
/** TF-IDF similarity, and centered similarity, from which a quote repeats another. Guess. */
export const MIN_REPEATED_QUOTE_WORDS = 0.8
export const MIN_REPEATED_QUOTE_SIMILARITY = 0.75
/**
 * What a quote loses: for similarity to a chosen one, for a repeated contact or finding, for being hard to read. Guess.
 */
export const QUOTE_PENALTY = { similar: 0.5, sameContact: 0.25, sameFinding: 0.12, hardToRead: 0.3 }
/** What a quote typical of its finding gains. Guess. */
export const TYPICAL_QUOTE_BONUS = 0.3
/** Words below which, and characters above which, a quote is hard to read. Guess. */
export const MIN_QUOTE_WORDS = 4
export const MAX_READABLE_QUOTE_LENGTH = 320
/** Share of the evidence from which a theme is the main one and is not repeated in each finding. Guess. */
export const MIN_MAIN_THEME_SHARE = 0.6
/**
 * Insights in both periods together from which a trend is stated, and the ratio from which it grows or fades. Guess.
 */
export const MIN_TREND_INSIGHTS = 6
export const MIN_TREND_RATIO = 1.5
/** TF-IDF similarity from which a quote in an opportunity's summary repeats another. Guess. */
export const MIN_REPEATED_SUMMARY_QUOTE = 0.6
/** TF-IDF similarity from which the words repeat a point where vectors cannot be compared. Guess. */
export const MIN_SAME_POINT_WORDS_ALONE = 0.6
/** With vectors: TF-IDF similarity at least, and the sum of it and of the centered similarity of the vectors. Guess. */
export const MIN_SAME_POINT_WORDS = 0.35
export const MIN_SAME_POINT_SUM = 1.2
/** Share of the point's words, by weight, that name and quote must contain. Guess. */
export const MIN_SAME_POINT_COVERAGE = 0.6
/** TF-IDF similarity, and similarity of the topic vectors, from which two insights are on one topic. Guess. */
export const MIN_SAME_TOPIC_WORDS = 0.35
export const MIN_SAME_TOPIC_SIMILARITY = 0.85
/** Points of the opposite opinion that are named. Guess. */
export const MAX_OPPOSITE_POINTS = 2
/** Insights; that none among fewer disagrees says nothing. Guess. */
export const MIN_INSIGHTS_FOR_ABSENCE = 3
/** Sources, themes and segments that are named; the others are counted. Guess. */
export const MAX_NAMED_SOURCES = 3
export const MAX_NAMED_THEMES = 3
export const MAX_NAMED_SEGMENTS = 3
/** Findings of several insights, and of one, in the narrative. Guess. */
export const MAX_SHARED_FINDINGS = 5
export const MAX_SINGLE_FINDINGS = 4
/** Characters of a title. Guess. */
export const MAX_STORY_TITLE_LENGTH = 200
/** Share of the people that makes a point the title, and findings above which a title names themes instead. Guess. */
export const MIN_TITLE_SHARE = 0.1
export const MAX_TITLE_POINTS = 4
/** Of an opportunity’s summary: quotes, groups, newest insights, and insights cited in a sentence. Guess. */
export const MAX_SUMMARY_QUOTES = 5
export const MAX_SUMMARY_GROUPS = 4
export const MAX_SUMMARY_NEWEST = 5
export const MAX_SUMMARY_CITED = 20
