import type { Ctx, SimilarInsight } from '#domain/context.ts'
import { listLiveInsights, listInsightIdsOfFeedback } from '#domain/findings/semantic/queries.ts'
import { minRelevantSimilarity } from '#engine/ask/relevant-matches.ts'
import { hybridScore } from '#engine/search/hybrid-score.ts'
import { type Relevance, SEARCH_RELEVANCE } from '#engine/thresholds/search.ts'
import type { Db } from '#store/open.ts'
import { compareHits, type Hit } from './hits.ts'
import { findByIds, type SearchScope } from './queries.ts'
import type { SearchType } from './queries-searchable.ts'

/* Semantic search finds insights, and through them the feedback they were extracted from. */

/** What a semantic search needs of the request. */
type SearchContext = Pick<Ctx, 'db' | 'org' | 'semanticSearch'>

const semanticTypes: readonly SearchType[] = ['insight', 'feedback']

/** `minSimilarity` is a fixed limit; without it results are compared with the best one. */
type SemanticQuery = { q: string; scope: SearchScope; minSimilarity: number | undefined }

/** The similarity from which a result is kept; above 1 when none is. */
function cutoffOf(
  similar: readonly SimilarInsight[],
  minSimilarity: number | undefined,
  relevance: Relevance = SEARCH_RELEVANCE,
): number {
  const similarities = similar.map((one) => one.similarity)
  return minSimilarity ?? minRelevantSimilarity(similarities, relevance) ?? Infinity
}

/** Similarity by id, of insights and of the feedback they were extracted from. */
function similarityById(similar: readonly SimilarInsight[]): Map<string, number> {
  const similarities = new Map<string, number>()
  for (const { insight_id, feedback_id, similarity } of similar) {
    similarities.set(insight_id, similarity)
    if (feedback_id !== null && !similarities.has(feedback_id)) similarities.set(feedback_id, similarity)
  }
  return similarities
}

type HitFilter = { scope: SearchScope; cutoff: number }

/** The similar records that are visible, pass the filters and are similar enough. */
async function filterHits(
  db: Db,
  org: string,
  similar: readonly SimilarInsight[],
  { scope: { types, filters }, cutoff }: HitFilter,
): Promise<Hit[]> {
  const similarities = similarityById(similar.filter((one) => one.similarity >= cutoff))
  const hits = await findByIds(db, org, [...similarities.keys()], {
    types: types.filter((type) => semanticTypes.includes(type)),
    filters,
  })
  return hits.map((hit) => ({ ...hit, score: similarities.get(hit.id)! }))
}

/** Undefined when semantic search is not available. */
export async function searchSemantically(
  { db, org, semanticSearch }: SearchContext,
  { q, scope, minSimilarity }: SemanticQuery,
): Promise<Hit[] | undefined> {
  const similar = await semanticSearch?.search(db, org, q)
  return similar && filterHits(db, org, similar, { scope, cutoff: cutoffOf(similar, minSimilarity) })
}

/** `matchedTerms` says whether the lexical hits contain all words of the query or some. */
type LexicalHits = { hits: readonly Hit[]; matchedTerms: 'all' | 'some' }

/** Similarity assumed for a hit with all words of the query: at least this share of the best similarity. */
const allTermsShare = 0.9

/** Share of the best score from which a hit with some words of the query is kept, if its similarity is known. */
const minShareOfBestScore = 0.33

/** The union of lexical and semantic hits with a combined score, highest for those found by both. */
export async function hybridSearch(
  { db, org, semanticSearch }: SearchContext,
  { q, scope, minSimilarity }: SemanticQuery,
  { hits: lexicalHits, matchedTerms }: LexicalHits,
): Promise<Hit[] | undefined> {
  const similar = await semanticSearch?.search(db, org, q)
  if (!similar) return undefined
  const cutoff = cutoffOf(similar, minSimilarity)
  const bestSimilarity = similar[0]?.similarity ?? 0
  const similarities = similarityById(similar)
  const similarityOf = ({ id }: Hit): number | undefined => {
    const similarity = similarities.get(id)
    if (matchedTerms === 'some') return similarity
    const assumed = bestSimilarity >= cutoff ? bestSimilarity * allTermsShare : undefined
    return similarity !== undefined && similarity >= cutoff && similarity > (assumed ?? 0) ? similarity : assumed
  }
  const topScore = Math.max(1e-9, ...lexicalHits.map((hit) => hit.score))
  const hits = new Map<string, Hit>()
  for (const hit of await filterHits(db, org, similar, { scope, cutoff })) {
    const score = hybridScore({ similarity: hit.score, bestSimilarity, keywordScore: 0, matchedTerms })
    hits.set(hit.id, { ...hit, score })
  }
  for (const hit of lexicalHits) {
    const keywordScore = hit.score / topScore
    const score = hybridScore({ similarity: similarityOf(hit), bestSimilarity, keywordScore, matchedTerms })
    hits.set(hit.id, { ...hit, score })
  }
  if (matchedTerms === 'all' || minSimilarity !== undefined) return [...hits.values()]
  const minScore = minShareOfBestScore * Math.max(0, ...[...hits.values()].map((hit) => hit.score))
  return [...hits.values()].filter((hit) => hit.score >= minScore || !similarities.has(hit.id))
}

type InsightQuery = { q: string; filters: SearchScope['filters']; relevance: Relevance }

/** Ids of the insights about a question, most similar first; none when semantic search is not available. */
export async function listInsightsAbout(
  { db, org, semanticSearch }: SearchContext,
  { q, filters, relevance }: InsightQuery,
): Promise<string[]> {
  const similar = await semanticSearch?.search(db, org, q)
  if (!similar) return []
  const cutoff = cutoffOf(similar, undefined, relevance)
  const hits = await filterHits(db, org, similar, { scope: { types: ['insight'], filters }, cutoff })
  return hits.sort(compareHits).map((hit) => hit.id)
}

type SimilarQuery = {
  type: SearchType
  id: string
  types: readonly SearchType[]
  min_similarity: number
  limit: number
}

/** Similar to an insight, or to the insights of a piece of feedback. */
export async function semanticallySimilar(
  { db, org, semanticSearch }: SearchContext,
  { type, id, types, min_similarity, limit }: SimilarQuery,
): Promise<Hit[] | undefined> {
  if (type !== 'insight' && type !== 'feedback') return undefined
  const requested = type === 'insight' ? [id] : (await listInsightIdsOfFeedback(db, org, id)).map((row) => row.id)
  const live = (await listLiveInsights(db, org, requested)).map((row) => row.id)
  const similar = await semanticSearch?.findSimilar(db, org, live)
  if (!similar) return undefined
  const hits = await filterHits(db, org, similar, { scope: { types, filters: {} }, cutoff: min_similarity })
  return hits
    .filter((hit) => hit.id !== id)
    .sort(compareHits)
    .slice(0, limit)
}
