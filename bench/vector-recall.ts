import { findSpaceMean, listNearest } from '#domain/findings/semantic/queries-spaces.ts'
import { centeredVector } from '#domain/findings/semantic/vector-index-cache.ts'
import { similarity } from '#engine/vectors/matrix.ts'
import { dequantize, quantize } from '#engine/vectors/quantize.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Vectors of real texts in an organization, and how many of the true nearest ones a search finds. */

export type StoredVector = { id: string; bytes: Uint8Array }

const batchSize = 2000

/** Inserts an insight for each vector. */
export async function insertVectors(
  db: Db,
  org: string,
  model: string,
  vectors: readonly ArrayLike<number>[],
): Promise<StoredVector[]> {
  const all = vectors.map((vector) => ({
    id: newId(),
    bytes: vector instanceof Uint8Array ? vector : quantize(vector),
  }))
  for (let at = 0; at < all.length; at += batchSize) {
    const some = all.slice(at, at + batchSize)
    const ids = some.map(({ id }) => id)
    await db.run(sql`
      insert into insight (org_id, id, name, sentiment, category, origin, occurred_at, source, source_type)
      select ${org}, id, 'Exports never end', 'NEUTRAL', 'PAIN_POINTS', 'auto', now(), 'api', 'feedback'
      from unnest(${ids}::uuid[]) as x (id)`)
    await db.run(sql`
      insert into insight_vector (org_id, insight_id, model, vector, clustered_at)
      select ${org}, id, ${model}, vector, now()
      from unnest(${ids}::uuid[], ${some.map(({ bytes }) => Buffer.from(bytes))}::bytea[]) as x (id, vector)`)
  }
  return all
}

export type Recall = { recall: number; worst: number; medianMs: number; p95Ms: number }

/** The share of the true nearest ones, computed here from the stored vectors, among as many search results. */
export async function measureRecall(
  db: Db,
  org: string,
  model: string,
  { all, queries, limit }: { all: readonly StoredVector[]; queries: readonly Float32Array[]; limit: number },
): Promise<Recall> {
  const mean = (await findSpaceMean(db, org, model))!
  const points = all.map(({ id, bytes }) => ({ id, vector: centeredVector(dequantize(bytes), mean) }))
  const [shares, times]: [number[], number[]] = [[], []]
  for (const query of queries) {
    const vector = centeredVector(query, mean)
    const scores = points.map((point) => similarity(vector, point.vector))
    // Equal texts have equal similarities: whichever of them is found counts.
    const cutoff = scores.toSorted((a, b) => b - a)[limit - 1]! - 1e-6
    const score = new Map(points.map(({ id }, n) => [id, scores[n]!]))
    const began = performance.now()
    const found = await listNearest(db, org, model, { vector, limit })
    times.push(performance.now() - began)
    shares.push(found.filter(({ id }) => score.get(id)! >= cutoff).length / limit)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    recall: shares.reduce((a, b) => a + b, 0) / shares.length,
    worst: Math.min(...shares),
    medianMs: sorted[Math.floor(sorted.length / 2)]!,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)]!,
  }
}
