/* Clustering: clustering/cluster.ts, louvain.ts, nearest-neighbours.ts, average-linkage.ts. */

/** Vectors that are clustered; the others get the label of their nearest neighbours. Guess. */
export const MAX_CLUSTERED_VECTORS = 3200
/**
 * Nearest neighbours connected to each vector in the graph. Fewer and more changed little (analysis-experiments.md).
 */
export const GRAPH_NEIGHBOURS = 20
/** Similarity of an edge; a weaker one is left out. Guess. */
export const MIN_EDGE_SIMILARITY = 0.02
/** Nearest neighbours a vector is moved towards. Twenty gained a point on one sample (analysis-experiments.md). */
export const SMOOTHING_NEIGHBOURS = 10
/** Times the vectors are moved. Guess. */
export const SMOOTHING_ROUNDS = 1
/** Exponent of the similarity by which a neighbour weighs in the move. Guess. */
export const SMOOTHING_EXPONENT = 4
/** Share of the way to its neighbours that a vector is moved. Guess. */
export const SMOOTHING_SHARE = 0.5
/** Resolutions of Louvain. Steps twice as dense lost on Banking77 (analysis-experiments.md). */
export const LOUVAIN_RESOLUTIONS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 6, 8, 12, 16, 24, 32, 48, 64]
/**
 * Share of the nearest neighbours that must stay in one cluster. Chosen on three samples of public data sets
 * (analysis-quality.md).
 */
export const MIN_NEIGHBOUR_PURITY = 0.92
/** Nearest neighbours that are looked at for it: fewer in a small set, whose clusters are small. Guess. */
export const PURITY_NEIGHBOURS = { small: 3, large: 5, smallBelow: 200 }
/**
 * Silhouette by which the chosen partition may be worse than the best. 0.03 lost on Banking77
 * (analysis-experiments.md).
 */
export const MAX_SILHOUETTE_LOSS = 0.05
/** Vectors in a cluster on average: so many, or this share of all vectors where that is less. Guess. */
export const MIN_MEAN_CLUSTER_SIZE = { count: 8, divisor: 6 }
/** Times each vector is reassigned to its nearest centroid. Guess. */
export const REASSIGNMENT_ROUNDS = 2
/** Nearest clustered vectors that vote for the label of a vector that was not clustered. Guess. */
export const LABEL_VOTERS = 10
/**
 * Size relative to the mean below which a cluster is a fragment. Chosen on three samples of public data sets
 * (analysis-quality.md).
 */
export const MAX_FRAGMENT_SIZE = 0.6
/**
 * Similarity of the centroids of a fragment and the cluster it joins. Chosen on three samples of public data sets
 * (analysis-quality.md).
 */
export const MIN_FRAGMENT_SIMILARITY = 0.65

/** Vectors up to which average linkage is used. Guess. */
export const MAX_LINKED_VECTORS = 1200
/** The similarity down to which it merges groups. Chosen on labelled items (analysis-quality.md). */
export const MIN_LINKED_SIMILARITY = 0.44
/**
 * Weights of topics that are compared for more vectors. Chosen on public data sets and on feedback
 * (analysis-quality.md).
 */
export const TOPIC_WEIGHTS = [0, 0.15]
/**
 * Neighbours towards which a vector is moved before. Chosen on labelled items: ten lost a point
 * (analysis-experiments.md).
 */
export const LINKAGE_SMOOTHING_NEIGHBOURS = 5

/**
 * The mixture of similarities that themes are found with (clustering/mixed-similarity.ts). Chosen on labelled items
 * (analysis-experiments.md).
 */
export const MIXTURE = { vectors: 0.65, words: 0.15, mentions: 0.2 }
/** Share of the texts above which a word says nothing about what two of them have in common. Guess. */
export const MAX_MIXED_WORD_SHARE = 0.25
/**
 * Nearest texts that a text is moved towards: this share of all, in these bounds. Chosen on labelled items
 * (analysis-experiments.md).
 */
export const MIXTURE_NEIGHBOURS = { min: 3, max: 12, share: 0.1 }
/** Similarity below which a text is no neighbour. Chosen on labelled items (analysis-experiments.md). */
export const MIN_MIXTURE_NEIGHBOUR = 0.15
/** Share of the way to its neighbours that a text is moved. Chosen on labelled items (analysis-experiments.md). */
export const MIXTURE_SHARE = 0.5
/** How much more the nearest neighbours count: the lower, the more. Guess. */
export const MIXTURE_TEMPERATURE = 0.1
/**
 * The similarity down to which groups are joined, and from which a text stays in its group. Chosen on labelled items
 * (analysis-experiments.md).
 */
export const MIN_GROUP_SIMILARITY = 0.35
export const MIN_GROUP_MEMBER_SIMILARITY = 0.3
/** Times that a text moves to the group it is most similar to. Chosen on labelled items (analysis-experiments.md). */
export const GROUP_ROUNDS = 2
/** Texts from which it is known what those in a language share. Chosen on labelled items (analysis-experiments.md). */
export const MIN_TEXTS_OF_LANGUAGE = 15
