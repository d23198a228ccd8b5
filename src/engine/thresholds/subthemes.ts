/* Subthemes: clustering/plan-synthesis.ts. */

/** Unclustered insights from which themes are made. Guess. */
export const MIN_INSIGHTS_FOR_THEMES = 12
/** Centered similarity to a centroid from which an insight joins a subtheme. Guess. */
export const MIN_SUBTHEME_SIMILARITY = 0.45
/** Centered similarity to the centroid of its new cluster; a less similar insight stays unclustered. Guess. */
export const MIN_MEMBER_SIMILARITY = 0.38
/** Insights; a smaller cluster is not stored. Chosen on labelled items (analysis-quality.md). */
export const MIN_SUBTHEME_SIZE = 2
/**
 * Clustering runs again when the unclustered insights exceed those of the last run by this factor and this number.
 * Guess.
 */
export const RECLUSTER_GROWTH = { factor: 1.2, count: 10 }
/** Centered similarity to the insight that names a subtheme from which a member makes the same point. Guess. */
export const MIN_SUPPORT_SIMILARITY = 0.45
/** Words of a subtheme's name that a language model writes. Guess. */
export const MAX_WRITTEN_NAME_WORDS = 12
/**
 * Share of the members that use the phrase in a subtheme's name, and its similarity to them; and of a weaker one.
 * Chosen on labelled items (analysis-quality.md).
 */
export const MIN_SHARED_PHRASE = { share: 0.34, similarity: 0.3 }
export const MIN_WEAK_SHARED_PHRASE = { share: 0.2, similarity: 0.5 }
/** Centered similarity to the centroid from which a member is quoted in the description. Guess. */
export const MIN_DESCRIPTION_SIMILARITY = 0.6
/** Members nearest to the centre of a subtheme of which one names it. Guess. */
export const MAX_NAME_CANDIDATES = 60
/** Centered similarity from which another subtheme is shown as related, and how many are shown. Guess. */
export const MIN_RELATED_SIMILARITY = 0.3
export const MAX_RELATED_SUBTHEMES = 10
