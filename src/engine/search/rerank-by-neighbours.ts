import { pairwiseProducts } from '#engine/vectors/dot-products.ts'
import {
  asMatrix,
  dotRows,
  emptyMatrix,
  type Matrix,
  normalizeRows,
  rowOf,
  similarity,
} from '#engine/vectors/matrix.ts'
import {
  RERANK_KEEP_SIMILARITY,
  RERANK_NEIGHBOURS,
  RERANK_OWN_WEIGHT,
  RERANK_SEED_SHARE,
  RERANK_SEEDS,
} from '#engine/thresholds/search.ts'
import { bySimilarity, type Match, type VectorIndex } from './vector-index.ts'

/*
 * Re-ranks search results by their neighbours among the results: a short query means what several texts are about, so a
 * result surrounded by other relevant results rises, and one that is similar by a chance word falls.
 */

/** The weight of every result (column) in the score of each result (row); a row sums to one. */
function neighbourWeights(found: Matrix): Matrix {
  const weights = pairwiseProducts(found)
  for (let i = 0; i < weights.count; i++) {
    const row = rowOf(weights, i)
    row[i] = 0
    const kth = row.toSorted().at(-RERANK_NEIGHBOURS) ?? 0
    for (let j = 0; j < row.length; j++) row[j] = row[j]! < kth ? 0 : Math.max(0, row[j]!) ** 2
    row[i] = RERANK_OWN_WEIGHT
    const sum = row.reduce((a, b) => a + b)
    for (let j = 0; j < row.length; j++) row[j]! /= sum
  }
  return weights
}

/** The product of every row with a vector. */
function matrixVectorProduct(matrix: Matrix, vector: Float32Array): Float32Array {
  const column = asMatrix(vector)
  return Float32Array.from({ length: matrix.count }, (_, i) => dotRows(matrix, i, column, 0))
}

function weightedRowSum({ data, count, width }: Matrix, weights: Float32Array): Float32Array {
  const sum = new Float32Array(width)
  for (let i = 0; i < count; i++)
    if (weights[i]! > 0) for (let d = 0; d < width; d++) sum[d]! += weights[i]! * data[i * width + d]!
  return sum
}

/** Squared scores of the best results, zero for the others. */
function seedWeights(scores: Float32Array): Float32Array {
  const weights = Float32Array.from(scores, (score) => Math.max(0, score) ** 2)
  const ranked = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b)
  for (const i of ranked.slice(RERANK_SEEDS)) weights[i] = 0
  return weights
}

export function rerankByNeighbours(index: VectorIndex, matches: readonly Match[]): Match[] {
  const vectors = emptyMatrix(matches.length, index.width)
  for (const [i, { id }] of matches.entries()) index.copyVector(id, rowOf(vectors, i))
  const weights = neighbourWeights(normalizeRows(vectors))
  const smoothed = matrixVectorProduct(
    weights,
    Float32Array.from(matches, (match) => match.similarity),
  )
  const seeds = seedWeights(smoothed)
  const centroid = weightedRowSum(vectors, weightedRowSum(weights, seeds))
  const scale = similarity(seeds, smoothed) / (similarity(centroid, centroid) || 1)
  const bySeeds = matrixVectorProduct(weights, matrixVectorProduct(vectors, centroid))
  const score = (i: number) => (1 - RERANK_SEED_SHARE) * smoothed[i]! + RERANK_SEED_SHARE * scale * bySeeds[i]!
  return matches
    .map((match, i) => ({
      id: match.id,
      similarity:
        match.similarity >= RERANK_KEEP_SIMILARITY ? match.similarity : Math.min(RERANK_KEEP_SIMILARITY, score(i)),
    }))
    .sort(bySimilarity)
}
