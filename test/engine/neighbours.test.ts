import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { centresOf, silhouette } from '#engine/themes/communities.ts'
import { nearestIn, neighboursOf } from '#engine/themes/neighbours.ts'
import { eachNearPair } from '#engine/themes/products.ts'
import { dot, emptyMatrix, type Matrix, normalised } from '#engine/themes/vectors.ts'

/* The fast way of finding neighbours against the plain one: every pair measured with every other, in order. */

function someVectors(count: number, width: number, seed: number): Matrix {
  let state = seed
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  const matrix = emptyMatrix(count, width)
  // Few directions, so that many pairs are equally near and some are the same.
  const directions = Array.from({ length: 9 }, () => Array.from({ length: width }, random))
  for (let i = 0; i < count; i++)
    for (let d = 0; d < width; d++)
      matrix.data[i * width + d] = directions[i % 9]![d]! + (i % 4 === 0 ? 0 : 0.3 * random())
  return normalised(matrix)
}

function plainly(some: Matrix, among: Matrix, each: number, besides: boolean): number[][] {
  return Array.from({ length: some.count }, (_, i) => {
    const others = Array.from({ length: among.count }, (_, j) => ({
      j,
      closeness: Math.fround(dot(some.data, i * some.width, among.data, j * among.width, some.width)),
    }))
    return others
      .filter(({ j }) => !besides || j !== i)
      .sort((a, b) => b.closeness - a.closeness || a.j - b.j)
      .slice(0, each)
      .map(({ closeness }) => closeness)
  })
}
const rows = ({ each, closeness }: { each: number; closeness: Float32Array }, count: number) =>
  Array.from({ length: count }, (_, i) => [...closeness.subarray(i * each, (i + 1) * each)])

test('neighbours are exactly those that the plain comparison of all pairs finds, whatever the number and the width', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 330 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 25 }),
      fc.integer({ min: 1, max: 1e6 }),
      async (count, width, wanted, seed) => {
        const vectors = someVectors(count, width, seed)
        const found = await neighboursOf(vectors, wanted)
        assert.deepEqual(rows(found, count), plainly(vectors, vectors, Math.min(wanted, count - 1), true))
        for (const [at, place] of found.places.entries()) assert.ok(place >= 0 && place !== Math.floor(at / found.each))
        const among = someVectors(Math.max(wanted, 7), width, seed + 1)
        assert.deepEqual(rows(await nearestIn(vectors, among, wanted), count), plainly(vectors, among, wanted, false))
      },
    ),
    { numRuns: 40 },
  )
})

test('two searches at once do not disturb each other, and the same vectors always have the same neighbours', async () => {
  const [one, other] = [someVectors(1500, 384, 3), someVectors(900, 384, 4)]
  const alone = [await neighboursOf(one, 20), await neighboursOf(other, 20)]
  assert.deepEqual(await Promise.all([neighboursOf(one, 20), neighboursOf(other, 20)]), alone)
})

test('every pair at or above a bound is told once', async () => {
  const vectors = someVectors(300, 12, 5)
  const pairs: string[] = []
  await eachNearPair(vectors, vectors, true, { min: () => 0.5, found: (i, j) => void pairs.push(`${i} ${j}`) })
  const wanted: string[] = []
  for (let i = 0; i < 300; i++)
    for (let j = i + 1; j < 300; j++)
      if (dot(vectors.data, i * 12, vectors.data, j * 12, 12) >= 0.5) wanted.push(`${i} ${j}`)
  assert.deepEqual(pairs.toSorted(), wanted.toSorted())
  assert.equal(new Set(pairs).size, pairs.length)
})

test('the silhouette is to the last bit what comparing every vector with every centre gives', () => {
  for (const [count, groups] of [
    [700, 90],
    [50, 2],
    [9, 9],
  ] as const) {
    const vectors = someVectors(count, 24, count)
    const labels = Int32Array.from({ length: count }, (_, i) => i % groups)
    const centres = centresOf(vectors, labels, groups)
    let sum = 0
    for (let i = 0; i < count; i++) {
      if (labels.filter((label) => label === labels[i]).length === 1) continue
      const near = Array.from({ length: groups }, (_, g) => dot(vectors.data, i * 24, centres.data, g * 24, 24))
      const [inside, outside] = [1 - near[labels[i]!]!, 1 - Math.max(...near.filter((_, g) => g !== labels[i]))]
      sum += (outside - inside) / Math.max(inside, outside, 1e-9)
    }
    assert.equal(silhouette(vectors, labels, groups), sum / count)
  }
})
