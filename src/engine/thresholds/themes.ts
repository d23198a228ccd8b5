/* Themes: clustering/assign-themes.ts, create-themes.ts, theme-definition.ts; proposals: review-themes.ts. */

/** Themes of an organization. Guess. */
export const MAX_THEMES = 20
/** Centered similarity from which an insight matches a definition. Guess. */
export const MIN_DEFINITION_SIMILARITY = 0.42
/** By how much the included part must be more similar than the excluded one. Guess. */
export const MIN_DEFINITION_MARGIN = 0.02
/** Centered similarity any two texts may have. Guess. */
export const CHANCE_SIMILARITY = 0.2
/** Nearest example insights that vote for the theme of a subtheme, and the weight of each vote. Guess. */
export const EXAMPLE_VOTERS = 6
export const EXAMPLE_VOTE_WEIGHT = 0.5
/** Score from which a subtheme is assigned to a theme, and by how much it must exceed the next theme. Guess. */
export const MIN_THEME_SCORE = 0.34
export const MIN_THEME_SCORE_MARGIN = 0.05
/** The same in the second attempt, before a subtheme goes to the catch-all theme. Guess. */
export const MIN_THEME_SCORE_RETRY = 0.3
/** Centered similarity from which a subtheme joins the theme of another one that is at least as large. Guess. */
export const MIN_SAME_THEME_SIMILARITY = 0.5
/** The same for a smaller one. Guess. */
export const MIN_SAME_THEME_SIMILARITY_SMALLER = 0.65
/** Members nearest to the centroid whose neighbours are looked at, and how many neighbours of each. Guess. */
export const MEMBER_VOTERS = 30
export const MEMBER_NEIGHBOURS = 10
/**
 * Score for each voting member from which its theme is taken, and how many times the next theme's score it must be.
 * Guess.
 */
export const MIN_MEMBER_VOTE = 0.085
export const MIN_MEMBER_VOTE_RATIO = 2
/**
 * Themes that are looked for, less the existing ones: a factor of the square root of the insights, and at least. Chosen
 * on labelled items (analysis-quality.md).
 */
export const THEMES_TO_LOOK_FOR = { factor: 1, min: 8 }
/**
 * Centered similarity down to which subthemes are put into one theme. Chosen on labelled items (analysis-quality.md).
 */
export const MIN_THEME_SIMILARITY = 0.28
/**
 * Insights of a new theme: this number, or this share of all where that is less. Chosen on labelled items
 * (analysis-quality.md).
 */
export const MIN_THEME_SIZE = { count: 3, share: 0.02 }
/**
 * Of a theme's phrase: members that use it, their share, its similarity to the theme; and of a weaker one. Chosen on
 * labelled items (analysis-quality.md).
 */
export const MIN_THEME_PHRASE = { count: 3, share: 0.18, similarity: 0.4 }
export const MIN_WEAK_THEME_PHRASE = { count: 2, share: 0.12, similarity: 0.45 }
/** Share of a theme's members in its product area, likewise. Chosen on labelled items (analysis-quality.md). */
export const MIN_AREA_SHARE = 0.35
export const MIN_WEAK_AREA_SHARE = 0.2
/**
 * Share of all insights above which a theme is not widened by groups of the same area. Chosen on labelled items
 * (analysis-quality.md).
 */
export const MAX_AREA_THEME_SHARE = 0.2
/**
 * The same of a subtheme whose members share no phrase, if they are few or many. Chosen on labelled items
 * (analysis-quality.md).
 */
export const MIN_AREA_OF_SUBTHEME = { few: 0.5, fewMembers: 3, many: 0.3 }
/**
 * Probability of its area from which an insight without a subtheme belongs to the theme of that area. Chosen on
 * labelled items (analysis-quality.md).
 */
export const MIN_AREA_PROBABILITY = 0.5
/**
 * Centered similarity to a subtheme from which an insight belongs to its theme, though not to the subtheme. Chosen on
 * labelled items (analysis-quality.md).
 */
export const MIN_SAME_THEME_AS_SUBTHEME = 0.25
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
