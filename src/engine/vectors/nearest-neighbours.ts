import { SMOOTHING_EXPONENT, SMOOTHING_NEIGHBOURS, SMOOTHING_SHARE } from '#engine/thresholds/clustering.ts'
import { forEachNearPair } from './dot-products.ts'
import { emptyMatrix, type Matrix, normalizeRows, rowOf, vectorLength } from './matrix.ts'

/** The k nearest others of every vector, most similar first: `rows` and `similarities` hold k entries a vector. */
export type Neighbours = { k: number; rows: Int32Array; similarities: Float32Array }

/** For vectors of length one. Each pair is measured once and entered for both. */
export async function nearestNeighbours(vectors: Matrix, wanted: number): Promise<Neighbours> {
  const k = Math.max(0, Math.min(wanted, vectors.count - 1))
  const found = emptyNeighbours(vectors.count, k)
  if (k === 0) return found
  const { similarities } = found
  await forEachNearPair(vectors, vectors, true, {
    threshold: (i, j) => Math.min(similarities[(i + 1) * k - 1]!, similarities[(j + 1) * k - 1]!),
    onPair(i, j, similarity) {
      insertNeighbour(found, i, j, similarity)
      insertNeighbour(found, j, i, similarity)
    },
  })
  return found
}

/** For every one of some vectors its k nearest among others. */
export async function nearestAmong(vectors: Matrix, others: Matrix, k: number): Promise<Neighbours> {
  const found = emptyNeighbours(vectors.count, k)
  if (k === 0) return found
  await forEachNearPair(vectors, others, false, {
    threshold: (i) => found.similarities[(i + 1) * k - 1]!,
    onPair: (i, j, similarity) => insertNeighbour(found, i, j, similarity),
  })
  return found
}

const emptyNeighbours = (count: number, k: number): Neighbours => ({
  k,
  rows: new Int32Array(count * k).fill(-1),
  similarities: new Float32Array(count * k).fill(-2),
})

function insertNeighbour({ k, rows, similarities }: Neighbours, of: number, other: number, similarity: number) {
  const start = of * k
  let at = start + k - 1
  if (similarity <= similarities[at]!) return
  for (; at > start && similarities[at - 1]! < similarity; at--) {
    similarities[at] = similarities[at - 1]!
    rows[at] = rows[at - 1]!
  }
  similarities[at] = similarity
  rows[at] = other
}

/**
 * Moves every vector towards the weighted mean of its neighbours, so that vectors between two clusters join one of
 * them.
 */
export function smoothTowardsNeighbours(
  vectors: Matrix,
  { k, rows, similarities }: Neighbours,
  count = SMOOTHING_NEIGHBOURS,
): Matrix {
  const { width, data } = vectors
  const moved = emptyMatrix(vectors.count, width)
  for (let i = 0; i < vectors.count; i++) {
    const mean = new Float32Array(width)
    for (let at = i * k; at < i * k + Math.min(count, k); at++) {
      const weight = Math.max(0, similarities[at]!) ** SMOOTHING_EXPONENT
      const other = rowOf(vectors, rows[at]!)
      for (let d = 0; d < width; d++) mean[d]! += weight * other[d]!
    }
    const length = vectorLength(mean) || 1
    for (let d = 0; d < width; d++)
      moved.data[i * width + d] = (1 - SMOOTHING_SHARE) * data[i * width + d]! + (SMOOTHING_SHARE * mean[d]!) / length
  }
  return normalizeRows(moved)
}
