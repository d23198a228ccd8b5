import type { SemanticSearch, SimilarInsight } from '#domain/context.ts'
import { activeModel } from '#domain/findings/analysis/active-model.ts'
import { type Embedder, openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import { withTopicWeight } from '#engine/vectors/joined-vector.ts'
import { scaleSimilarity } from '#engine/search/hybrid-score.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { rerankByNeighbours } from '#engine/search/rerank-by-neighbours.ts'
import { bySimilarity, type Match, VectorIndex } from '#engine/search/vector-index.ts'
import { QUERY_TOPIC_WEIGHT, RERANK_CANDIDATES } from '#engine/thresholds/search.ts'
import type { Db } from '#store/open.ts'
import { findSpaceMean, listNearest, listVectorsOf } from './queries-spaces.ts'
import { listLiveInsights } from './queries.ts'
import { centeredVector, VectorIndexCache } from './vector-index-cache.ts'

const defaultMaxBytes = 512 * 1024 * 1024
const maxEmbedded = 5000

type ActiveEmbedder = { model: string; embed: Embedder['embed']; reembeddedAt: string | null }

/** What is searched: the vectors of an organization, in memory or in the database. */
type Searched = {
  mean: Float32Array
  isEmpty: boolean
  nearest(vector: Float32Array, limit: number): Match[] | Promise<Match[]>
  /** An index that has the vectors of these insights. */
  vectorsOf(ids: readonly string[]): VectorIndex | Promise<VectorIndex>
}

/**
 * Semantic search. Where the vector extension is installed, PostgreSQL compares the vectors. Elsewhere each instance
 * keeps an in-memory index of the organizations it was asked about and adds new vectors before each search. Results are
 * ids of live insights; the caller's query decides what may be shown.
 */
export class VectorSearch implements SemanticSearch {
  readonly #tier: Tier | 'auto'
  readonly #indexes: VectorIndexCache
  readonly #embedded = new Map<string, Float32Array>()
  #bestEmbedder: Promise<Embedder> | undefined
  #staticEmbedder: Promise<Embedder> | undefined

  constructor(tier: Tier | 'auto', maxBytes = defaultMaxBytes) {
    this.#tier = tier
    this.#indexes = new VectorIndexCache(maxBytes)
  }

  /** Vectors held in memory. */
  get vectorsInMemory() {
    return this.#indexes.vectorCount
  }

  /** The insights most similar to a text; undefined when the organization has no vectors. */
  async search(db: Db, org: string, text: string, limit = RERANK_CANDIDATES): Promise<SimilarInsight[] | undefined> {
    const embedder = await this.#activeEmbedder(db, org)
    const searched = await this.#open(db, org, embedder)
    if (searched.isEmpty) return undefined
    const [vector] = await embedder.embed([text])
    const query = withTopicWeight(centeredVector(vector!, searched.mean), QUERY_TOPIC_WEIGHT)
    return rankedInsights(db, org, searched, await searched.nearest(query, limit))
  }

  /** The insights most similar to some others, without these; undefined when none of them has a vector. */
  async findSimilar(
    db: Db,
    org: string,
    insightIds: readonly string[],
    limit = RERANK_CANDIDATES,
  ): Promise<SimilarInsight[] | undefined> {
    const searched = await this.#open(db, org, await this.#activeEmbedder(db, org))
    const own = await searched.vectorsOf(insightIds)
    const vectors = insightIds.flatMap((id) => own.vectorOf(id) ?? [])
    if (vectors.length === 0) return undefined
    const best = new Map<string, number>()
    for (const vector of vectors)
      for (const { id, similarity } of await searched.nearest(vector, limit + insightIds.length))
        best.set(id, Math.max(best.get(id) ?? -1, similarity))
    const others = [...best].filter(([id]) => !insightIds.includes(id)).map(([id, similarity]) => ({ id, similarity }))
    return rankedInsights(db, org, searched, others.sort(bySimilarity).slice(0, limit))
  }

  /** Texts that were embedded a moment ago are not embedded again: a plan is mostly followed by its application. */
  async embedder(db: Db, org: string) {
    const { model, embed } = await this.#activeEmbedder(db, org)
    return { model, embed: (texts: readonly string[]) => this.#embedOnce(model, texts, embed) }
  }

  async #embedOnce(model: string, texts: readonly string[], embed: Embedder['embed']): Promise<Float32Array[]> {
    if (this.#embedded.size > maxEmbedded) this.#embedded.clear()
    const missing = [...new Set(texts)].filter((text) => !this.#embedded.has(`${model} ${text}`))
    const vectors = missing.length > 0 ? await embed(missing) : []
    for (const [n, text] of missing.entries()) this.#embedded.set(`${model} ${text}`, vectors[n]!)
    return texts.map((text) => this.#embedded.get(`${model} ${text}`)!)
  }

  async #open(db: Db, org: string, embedder: ActiveEmbedder): Promise<Searched> {
    const { model } = embedder
    const storedMean = await findSpaceMean(db, org, model)
    if (storedMean)
      return {
        mean: storedMean,
        isEmpty: false,
        nearest: (vector, limit) => listNearest(db, org, model, { vector, limit }),
        vectorsOf: async (ids) => {
          const index = new VectorIndex()
          for (const { id, vector } of await listVectorsOf(db, org, model, ids))
            index.add(id, centeredVector(dequantize(vector), storedMean))
          return index
        },
      }
    const { index, mean } = await this.#indexes.load(db, org, embedder)
    return {
      mean,
      isEmpty: index.size === 0,
      nearest: (vector, limit) => index.nearest(vector, limit),
      vectorsOf: () => index,
    }
  }

  async close() {
    this.#indexes.clear()
    await (await this.#bestEmbedder?.catch(() => undefined))?.close()
  }

  /** The embedder of the organization's active model: only vectors of one model can be compared. */
  async #activeEmbedder(db: Db, org: string): Promise<ActiveEmbedder> {
    const best = await (this.#bestEmbedder ??= openEmbedder(this.#tier, 1))
    const { model, reembeddedAt } = await activeModel(db, org, best.model)
    const { embed } = model === best.model ? best : await (this.#staticEmbedder ??= openEmbedder('static'))
    return { model, embed, reembeddedAt }
  }
}

/** Leaves out what is no longer live, then re-ranks the rest. */
async function rankedInsights(
  db: Db,
  org: string,
  searched: Searched,
  matches: readonly Match[],
): Promise<SimilarInsight[]> {
  const ids = matches.map(({ id }) => id)
  const [rows, vectors] = await Promise.all([listLiveInsights(db, org, ids), searched.vectorsOf(ids)])
  const feedbackOf = new Map(rows.map((row) => [row.id, row.feedback_id]))
  const live = matches.filter(({ id }) => feedbackOf.has(id) && vectors.has(id))
  return rerankByNeighbours(vectors, live).map(({ id, similarity }) => ({
    insight_id: id,
    feedback_id: feedbackOf.get(id)!,
    similarity: scaleSimilarity(similarity),
  }))
}
