import { centered, matrixOf, rowOf } from '#engine/vectors/matrix.ts'
import { vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { VectorIndex } from '#engine/search/vector-index.ts'
import type { Db } from '#store/open.ts'
import { findCenteringMean, findIdBeforeNewest, lowestIdBefore } from './queries.ts'
import { listVectorsAfter } from '#domain/findings/synthesis/queries.ts'

const pageSize = 20_000
/** A byte and a sign bit a dimension, and the id; arrays double as they grow. */
const bytesPerVector = 2 * (vectorDimensions + vectorDimensions / 8) + 100

/** Share of the budget that a first load fills, so that new vectors have room. */
const firstLoadShare = 0.9

type CachedIndex = {
  index: VectorIndex
  mean: Float32Array
  reembeddedAt: string | null
  /** Vectors up to this one are left out: they would not fit. */
  floor: string | null
  lastId: string | null
  loading: Promise<void> | undefined
  lastUsed: number
}

export const centeredVector = (vector: Float32Array, mean: Float32Array) => rowOf(centered(matrixOf([vector]), mean), 0)

/**
 * In-memory indexes of the organizations that were searched, within a memory budget: the least recently used ones are
 * evicted, and of an organization that needs more than the budget only the newest vectors are searched.
 */
export class VectorIndexCache {
  readonly #cache = new Map<string, CachedIndex>()
  readonly #maxVectors: number
  #searches = 0

  constructor(maxBytes: number) {
    this.#maxVectors = Math.max(1, Math.floor(maxBytes / bytesPerVector))
  }

  get vectorCount() {
    return [...this.#cache.values()].reduce((sum, { index }) => sum + index.size, 0)
  }

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
      const floor = await findIdBeforeNewest(db, org, Math.ceil(this.#maxVectors * firstLoadShare))
      cached = { index: new VectorIndex(), mean, reembeddedAt, floor, lastId: null, loading: undefined, lastUsed: 0 }
      this.#cache.set(key, cached)
    }
    cached.lastUsed = ++this.#searches
    const own = cached
    own.loading ??= addNewVectors(db, org, { model, cached: own, maxVectors: this.#maxVectors }).finally(
      () => (own.loading = undefined),
    )
    await own.loading
    this.#evictLeastRecentlyUsed()
    return own
  }

  clear() {
    this.#cache.clear()
  }

  /** The one just used goes too when it outgrew the budget: the next search loads the newest vectors again. */
  #evictLeastRecentlyUsed() {
    let total = this.vectorCount
    for (const [key, { index }] of [...this.#cache].sort((a, b) => a[1].lastUsed - b[1].lastUsed)) {
      if (total <= this.#maxVectors) break
      this.#cache.delete(key)
      total -= index.size
    }
  }
}

/** Reads back a little, because a transaction that began earlier may have committed later. */
async function addNewVectors(db: Db, org: string, { model, cached, maxVectors }: Addition) {
  const { floor, lastId } = cached
  let after = lastId === null ? floor : lowestIdBefore(lastId)
  if (after !== null && floor !== null && after < floor) after = floor
  for (let left = maxVectors; left > 0; left -= pageSize) {
    const rows = await listVectorsAfter(db, org, model, { after, limit: pageSize })
    for (const { id, vector } of rows)
      if (!cached.index.has(id)) cached.index.add(id, centeredVector(dequantize(vector), cached.mean))
    after = cached.lastId = rows.at(-1)?.id ?? cached.lastId
    if (rows.length < pageSize) break
  }
}

type Addition = { model: string; cached: CachedIndex; maxVectors: number }
