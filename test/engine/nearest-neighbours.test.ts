import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { forEachNearPair } from '#engine/vectors/dot-products.ts'
import { silhouette } from '#engine/clustering/louvain.ts'
import { centroidsOf, dotRows, emptyMatrix, type Matrix, normalizeRows } from '#engine/vectors/matrix.ts'
import { nearestAmong, nearestNeighbours, type Neighbours } from '#engine/vectors/nearest-neighbours.ts'
import { seededRandom } from '#engine/seeded-random.ts'

/* The WebAssembly search for neighbours, compared with a plain loop over all pairs. */

function randomVectors(count: number, width: number, seed: number): Matrix {
  const next = seededRandom(seed)
  const random = () => next() - 0.5
  const matrix = emptyMatrix(count, width)
  // Few directions, so that many pairs have the same similarity and some vectors are equal.
  const directions = Array.from({ length: 9 }, () => Array.from({ length: width }, random))
  for (let i = 0; i < count; i++)
    for (let d = 0; d < width; d++)
      matrix.data[i * width + d] = directions[i % 9]![d]! + (i % 4 === 0 ? 0 : 0.3 * random())
  return normalizeRows(matrix)
}

function bruteForce(vectors: Matrix, others: Matrix, k: number, excludeSelf: boolean): number[][] {
  return Array.from({ length: vectors.count }, (_, i) =>
    Array.from({ length: others.count }, (_, j) => ({ j, similarity: Math.fround(dotRows(vectors, i, others, j)) }))
      .filter(({ j }) => !excludeSelf || j !== i)
      .sort((a, b) => b.similarity - a.similarity || a.j - b.j)
      .slice(0, k)
      .map(({ similarity }) => similarity),
  )
}
const similaritiesOf = ({ k, similarities }: Neighbours, count: number) =>
  Array.from({ length: count }, (_, i) => [...similarities.subarray(i * k, (i + 1) * k)])

test('finds exactly the neighbours that brute force finds, for any number and width of vectors', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 330 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 25 }),
      fc.integer({ min: 1, max: 1e6 }),
      async (count, width, k, seed) => {
        const vectors = randomVectors(count, width, seed)
        const found = await nearestNeighbours(vectors, k)
        const expected = bruteForce(vectors, vectors, Math.min(k, count - 1), true)
        assert.deepEqual(similaritiesOf(found, count), expected)
        for (const [at, row] of found.rows.entries()) assert.ok(row >= 0 && row !== Math.floor(at / found.k))
        const others = randomVectors(Math.max(k, 7), width, seed + 1)
        const among = await nearestAmong(vectors, others, k)
        assert.deepEqual(similaritiesOf(among, count), bruteForce(vectors, others, k, false))
      },
    ),
    { numRuns: 40 },
  )
})

test('concurrent searches give the same result as separate ones', async () => {
  const [one, other] = [randomVectors(1500, 384, 3), randomVectors(900, 384, 4)]
  const alone = [await nearestNeighbours(one, 20), await nearestNeighbours(other, 20)]
  assert.deepEqual(await Promise.all([nearestNeighbours(one, 20), nearestNeighbours(other, 20)]), alone)
})

test('visits every pair at or above the threshold once', async () => {
  const vectors = randomVectors(300, 12, 5)
  const pairs: string[] = []
  await forEachNearPair(vectors, vectors, true, {
    threshold: () => 0.5,
    onPair: (i, j) => void pairs.push(`${i} ${j}`),
  })
  const expected: string[] = []
  for (let i = 0; i < 300; i++)
    for (let j = i + 1; j < 300; j++) if (dotRows(vectors, i, vectors, j) >= 0.5) expected.push(`${i} ${j}`)
  assert.deepEqual(pairs.toSorted(), expected.toSorted())
  assert.equal(new Set(pairs).size, pairs.length)
})

test('the silhouette equals a plain comparison of every vector with every centroid, bit by bit', () => {
  for (const [count, groups] of [
    [700, 90],
    [50, 2],
    [9, 9],
  ] as const) {
    const vectors = randomVectors(count, 24, count)
    const labels = Int32Array.from({ length: count }, (_, i) => i % groups)
    const centroids = centroidsOf(vectors, labels, groups)
    let sum = 0
    for (let i = 0; i < count; i++) {
      if (labels.filter((label) => label === labels[i]).length === 1) continue
      const all = Array.from({ length: groups }, (_, g) => dotRows(vectors, i, centroids, g))
      const [inside, outside] = [1 - all[labels[i]!]!, 1 - Math.max(...all.filter((_, g) => g !== labels[i]))]
      sum += (outside - inside) / Math.max(inside, outside, 1e-9)
    }
    assert.equal(silhouette(vectors, labels, groups), sum / count)
  }
})
