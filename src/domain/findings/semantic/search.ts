import { activeModel } from '#domain/findings/analysis/active-model.ts'
import { centered, matrixOf, rowOf } from '#engine/clustering/matrix.ts'
import { type Embedder, openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import { scaleSimilarity } from '#engine/embed/hybrid-score.ts'
import { dequantize } from '#engine/embed/quantize.ts'
import { rerankByNeighbours } from '#engine/embed/rerank-by-neighbours.ts'
import { bySimilarity, type Match, VectorIndex } from '#engine/embed/vector-index.ts'
import { RERANK_CANDIDATES } from '#engine/thresholds.ts'
import type { Db } from '#store/open.ts'
import { findCenteringMean, listLiveInsights, listVectorsAfter, lowestIdBefore } from './queries.ts'

/*
 * Semantic search. PostgreSQL stores the vectors; each process keeps an in-memory index of the organizations it was
 * asked about, adds new vectors before each search, and evicts the least recently used index. Results are ids of live
 * insights; the caller's query decides what may be shown.
 */

/** Vectors of all organizations together: some 170 MB. */
const maxVectors = 400_000
const pageSize = 20_000

type CachedIndex = {
  index: VectorIndex
  mean: Float32Array
  reembeddedAt: string | null
  lastId: string | null
  loading: Promise<void> | undefined
  lastUsed: number
}

let configuredTier: Tier | 'auto' | undefined
let bestEmbedder: Promise<Embedder> | undefined
let staticEmbedder: Promise<Embedder> | undefined
const cache = new Map<string, CachedIndex>()
let searches = 0

/** Enables semantic search in this process, or disables it. */
export async function configureSemanticSearch(tier: Tier | 'auto' | undefined) {
  const previous = bestEmbedder
  bestEmbedder = undefined
  configuredTier = tier
  cache.clear()
  await (await previous?.catch(() => undefined))?.close()
}

export const isSemanticSearchEnabled = () => configuredTier !== undefined

const openBestEmbedder = () =>
  configuredTier === undefined ? undefined : (bestEmbedder ??= openEmbedder(configuredTier, 1))

export type SimilarInsight = { insight_id: string; feedback_id: string | null; similarity: number }

/** Leaves out what is no longer live, then re-ranks the rest. */
async function rankedInsights(
  db: Db,
  org: string,
  index: VectorIndex,
  matches: readonly Match[],
): Promise<SimilarInsight[]> {
  const rows = await listLiveInsights(
    db,
    org,
    matches.map(({ id }) => id),
  )
  const feedbackOf = new Map(rows.map((row) => [row.id, row.feedback_id]))
  const live = matches.filter(({ id }) => feedbackOf.has(id))
  return rerankByNeighbours(index, live).map(({ id, similarity }) => ({
    insight_id: id,
    feedback_id: feedbackOf.get(id)!,
    similarity: scaleSimilarity(similarity),
  }))
}

/** The insights most similar to a text; undefined when semantic search is not available. */
export async function searchByMeaning(
  db: Db,
  org: string,
  text: string,
  limit = RERANK_CANDIDATES,
): Promise<SimilarInsight[] | undefined> {
  const embedder = await activeEmbedder(db, org)
  if (!embedder) return undefined
  const { index, mean } = await loadIndex(db, org, embedder)
  if (index.size === 0) return undefined
  const [vector] = await embedder.embed([text])
  return rankedInsights(db, org, index, index.nearest(centeredVector(vector!, mean), limit))
}

/** The insights most similar to some others, without these; undefined when none of them has a vector. */
export async function findSimilarInsights(
  db: Db,
  org: string,
  insightIds: readonly string[],
  limit = RERANK_CANDIDATES,
): Promise<SimilarInsight[] | undefined> {
  const embedder = await activeEmbedder(db, org)
  if (!embedder) return undefined
  const { index } = await loadIndex(db, org, embedder)
  const vectors = insightIds.flatMap((id) => index.vectorOf(id) ?? [])
  if (vectors.length === 0) return undefined
  const best = new Map<string, number>()
  for (const vector of vectors)
    for (const { id, similarity } of index.nearest(vector, limit + insightIds.length))
      best.set(id, Math.max(best.get(id) ?? -1, similarity))
  const others = [...best].filter(([id]) => !insightIds.includes(id)).map(([id, similarity]) => ({ id, similarity }))
  return rankedInsights(db, org, index, others.sort(bySimilarity).slice(0, limit))
}

const centeredVector = (vector: Float32Array, mean: Float32Array) => rowOf(centered(matrixOf([vector]), mean), 0)

/** The embedder of the organization's active model: only vectors of one model can be compared. */
type ActiveEmbedder = { model: string; embed: Embedder['embed']; reembeddedAt: string | null }

async function activeEmbedder(db: Db, org: string): Promise<ActiveEmbedder | undefined> {
  const best = await openBestEmbedder()
  if (!best) return undefined
  const { model, reembeddedAt } = await activeModel(db, org, best.model)
  const { embed } = model === best.model ? best : await (staticEmbedder ??= openEmbedder('static'))
  return { model, embed, reembeddedAt }
}

/** The cached index with all new vectors; a new one when vectors were recomputed. */
async function loadIndex(db: Db, org: string, { model, reembeddedAt }: ActiveEmbedder): Promise<CachedIndex> {
  const key = `${org}/${model}`
  let cached = cache.get(key)
  if (cached?.reembeddedAt !== reembeddedAt) cached = undefined
  if (!cached) {
    const mean = await findCenteringMean(db, org, model)
    cached = { index: new VectorIndex(), mean, reembeddedAt, lastId: null, loading: undefined, lastUsed: 0 }
    cache.set(key, cached)
  }
  cached.lastUsed = ++searches
  const own = cached
  own.loading ??= addNewVectors(db, org, model, own).finally(() => (own.loading = undefined))
  await own.loading
  evictLeastRecentlyUsed()
  return own
}

/** Reads back a little, because a transaction that began earlier may have committed later. */
async function addNewVectors(db: Db, org: string, model: string, cached: CachedIndex) {
  let after = cached.lastId === null ? null : lowestIdBefore(cached.lastId)
  for (let left = maxVectors; left > 0; left -= pageSize) {
    const rows = await listVectorsAfter(db, org, model, { after, limit: pageSize })
    for (const { id, vector } of rows)
      if (!cached.index.has(id)) cached.index.add(id, centeredVector(dequantize(vector), cached.mean))
    after = cached.lastId = rows.at(-1)?.id ?? cached.lastId
    if (rows.length < pageSize) break
  }
}

function evictLeastRecentlyUsed() {
  let total = [...cache.values()].reduce((sum, { index }) => sum + index.size, 0)
  for (const [key, { index }] of [...cache].sort((a, b) => a[1].lastUsed - b[1].lastUsed).slice(0, -1)) {
    if (total <= maxVectors) break
    cache.delete(key)
    total -= index.size
  }
}
