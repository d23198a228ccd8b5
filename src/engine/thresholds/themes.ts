/* Themes: clustering/assign-themes.ts, create-themes.ts, theme-definition.ts; proposals: review-themes.ts. */

/** Themes of an organization. Guess. */
export const MAX_THEMES = 30
/** Centered similarity from which an insight matches a definition. Guess. */
export const MIN_DEFINITION_SIMILARITY = 0.42
/** By how much the included part must be more similar than the excluded one. Guess. */
export const MIN_DEFINITION_MARGIN = 0.02
/** Insights of a new theme: this number, or this share of many. Guess. */
export const MIN_THEME_SIZE = { count: 3, shareOfMany: 0.006 }
/**
 * Of a theme's phrase: members that use it, their share, and its similarity to the theme if it has several words or
 * one. Chosen on labelled items (analysis-experiments.md).
 */
export const MIN_THEME_PHRASE = { count: 3, share: 0.2, similarity: 0.45, similarityOfWord: 0.55 }
/** The same of a phrase that is taken where no better name is. Chosen on labelled items (analysis-experiments.md). */
export const MIN_THEME_PHRASE_OF_TWO = { count: 2, share: 0.15, similarity: 0.45, similarityOfWord: 0.55 }
/**
 * The same of a phrase that most members use, and of those who use it the share that are members. Chosen on labelled
 * items (analysis-experiments.md).
 */
export const MIN_PHRASE_OF_MOST = { count: 3, share: 0.45, purity: 0.5, similarity: 0.2 }
/**
 * Members that use words of a topic of the bank, their share, and the similarity of its name to the group; any of these
 * is enough. Chosen on labelled items (analysis-experiments.md).
 */
export const MIN_BANK_TOPIC = [
  { count: 2, share: 0.3, similarity: 0.45 },
  { count: 2, share: 0.15, similarity: 0.55 },
  { count: 1, share: 0, similarity: 0.62 },
]
/** The similarity that is enough alone, unless only some kinds of products have the topic. Chosen on labelled items. */
export const MIN_BANK_TOPIC_ALONE = 0.68
/** Share of a theme's members in its product area from which the area names it. Guess. */
export const MIN_AREA_SHARE = 0.6
/** Insights; smaller themes, and smaller parts of a theme, are not reviewed. Guess. */
export const MIN_REVIEWED_INSIGHTS = 8
/** Themes searched for when clustering from scratch. Guess. */
export const MAX_REVIEW_THEMES = 16
export const MIN_REVIEW_THEMES = 4
/** Share of a theme in one new cluster from which it may be merged, or split. Guess. */
export const MIN_MERGE_SHARE = 0.6
export const MIN_SPLIT_SHARE = 0.25
/** Centered similarity from which two themes may be merged, and up to which two parts may be split. Guess. */
export const MIN_MERGE_SIMILARITY = 0.35
export const MAX_SPLIT_SIMILARITY = 0.45
/**
 * Members that must contain a proposed name: this number, and this many times those that contain the current name.
 * Guess.
 */
export const MIN_RENAME_MEMBERS = 3
export const MIN_RENAME_RATIO = 4

/*
 * How well an insight fits a theme (clustering/theme-profiles.ts): its similarity to the members, and to the name and
 * for its words so much more. A theme without members is like one whose members are so similar as its name. Chosen on
 * labelled items (analysis-experiments.md).
 */
export const THEME_SCORE = { name: 0.5, words: 0.12, nameWithoutMembers: 0.6 }
/**
 * Confidence by score and by how much better it is than the next theme's: fitted on labelled items
 * (analysis-experiments.md).
 */
export const THEME_CONFIDENCE = { bias: -2.5, perScore: 3.5, perMargin: 3 }
/** Confidence from which an insight is assigned; below it is unsorted. Chosen on labelled items. */
export const MIN_THEME_CONFIDENCE = 0.45
/** Themes that are suggested for an unsorted insight, and the confidence of each. Guess. */
export const MAX_THEME_SUGGESTIONS = 3
export const MIN_SUGGESTION_CONFIDENCE = 0.15
/** Members of a new theme: this number, and this share of the insights it is found among. Guess. */
export const MIN_NEW_THEME = { count: 3, share: 0.004 }

/*
 * Groups by the words of one topic (clustering/topic-groups.ts): how similar an insight that uses them is to the others
 * and to the name, which counts so much, and both together. Chosen on labelled items (analysis-experiments.md).
 */
export const TOPIC_FIT_NAME = 0.5
export const MIN_TOPIC_FIT = { others: 0.05, name: 0.1, all: 0.3 }
/** The same of a topic that only some kinds of products have, where nothing else says that this is one. Guess. */
export const MIN_UNUSUAL_TOPIC_FIT = { others: 0.3, name: 0.3, all: 0.7 }
/** Times that new themes are looked for among what is still unsorted, until none is found. Guess. */
export const MAX_REDISCOVERIES = 2
/** Of those who use the words, the share that must be open. Chosen on labelled items. */
export const MIN_TOPIC_GROUP_OPEN = 0.25
/** Share of all insights above which a phrase names nothing. Guess. */
export const MAX_TOPIC_USE = 0.25
/** Similarity to examples from which an insight looks the same (clustering/find-lookalikes.ts). Guess. */
export const MIN_LOOKALIKE_SIMILARITY = 0.35
/** Nearest examples whose mean similarity counts. Guess. */
export const LOOKALIKE_NEAREST = 3
/** Similarity or score from which an insight is compared with a changed theme in every respect. Guess. */
export const MIN_WORTH_COMPARING = 0.4
