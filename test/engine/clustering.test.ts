import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cluster } from '#engine/clustering/cluster.ts'
import { neighbourPurity, silhouette } from '#engine/clustering/louvain.ts'
import { centroidsOf, type Matrix, matrixOf, membersOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { mergeFragments } from '#engine/clustering/merge-clusters.ts'
import { groupTopics } from '#engine/naming/group-topics.ts'
import { themeNames } from '#engine/naming/theme-name.ts'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { clusterScore } from '../../scripts/eval/scores.ts'

const width = 48
const random = seededRandom(3)
const noise = () => Float32Array.from({ length: width }, () => random() * 2 - 1)
const unit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector))
const near = (center: Float32Array, distance: number) => unit(noise().map((value, d) => center[d]! + distance * value))

test('finds separated clusters of any number and size, always the same', async () => {
  for (const [clusters, size] of [
    [3, 6],
    [12, 25],
    [40, 15],
  ] as const) {
    const centers = Array.from({ length: clusters }, () => unit(noise()))
    const gold = Array.from({ length: clusters * size }, (_, n) => n % clusters)
    const vectors = matrixOf(gold.map((label) => near(centers[label]!, 0.09)))
    const { labels, groups } = await cluster(vectors)
    assert.ok(
      clusterScore(gold, labels).ari >= 95,
      `${clusters} clusters: ${groups} groups, ${JSON.stringify(clusterScore(gold, labels))}`,
    )
    assert.deepEqual((await cluster(vectors)).labels, labels)
  }
})

test('clusters no vector, one vector and identical vectors', async () => {
  assert.equal((await cluster(matrixOf([], width))).groups, 0)
  assert.equal((await cluster(matrixOf([unit(noise())]))).groups, 1)
  const one = unit(noise())
  assert.equal((await cluster(matrixOf(Array.from({ length: 30 }, () => one)))).groups, 1)
})

test('membersOf lists the rows of each group in order, also of empty groups', () => {
  assert.deepEqual(membersOf(Int32Array.from([2, 0, 2, 3, 0]), 4), [[1, 4], [], [0, 2], [3]])
})

test('a group of one has a silhouette of 0, and neighbour purity counts neighbours in the same group', () => {
  const vectors = matrixOf(Array.from({ length: 6 }, () => unit(noise())))
  assert.equal(silhouette(vectors, Int32Array.from([0, 1, 2, 3, 4, 5]), 6), 0)
  const neighbours = { k: 1, rows: Int32Array.from([1, 0, 3, 2, 5, 4]), similarities: new Float32Array(6).fill(1) }
  assert.equal(neighbourPurity(Int32Array.from([0, 0, 0, 0, 1, 1]), neighbours), 1)
  assert.equal(neighbourPurity(Int32Array.from([0, 1, 0, 0, 1, 1]), neighbours), 4 / 6)
})

test('names a theme by the phrase that members share, by the longer one where most use that, or by the area', async () => {
  const texts = [
    ['The refund takes weeks', 'Where is my refund', 'A refund after ten days', 'No refund so far', 'Refund refused'],
    [
      'The spell checker is slow',
      'Add Polish to the spell checker',
      'A spell checker for names',
      'The spell checker fails',
    ],
    ['We pay for guests', 'Far too expensive', 'It got dearer again', 'Why is this not free'],
    ['It is what it is', 'They know why', 'So be it', 'And then it was not'],
  ]
  const centers = texts.map(() => unit(noise()))
  const area = { name: 'Billing and pricing', probability: 0.9 }
  const members = texts.flatMap((own, group) =>
    own.map((text) => ({ text, group, mention: null, area: group === 2 ? area : null })),
  )
  const embedPhrases = async (phrases: readonly string[]) =>
    matrixOf(
      phrases.map((phrase) => {
        const group = [/refund/i, /spell|checker/i].findIndex((words) => words.test(phrase))
        return group < 0 ? unit(noise()) : near(centers[group]!, 0.05)
      }),
      centers[0]!.length,
    )
  const topics = await groupTopics(members, matrixOf(centers), { language: 'en', embedPhrases })
  assert.deepEqual(
    topics.map((topic) => themeNames(topic)[0]?.name),
    ['Refunds', 'Spell checker', 'Billing and pricing', undefined],
    'without a phrase and an area there is no name, and a function word is none',
  )
})

test('mergeFragments merges a small similar cluster, and keeps a dissimilar or large one', () => {
  const [one, other, third] = [unit(noise()), unit(noise()), unit(noise())]
  const vectorsNear = (center: Float32Array, size: number) => Array.from({ length: size }, () => near(center, 0.05))
  const vectors = matrixOf([
    ...vectorsNear(one, 10),
    ...vectorsNear(other, 10),
    ...vectorsNear(other, 10),
    ...vectorsNear(one, 3),
    ...vectorsNear(third, 3),
  ])
  const labelled = (sizes: readonly number[]) =>
    Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)))
  assert.deepEqual(mergeFragments(vectors, { labels: labelled([10, 10, 10, 3, 3]), groups: 5 }), {
    labels: Int32Array.from([...labelled([10, 10, 10]), 0, 0, 0, 3, 3, 3]),
    groups: 4,
  })
})

test('mergeFragments gives the same result as recomputing every centroid after each merge', () => {
  const [first, second] = [unit(noise()), unit(noise())]
  // Fragments of two clusters, of many sizes, so that each merge moves the centroid by its weight.
  const sizes = [40, 2, 5, 9, 3, 30, 4, 2, 7, 12]
  const vectors = matrixOf(
    sizes.flatMap((size, group) => {
      const part = near(group < 5 ? first : second, 0.05)
      return Array.from({ length: size }, () => near(part, 0.03))
    }),
  )
  const labels = Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)))
  assert.deepEqual(
    mergeFragments(vectors, { labels, groups: sizes.length }),
    mergeByRecomputing(vectors, labels, sizes.length),
  )
})

/** One merge at a time, and all centroids from all members. */
function mergeByRecomputing(vectors: Matrix, labels: Int32Array, groups: number) {
  const maxSize = (0.6 * labels.length) / groups
  for (; groups > 0; groups--) {
    const centroids = centroidsOf(vectors, labels, groups)
    const sizes = Array.from({ length: groups }, (_, group) => labels.filter((label) => label === group).length)
    const pairs = sizes.flatMap((size, a) =>
      sizes.flatMap((other, b) =>
        a < b && Math.min(size, other) <= maxSize
          ? [{ a, b, similar: similarity(rowOf(centroids, a), rowOf(centroids, b)) }]
          : [],
      ),
    )
    const best = pairs.sort((one, other) => other.similar - one.similar)[0]
    if (!best || best.similar < 0.65) return { labels, groups }
    labels = labels.map((label) => {
      if (label === best.b) return best.a
      return label > best.b ? label - 1 : label
    })
  }
  return { labels, groups }
}

test('a description quotes members verbatim, without repetition', () => {
  assert.equal(
    describeSubtheme('Battery drain', [
      'The app drains my battery!',
      'My phone gets hot in my pocket.',
      'The app is draining the battery',
      'Battery gone by noon',
    ]),
    'In customers’ words: “The app drains my battery!”; “My phone gets hot in my pocket”; “Battery gone by noon”.',
  )
  assert.equal(describeSubtheme('Speed', ['Too slow', 'too slow.']), 'In customers’ words: “Too slow”.')
  assert.equal(
    describeSubtheme('Rate', ['Die Rate auf der Abrechnung stimmt nicht', 'Meine Rate wurde doppelt abgezogen']),
    'In den Worten der Kunden: “Die Rate auf der Abrechnung stimmt nicht”; “Meine Rate wurde doppelt abgezogen”.',
  )
  assert.equal(describeSubtheme('Speed', []), '')
})
