/* Subthemes: clustering/plan-synthesis.ts. */

/** Unclustered insights from which themes are made. Guess. */
export const MIN_INSIGHTS_FOR_THEMES = 12
/** Insights; a smaller cluster is not stored. Chosen on labelled items (analysis-quality.md). */
export const MIN_SUBTHEME_SIZE = 2
/**
 * Clustering runs again when the unclustered insights exceed those of the last run by this factor and this number.
 * Guess.
 */
export const RECLUSTER_GROWTH = { factor: 1.2, count: 10 }
/** Words of a subtheme's name that a language model writes. Guess. */
export const MAX_WRITTEN_NAME_WORDS = 12
/** Centered similarity to the centroid from which a member is quoted in the description. Guess. */
export const MIN_DESCRIPTION_SIMILARITY = 0.6
/** Centered similarity from which another subtheme is shown as related, and how many are shown. Guess. */
export const MIN_RELATED_SIMILARITY = 0.3
export const MAX_RELATED_SUBTHEMES = 10
/**
 * Centered similarity to its centroid from which an insight joins a subtheme of its theme that says the same, or
 * something else; or to the name that a person gave to a subtheme without insights. Guess.
 */
export const MIN_JOINED_SIMILARITY = { sameAspect: 0.35, otherAspect: 0.6, nameAlone: 0.42 }
/** How much what is said counts beside what it is said about, when a theme is divided. Guess. */
export const ASPECT_WEIGHT = 0.6
/** The similarity down to which members of a theme are joined. Chosen on labelled items (analysis-experiments.md). */
export const MIN_DIVIDED_SIMILARITY = 0.45
/**
 * Probability from which an insight says an aspect, and share of the members from which a subtheme is named so. Chosen
 * on labelled items (analysis-experiments.md).
 */
export const MIN_ASPECT = 0.15
export const MIN_ASPECT_SHARE = 0.6
/** Of a phrase that is the subject of a subtheme: members, their share, and its similarity to them. Guess. */
export const MIN_SUBJECT_PHRASE = { count: 2, share: 0.5, similarity: 0.45 }
/** Probability from which an aspect is shown with an insight. Guess. */
export const MIN_SHOWN_ASPECT = 0.35
