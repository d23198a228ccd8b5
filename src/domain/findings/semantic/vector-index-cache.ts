import { centered, matrixOf, rowOf } from '#engine/clustering/matrix.ts'
import { dequantize } from '#engine/embed/quantize.ts'
import { VectorIndex } from '#engine/embed/vector-index.ts'
import type { Db } from '#store/open.ts'
import { findCenteringMean, listVectorsAfter, lowestIdBefore } from './queries.ts'

/** Vectors of all organizations together: some 230 MB. */
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

export const centeredVector = (vector: Float32Array, mean: Float32Array) => rowOf(centered(matrixOf([vector]), mean), 0)

/** In-memory indexes of the organizations that were searched; the least recently used ones are evicted. */
export class VectorIndexCache {
  readonly #cache = new Map<string, CachedIndex>()
  #searches = 0

  /** The cached index with all new vectors; a new one when vectors were recomputed. */
  async load(
    db: Db,
    org: string,
    { model, reembeddedAt }: { model: string; reembeddedAt: string | null },
  ): Promise<{ index: VectorIndex; mean: Float32Array }> {
    const key = `${org}/${model}`
    let cached = this.#cache.get(key)
    if (cached?.reembeddedAt !== reembeddedAt) cached = undefined
    if (!cached) {
      const mean = await findCenteringMean(db, org, model)
      cached = { index: new VectorIndex(), mean, reembeddedAt, lastId: null, loading: undefined, lastUsed: 0 }
      this.#cache.set(key, cached)
    }
    cached.lastUsed = ++this.#searches
    const own = cached
    own.loading ??= addNewVectors(db, org, model, own).finally(() => (own.loading = undefined))
    await own.loading
    this.#evictLeastRecentlyUsed()
    return own
  }

  clear() {
    this.#cache.clear()
  }

  #evictLeastRecentlyUsed() {
    let total = [...this.#cache.values()].reduce((sum, { index }) => sum + index.size, 0)
    for (const [key, { index }] of [...this.#cache].sort((a, b) => a[1].lastUsed - b[1].lastUsed).slice(0, -1)) {
      if (total <= maxVectors) break
      this.#cache.delete(key)
      total -= index.size
    }
  }
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
