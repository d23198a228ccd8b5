import type { SemanticSearch, SimilarInsight } from '#domain/context.ts'
import { activeModel } from '#domain/findings/analysis/active-model.ts'
import { type Embedder, openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import { withTopicWeight } from '#engine/embed/joined-vector.ts'
import { scaleSimilarity } from '#engine/embed/hybrid-score.ts'
import { rerankByNeighbours } from '#engine/embed/rerank-by-neighbours.ts'
import { bySimilarity, type Match, type VectorIndex } from '#engine/embed/vector-index.ts'
import { QUERY_TOPIC_WEIGHT, RERANK_CANDIDATES } from '#engine/thresholds.ts'
import type { Db } from '#store/open.ts'
import { listLiveInsights } from './queries.ts'
import { centeredVector, VectorIndexCache } from './vector-index-cache.ts'

type ActiveEmbedder = { model: string; embed: Embedder['embed']; reembeddedAt: string | null }

/**
 * Semantic search. PostgreSQL stores the vectors; each instance keeps an in-memory index of the organizations it was
 * asked about and adds new vectors before each search. Results are ids of live insights; the caller's query decides
 * what may be shown.
 */
export class VectorSearch implements SemanticSearch {
  readonly #tier: Tier | 'auto'
  readonly #indexes = new VectorIndexCache()
  #bestEmbedder: Promise<Embedder> | undefined
  #staticEmbedder: Promise<Embedder> | undefined

  constructor(tier: Tier | 'auto') {
    this.#tier = tier
  }

  /** The insights most similar to a text; undefined when the organization has no vectors. */
  async search(db: Db, org: string, text: string, limit = RERANK_CANDIDATES): Promise<SimilarInsight[] | undefined> {
    const embedder = await this.#activeEmbedder(db, org)
    const { index, mean } = await this.#indexes.load(db, org, embedder)
    if (index.size === 0) return undefined
    const [vector] = await embedder.embed([text])
    return rankedInsights(
      db,
      org,
      index,
      index.nearest(withTopicWeight(centeredVector(vector!, mean), QUERY_TOPIC_WEIGHT), limit),
    )
  }

  /** The insights most similar to some others, without these; undefined when none of them has a vector. */
  async findSimilar(
    db: Db,
    org: string,
    insightIds: readonly string[],
    limit = RERANK_CANDIDATES,
  ): Promise<SimilarInsight[] | undefined> {
    const { index } = await this.#indexes.load(db, org, await this.#activeEmbedder(db, org))
    const vectors = insightIds.flatMap((id) => index.vectorOf(id) ?? [])
    if (vectors.length === 0) return undefined
    const best = new Map<string, number>()
    for (const vector of vectors)
      for (const { id, similarity } of index.nearest(vector, limit + insightIds.length))
        best.set(id, Math.max(best.get(id) ?? -1, similarity))
    const others = [...best].filter(([id]) => !insightIds.includes(id)).map(([id, similarity]) => ({ id, similarity }))
    return rankedInsights(db, org, index, others.sort(bySimilarity).slice(0, limit))
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
