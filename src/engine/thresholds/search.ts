/* Search: embed/, ask/. */

/**
 * Weight of the topic in a query: every text has a topic near to some other, also one about nothing in the data. Guess;
 * with none, public data sets gain and feedback loses (analysis-quality.md).
 */
export const QUERY_TOPIC_WEIGHT = 0.3
/** Nearest insights that are re-ranked. Chosen on queries of public data sets (analysis-quality.md). */
export const RERANK_CANDIDATES = 200
/** Nearest results a result is scored together with. Chosen on queries of public data sets (analysis-quality.md). */
export const RERANK_NEIGHBOURS = 10
/** Weight of a result's own score beside theirs. Chosen on queries of public data sets (analysis-quality.md). */
export const RERANK_OWN_WEIGHT = 1.5
/**
 * Top results whose weighted centroid the others are compared with, and the share of the score this makes up. Chosen on
 * queries of public data sets (analysis-quality.md).
 */
export const RERANK_SEEDS = 5
export const RERANK_SEED_SHARE = 0.6
/** Similarity from which a result keeps its score. Chosen on queries of public data sets (analysis-quality.md). */
export const RERANK_KEEP_SIMILARITY = 0.85
/** Candidates by Hamming distance for each result wanted, and at least. Guess. */
export const HAMMING_CANDIDATES_PER_RESULT = 8
export const MIN_HAMMING_CANDIDATES = 400
/** Exponent that spreads the centered similarity so that 0.5 means about the same thing. Guess. */
export const SIMILARITY_EXPONENT = 0.7
/**
 * Share of the keyword score where all, or some, terms match, and the similarity assumed where it is unknown. Guess.
 */
export const HYBRID_ALL_TERMS = { keywordShare: 0.2, defaultSimilarity: 0.5 }
export const HYBRID_SOME_TERMS = { keywordShare: 0.1, shareOfBestSimilarity: 0.5 }
/** Citations of an answer, and of each of its groups. Guess. */
export const MAX_ANSWER_CITATIONS = 12
export const ANSWER_CITATIONS_PER_GROUP = 3

export type Relevance = {
  /** Similarity of the best result below which nothing is relevant. */
  minBest: number
  /** Share of the best similarity from which another result is relevant. */
  minRatio: number
}

/** A search may show a doubtful result at the end of the list. Chosen on test/overview/search-corpus.ts. */
export const SEARCH_RELEVANCE: Relevance = { minBest: 0.49, minRatio: 0.68 }
/** An answer counts its sources. Chosen on test/overview/search-corpus.ts. */
export const ANSWER_RELEVANCE: Relevance = { minBest: 0.55, minRatio: 0.8 }
/**
 * The same of a question none of whose words any insight has. Chosen on test/overview/questions and
 * test/overview/search-corpus.ts.
 */
export const UNKNOWN_WORDS_RELEVANCE: Relevance = { minBest: 0.64, minRatio: 0.8 }
/** The same within a theme or subtheme that the question names. Chosen on test/overview/search-corpus.ts. */
export const NAMED_THEME_RELEVANCE: Relevance = { minBest: 0.48, minRatio: 0.6 }
/** Probability from which an aspect that the analysis read counts for an answer. Guess. */
export const MIN_ASPECT_OF_ANSWER = 0.4
