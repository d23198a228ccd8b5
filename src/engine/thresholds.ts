/*
 * Every tunable number of the analysis engine. A similarity is a cosine; centered means relative to the organization's
 * mean vector. "Chosen on" names the data of the experiment (docs/lab/analysis-quality.md, docs/lab/analysis-experiments.md).
 */
/* Statements: analyze.ts, text/split-statements.ts */
/** Statements read of one source; the rest is ignored. */
export const MAX_STATEMENTS = 4000
/** Statements, or sources, classified before the thread is given up. */
export const FINDINGS_PER_TURN = 50
/** Characters; a longer sentence is cut at a space. */
export const MAX_STATEMENT_LENGTH = 600
/** Words; a shorter sentence is joined to the one before it. */
export const MIN_SENTENCE_WORDS = 4
/** Words; a shorter statement is dropped if the source has longer ones. */
export const MIN_STATEMENT_WORDS = 3
/** Characters of a sentence joined with one that depends on it ("It has done so since Monday"). */
export const MAX_DEPENDENT_LENGTH = 280

/* Classification: classifiers/; hyperparameters are in scripts/fit-classifiers.ts */
/** Exponent by which a rating shifts the sentiment of a point alone in its text, and of one among several. */
export const RATING_STRENGTH = { whole: 2.6, part: 0.6 }
/** Rating up to which praise alone is meant ironically. */
export const MAX_IRONIC_RATING = 0.1
/** Weight of how often a sentiment and a category go together, and its least value. */
export const LABEL_AFFINITY_EXPONENT = 0.7
export const MIN_LABEL_AFFINITY = 0.02
/** Confidence below which a language model may change the labels of a finding. */
export const MAX_UNCERTAIN_CONFIDENCE = 0.55

/* Near-duplicates: text/minhash.ts, domain/findings/analysis/near-duplicates.ts */
/** Hash functions of a MinHash. */
export const MINHASH_SIZE = 64
/** Words in a shingle. */
export const SHINGLE_WORDS = 3
/** Estimated Jaccard similarity from which a text is another one with a word changed. */
export const MIN_NEAR_DUPLICATE_SIMILARITY = 0.85
/** Words; shorter texts share their few words by chance. */
export const MIN_NEAR_DUPLICATE_WORDS = 8
/** Characters from which identical texts without a contact are duplicates. */
export const MIN_ANONYMOUS_DUPLICATE_LENGTH = 60
/** Characters of a text that are compared. */
export const MAX_DUPLICATE_LENGTH = 4000

/* Clustering: clustering/cluster.ts, louvain.ts, nearest-neighbours.ts.
 * Neighbour purity and the rule for merging fragments were chosen on three samples of Banking77, StackOverflow and
 * CLINC150. */

/** Vectors that are clustered; the others get the label of their nearest neighbours. */
export const MAX_CLUSTERED_VECTORS = 3200
/** Nearest neighbours connected to each vector in the graph. */
export const GRAPH_NEIGHBOURS = 20
/** Similarity of an edge; a weaker one is left out. */
export const MIN_EDGE_SIMILARITY = 0.02
/** Nearest neighbours a vector is moved towards; twenty were tried on one sample of StackOverflow only. */
export const SMOOTHING_NEIGHBOURS = 10
/** Times the vectors are moved. */
export const SMOOTHING_ROUNDS = 1
/** Exponent of the similarity by which a neighbour weighs in the move. */
export const SMOOTHING_EXPONENT = 4
/** Share of the way to its neighbours that a vector is moved. */
export const SMOOTHING_SHARE = 0.5
/** Resolutions of Louvain; steps twice as dense were tried and rejected (Banking77 lost). */
export const LOUVAIN_RESOLUTIONS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 6, 8, 12, 16, 24, 32, 48, 64]
/** Share of the nearest neighbours that must stay in one cluster; chosen on the three samples above. */
export const MIN_NEIGHBOUR_PURITY = 0.92
/** Nearest neighbours that are looked at for it: fewer in a small set, whose clusters are small. */
export const PURITY_NEIGHBOURS = { small: 3, large: 5, smallBelow: 200 }
/** Silhouette by which the chosen partition may be worse than the best; 0.03 lost on unequal topics of Banking77. */
export const MAX_SILHOUETTE_LOSS = 0.05
/** Vectors in a cluster on average: so many, or this share of all vectors where that is less. */
export const MIN_MEAN_CLUSTER_SIZE = { count: 8, divisor: 6 }
/** Times each vector is reassigned to its nearest centroid. */
export const REASSIGNMENT_ROUNDS = 2
/** Nearest clustered vectors that vote for the label of a vector that was not clustered. */
export const LABEL_VOTERS = 10
/** Size relative to the mean below which a cluster is a fragment; chosen on the three samples above. */
export const MAX_FRAGMENT_SIZE = 0.6
/** Similarity of the centroids of a fragment and the cluster it joins; chosen on the three samples above. */
export const MIN_FRAGMENT_SIMILARITY = 0.65

/** Vectors up to which average linkage is used, and the similarity down to which groups are merged. */
export const MAX_LINKED_VECTORS = 1200
export const MIN_LINKED_SIMILARITY = 0.44
/** Weights of topics that are compared for more. */
export const TOPIC_WEIGHTS = [0, 0.15]
/** Neighbours towards which a vector is moved before. */
export const LINKAGE_SMOOTHING_NEIGHBOURS = 5

/* Subthemes: clustering/plan-synthesis.ts */
/** Unclustered insights from which themes are made. */
export const MIN_INSIGHTS_FOR_THEMES = 12
/** Centered similarity to a centroid from which an insight joins a subtheme. */
export const MIN_SUBTHEME_SIMILARITY = 0.45
/** Centered similarity to the centroid of its new cluster; a less similar insight stays unclustered. */
export const MIN_MEMBER_SIMILARITY = 0.38
/** Insights; a smaller cluster is not stored. */
export const MIN_SUBTHEME_SIZE = 2
/** Clustering runs again when the unclustered insights exceed those of the last run by this factor and this number. */
export const RECLUSTER_GROWTH = { factor: 1.2, count: 10 }
/** Centered similarity to the insight that names a subtheme from which a member makes the same point. */
export const MIN_SUPPORT_SIMILARITY = 0.45
/** Words of a subtheme's name that a language model writes. */
export const MAX_WRITTEN_NAME_WORDS = 12
/** Share of the members that use the phrase in a subtheme's name, and its similarity to them; and of a weaker one. */
export const MIN_SHARED_PHRASE = { share: 0.34, similarity: 0.3 }
export const MIN_WEAK_SHARED_PHRASE = { share: 0.2, similarity: 0.5 }
/** Centered similarity to the centroid from which a member is quoted in the description. */
export const MIN_DESCRIPTION_SIMILARITY = 0.6
/** Members nearest to the centre of a subtheme of which one names it. */
export const MAX_NAME_CANDIDATES = 60
/** Centered similarity from which another subtheme is shown as related, and how many are shown. */
export const MIN_RELATED_SIMILARITY = 0.3
export const MAX_RELATED_SUBTHEMES = 10

/* Theme assignment: clustering/assign-themes.ts, create-themes.ts, theme-definition.ts */
export const MAX_THEMES = 20
/** Centered similarity from which an insight matches a definition. */
export const MIN_DEFINITION_SIMILARITY = 0.42
/** By how much the included part must be more similar than the excluded one. */
export const MIN_DEFINITION_MARGIN = 0.02
/** Centered similarity any two texts may have. */
export const CHANCE_SIMILARITY = 0.2
/** Nearest example insights that vote for the theme of a subtheme, and the weight of each vote. */
export const EXAMPLE_VOTERS = 6
export const EXAMPLE_VOTE_WEIGHT = 0.5
/** Score from which a subtheme is assigned to a theme, and by how much it must exceed the next theme. */
export const MIN_THEME_SCORE = 0.34
export const MIN_THEME_SCORE_MARGIN = 0.05
/** The same in the second attempt, before a subtheme goes to the catch-all theme. */
export const MIN_THEME_SCORE_RETRY = 0.3
/** Centered similarity from which a subtheme joins the theme of another one that is at least as large. */
export const MIN_SAME_THEME_SIMILARITY = 0.5
/** The same for a smaller one. */
export const MIN_SAME_THEME_SIMILARITY_SMALLER = 0.65
/** Members nearest to the centroid whose neighbours are looked at, and how many neighbours of each. */
export const MEMBER_VOTERS = 30
export const MEMBER_NEIGHBOURS = 10
/** Score for each voting member from which its theme is taken, and how many times the next theme's score it must be. */
export const MIN_MEMBER_VOTE = 0.085
export const MIN_MEMBER_VOTE_RATIO = 2
/** Themes that are looked for, less the existing ones: a factor of the square root of the insights, and at least. */
export const THEMES_TO_LOOK_FOR = { factor: 1, min: 8 }
/** Centered similarity down to which subthemes are put into one theme. */
export const MIN_THEME_SIMILARITY = 0.28
/** Insights of a new theme: this number, or this share of all where that is less. */
export const MIN_THEME_SIZE = { count: 3, share: 0.02 }
/** Of a theme's phrase: members that use it, their share, its similarity to the theme; and of a weaker one. */
export const MIN_THEME_PHRASE = { count: 3, share: 0.18, similarity: 0.4 }
export const MIN_WEAK_THEME_PHRASE = { count: 2, share: 0.12, similarity: 0.45 }
/** Share of a theme's members in its product area, likewise. */
export const MIN_AREA_SHARE = 0.35
export const MIN_WEAK_AREA_SHARE = 0.2
/** Share of all insights above which a theme is not widened by groups of the same area. */
export const MAX_AREA_THEME_SHARE = 0.2
/** The same of a subtheme whose members share no phrase, if they are few or many. */
export const MIN_AREA_OF_SUBTHEME = { few: 0.5, fewMembers: 3, many: 0.3 }
/** Probability of its area from which an insight without a subtheme belongs to the theme of that area. */
export const MIN_AREA_PROBABILITY = 0.5
/** Centered similarity to a subtheme from which an insight belongs to its theme, though not to the subtheme. */
export const MIN_SAME_THEME_AS_SUBTHEME = 0.25

/* Proposals: clustering/review-themes.ts */
/** Insights; smaller themes, and smaller parts of a theme, are not reviewed. */
export const MIN_REVIEWED_INSIGHTS = 8
/** Themes searched for when clustering from scratch. */
export const MAX_REVIEW_THEMES = 16
export const MIN_REVIEW_THEMES = 4
/** Share of a theme in one new cluster from which it may be merged, or split. */
export const MIN_MERGE_SHARE = 0.6
export const MIN_SPLIT_SHARE = 0.25
/** Centered similarity from which two themes may be merged, and up to which two parts may be split. */
export const MIN_MERGE_SIMILARITY = 0.35
export const MAX_SPLIT_SIMILARITY = 0.45
/** Members that must contain a proposed name: this number, and this many times those that contain the current name. */
export const MIN_RENAME_MEMBERS = 3
export const MIN_RENAME_RATIO = 4

/* Names: naming/ */
/** Words of an insight's name. */
export const MAX_INSIGHT_NAME_WORDS = 12
/** Characters of a member's text that are searched for phrases. */
export const MAX_PHRASE_TEXT_LENGTH = 400
/** Share of a phrase's uses inside a longer phrase from which the longer one is taken. */
export const MIN_LONGER_PHRASE_SHARE = 0.8
/** Quotes in a subtheme's description, and the TF-IDF similarity up to which another one says something new. */
export const MAX_DESCRIPTION_QUOTES = 3
export const MAX_DESCRIPTION_SIMILARITY = 0.5

/* Topics of groups: naming/group-topics.ts */
/** Members that use a phrase. */
export const MIN_PHRASE_MEMBERS = 2
/** Phrases that are compared with the groups, the most used ones. */
export const MAX_PHRASE_CANDIDATES = 500
/** Exponents of a phrase's score: share of the group, share of its uses in the group, similarity to its centroid. */
export const TOPIC_PHRASE_EXPONENTS = { share: 0.5, purity: 0.5, similarity: 1.2 }
/** Factor by the number of words, from none to three. */
export const TOPIC_PHRASE_LENGTH_FACTOR = [0, 0.85, 1.15, 1.1]
/** What a phrase gains when every member that uses it is about it. */
export const MENTION_BONUS = 0.6
/** Exponent of a probability by which a member votes for its area. */
export const AREA_VOTE_EXPONENT = 0.5

/* Grouping of similar texts: group-similar-texts.ts */
/** TF-IDF similarity from which two texts are one group: one word in three, or two in five, but not one in four. */
export const MIN_SAME_WORDS_SIMILARITY = 0.28
/** Similarity of two vectors, centered on the mean of texts in general. */
export const MIN_SAME_MEANING_SIMILARITY = 0.55
/** Texts compared pairwise; more are clustered. */
export const MAX_PAIRWISE_TEXTS = 4000

/* Search: embed/; re-ranking was chosen on queries from two tenths of Banking77, StackOverflow, CLINC150 */
/** Weight of the topic in a query: every text has a topic near to some other, also one about nothing in the data. */
export const QUERY_TOPIC_WEIGHT = 0.3
/** Nearest insights that are re-ranked. */
export const RERANK_CANDIDATES = 200
/** Nearest results a result is scored together with. */
export const RERANK_NEIGHBOURS = 10
/** Weight of a result's own score beside theirs. */
export const RERANK_OWN_WEIGHT = 1.5
/** Top results whose weighted centroid the others are compared with, and the share of the score this makes up. */
export const RERANK_SEEDS = 5
export const RERANK_SEED_SHARE = 0.6
/** Similarity from which a result keeps its score. */
export const RERANK_KEEP_SIMILARITY = 0.85
/** Candidates by Hamming distance for each result wanted, and at least. */
export const HAMMING_CANDIDATES_PER_RESULT = 8
export const MIN_HAMMING_CANDIDATES = 400
/** Exponent that spreads the centered similarity so that 0.5 means about the same thing. */
export const SIMILARITY_EXPONENT = 0.7
/** Share of the keyword score where all, or some, terms match, and the similarity assumed where it is unknown. */
export const HYBRID_ALL_TERMS = { keywordShare: 0.2, defaultSimilarity: 0.5 }
export const HYBRID_SOME_TERMS = { keywordShare: 0.1, shareOfBestSimilarity: 0.5 }

/* Evidence stories: story/ */
export const MAX_STORY_FINDINGS = 10
export const MAX_STORY_QUOTES = 8
/** TF-IDF similarity, and centered similarity, from which a quote repeats another. */
export const MIN_REPEATED_QUOTE_WORDS = 0.8
export const MIN_REPEATED_QUOTE_SIMILARITY = 0.75
/** What a quote loses: for similarity to a chosen one, for a repeated contact or finding, for being hard to read. */
export const QUOTE_PENALTY = { similar: 0.5, sameContact: 0.25, sameFinding: 0.12, hardToRead: 0.3 }
/** What a quote typical of its finding gains. */
export const TYPICAL_QUOTE_BONUS = 0.3
/** Words below which, and characters above which, a quote is hard to read. */
export const MIN_QUOTE_WORDS = 4
export const MAX_READABLE_QUOTE_LENGTH = 320
/** Share of the evidence from which a theme is the main one and is not repeated in each finding. */
export const MIN_MAIN_THEME_SHARE = 0.6
/** Insights in both periods together from which a trend is stated, and the ratio from which it grows or fades. */
export const MIN_TREND_INSIGHTS = 6
export const MIN_TREND_RATIO = 1.5
/** TF-IDF similarity from which a quote in an opportunity's summary repeats another. */
export const MIN_REPEATED_SUMMARY_QUOTE = 0.6

/* Impact of opportunities: impact-score.ts */
/** Days after which an insight counts half. */
export const IMPACT_HALF_LIFE_DAYS = 45
/** Weights of the factors in hundredths, so that a score adds up exactly. */
export const IMPACT_WEIGHTS = { volume: 30, reach: 20, severity: 20, recency: 15, segment: 10, diversity: 5 } as const
export const CATEGORY_SEVERITY = {
  BUGS_AND_ERRORS: 1,
  PAIN_POINTS: 0.9,
  USABILITY_ISSUES: 0.7,
  FEATURE_REQUESTS: 0.5,
} as const
/** Severity of the other categories when the findings of a story are ordered. */
export const OTHER_CATEGORY_SEVERITY = 0.3
/** Source types from which diversity is full. */
export const FULL_DIVERSITY_SOURCE_TYPES = 4
/** The highest weight a segment can have. */
export const MAX_SEGMENT_WEIGHT = 10

/* NPS: nps/ */
/** Responses below which a score is marked as a low sample. */
export const MIN_RELIABLE_RESPONSES = 30
/** Answers with a reason in a group from which themes are reported as its drivers. */
export const MIN_DRIVER_GROUP_SIZE = 5
