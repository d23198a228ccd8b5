import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cluster } from '#engine/clustering/cluster.ts'
import { createThemes } from '#engine/clustering/create-themes.ts'
import { neighbourPurity, silhouette } from '#engine/clustering/louvain.ts'
import { centroidsOf, type Matrix, matrixOf, membersOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { mergeFragments } from '#engine/clustering/merge-clusters.ts'
import { planSynthesis } from '#engine/clustering/plan-synthesis.ts'
import type { InsightVector } from '#engine/clustering/types.ts'
import { groupTopics } from '#engine/naming/group-topics.ts'
import { themeNames } from '#engine/naming/theme-name.ts'
import { subthemeName, topicNames, typicalMember } from '#engine/naming/subtheme-name.ts'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { newId } from '#store/ids.ts'
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
  const topics = await groupTopics(members, matrixOf(centers), embedPhrases)
  assert.deepEqual(
    topics.map((topic) => themeNames(topic)[0]?.name),
    ['Refund', 'Spell checker', 'Billing and pricing', undefined],
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

/** What an insight has beside its id, name and vector. */
const plainInsight = { quote: null, sentiment: 'NEUTRAL', themed: false, area: null, mention: null } as const

const subthemeCluster = (centroid: Float32Array, names: string[], area: InsightVector['area'] = null) => ({
  centroid,
  vectors: matrixOf(names.map(() => near(centroid, 0.03))),
  members: names.map((name, n) => ({ ...plainInsight, id: `${name}${n}`, name, quote: name, vector: centroid, area })),
})

test('creates themes of similar subthemes, named by a shared phrase or the area, within the limit, and a catch-all theme', async () => {
  const [dark, invoice, offline] = [unit(noise()), unit(noise()), unit(noise())]
  const mobile = { name: 'Mobile app', probability: 0.9 }
  const clusters = [
    subthemeCluster(dark, Array(6).fill('Dark mode has grey text')),
    subthemeCluster(near(dark, 0.08), Array(5).fill('Dark mode glares at night')),
    subthemeCluster(invoice, Array(6).fill('Invoice mail has a wrong address')),
    subthemeCluster(near(invoice, 0.08), Array(5).fill('Invoice mail comes too late')),
    subthemeCluster(offline, ['Nothing opens in the tunnel', 'Useless in the train', 'Blank on a plane'], mobile),
    ...['Cats sing', 'Rain falls', 'Bread burns'].map((name) => subthemeCluster(unit(noise()), Array(3).fill(name))),
  ]
  /** A phrase is as near to a subtheme as its words say. */
  const embedPhrases = async (phrases: readonly string[]) =>
    matrixOf(
      phrases.map((phrase) => {
        if (/dark mode/i.test(phrase)) return dark
        return /invoice/i.test(phrase) ? invoice : unit(noise())
      }),
      width,
    )
  const create = (maxThemes: number, takenNames: string[] = [], catchAllId?: string) =>
    createThemes({
      clusters,
      takenNames: new Set(takenNames),
      existing: new Map(),
      maxThemes,
      catchAllId,
      newId,
      embedPhrases,
    })
  const { themeOf, themes } = await create(4)
  assert.deepEqual(
    [themeOf[0] === themeOf[1], themeOf[2] === themeOf[3], new Set(themeOf.slice(0, 6)).size],
    [true, true, 4],
  )
  const withId = (id: string) => themes.find((theme) => theme.id === id)!
  assert.match(withId(themeOf[0]!).name, /dark mode/i)
  assert.match(withId(themeOf[2]!).name, /invoice/i)
  assert.deepEqual([withId(themeOf[4]!).name, withId(themeOf[4]!).area], ['Mobile app', 'Mobile app'])
  assert.deepEqual(
    themeOf.slice(5).map((id) => `${withId(id).name}: ${withId(id).is_catch_all}`),
    Array(3).fill('Other: true'),
  )
  assert.deepEqual(themes.filter((theme) => theme.is_catch_all).length, 1)
  assert.deepEqual(
    (await create(0)).themes.map((theme) => theme.name),
    ['Other'],
  )
  const existing = await create(4, ['other'], 'existing')
  assert.deepEqual(
    [existing.themeOf.slice(5), existing.themes.some((theme) => theme.is_catch_all)],
    [Array(3).fill('existing'), false],
    'an existing catch-all theme is used',
  )
  assert.deepEqual(
    (await create(0, ['other'])).themes.map((theme) => theme.name),
    ['Other feedback'],
    'a theme that only has the same name is not used',
  )
})

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
  assert.equal(describeSubtheme('Speed', []), '')
})

test('a cluster with equal scores for two themes goes to one of them, not to the catch-all theme', async () => {
  const dimensions = 16
  const direction = (...at: number[]) =>
    Float32Array.from({ length: dimensions }, (_, d) => (at.includes(d) ? 1 / Math.sqrt(at.length) : 0))
  const beside = (center: Float32Array, n: number) => center.map((value, d) => value + 0.02 * Math.sin(7 * n + d))
  const centers = [direction(0, 1), ...[2, 3, 4, 5, 6].map((d) => direction(d))]
  const unclustered = centers.flatMap((center, g) =>
    Array.from({ length: 12 }, (_, n) => ({
      ...plainInsight,
      id: `${g}-${n}`,
      name: 'So it goes',
      vector: beside(center, 12 * g + n),
    })),
  )
  const defined = [0, 1].map((d) => ({ theme: `defined ${d}`, definition: { include: [direction(d)], exclude: [] } }))
  const themes = defined.map(({ theme }) => ({ id: theme, name: theme, is_catch_all: false, area: null }))
  const input = { unclustered, unassigned: [], subthemes: [], defined, examples: [], themes }
  const { subthemes, themeMatches } = await planSynthesis(
    { mean: new Float32Array(dimensions), space: undefined, ...input },
    newId,
    async (phrases) => phrases.map((_, n) => direction(n % dimensions)),
  )
  const themeOf = (group: number) => themeMatches.find(({ insight }) => insight === `${group}-0`)?.theme
  assert.ok(
    themes.some(({ id }) => id === themeOf(0)),
    'similar to both definitions',
  )
  assert.ok(
    themes.every(({ id }) => id !== themeOf(1)),
    'similar to no definition',
  )
  assert.deepEqual(subthemes, [], 'a cluster without a topic makes no subtheme')
})

test('with as much praise as complaint, a complaint names the subtheme', async () => {
  const dimensions = 16
  const direction = (at: number) => Float32Array.from({ length: dimensions }, (_, d) => (d === at ? 1 : 0))
  const unclustered = [0, 1, 2, 3, 4, 5].flatMap((group) =>
    Array.from({ length: 12 }, (_, n) => ({
      ...plainInsight,
      id: `${group}-${n}`,
      name: n % 2 ? 'Search misses titles of pages' : 'Search finds everything at once',
      sentiment: n % 2 ? ('NEGATIVE' as const) : ('POSITIVE' as const),
      area: { name: 'Search and filters', probability: 0.99 },
      vector: direction(group).map((value, d) => value + 0.02 * Math.sin(84 * group + 7 * n + d)),
    })),
  )
  const input = { unclustered, unassigned: [], subthemes: [], defined: [], examples: [], themes: [] }
  const { subthemes } = await planSynthesis(
    { mean: new Float32Array(dimensions), space: undefined, ...input },
    newId,
    async (phrases) => phrases.map(() => direction(15)),
  )
  assert.match(subthemes[0]!.name, /misses titles/)
})

test('a subtheme is named by the topic and by the member that states its point best', () => {
  const member = (name: string, similarity: number, share = 0.5) => ({ name, similarity, share })
  const members = [
    member('I still remember the day when I tried it', 0.9),
    member('Smart receipts my foot', 0.85),
    member('Receipts come out as gibberish', 0.8),
    member('Why are receipts doubled', 0.82),
  ]
  const typical = typicalMember(members, 'Receipts')
  assert.equal(subthemeName('Receipts', typical.name), 'Receipts: come out as gibberish')
  const mixed = [
    member("L'application plante quand je prends une photo", 0.9),
    member('The app crashes on my phone with every photo', 0.8),
    member('The camera crashes when it takes a photo', 0.7),
  ]
  assert.notEqual(typicalMember(mixed, 'Photo'), mixed[0], 'most members write English')
  const rare = members.map((one) => ({ ...one, share: one === typical ? 0 : 1 }))
  assert.notEqual(typicalMember(rare, 'Receipts').name, typical.name, 'a point that others make too is preferred')
  assert.equal(subthemeName('Refund', 'Refunds take three weeks.'), 'Refunds: take three weeks')
  assert.equal(subthemeName('Forecast', 'The forecast is five degrees off'), 'Forecast: five degrees off')
  assert.equal(subthemeName('Export', 'The export to Word loses comments'), 'Export to Word loses comments')
  assert.equal(subthemeName('Chapters', 'And chapter images if possible'), 'Chapter images if possible')
  assert.equal(subthemeName('Export', 'The CSV loses umlauts'), 'Export: the CSV loses umlauts')
  assert.equal(subthemeName('Preise', 'Zu teuer für kleine Teams'), 'Preise: Zu teuer für kleine Teams')
})

test('a group of many points is named by what its members are about', () => {
  const phrase = (name: string, share: number) => ({
    name,
    spelling: name.toLowerCase(),
    key: name.toLowerCase(),
    count: 3,
    share,
    similarity: 0.5,
    score: 1,
  })
  const phrases = [phrase('Wage file', 0.6), phrase('Labour cost', 0.3), phrase('Umbrella', 0.05)]
  assert.deepEqual(topicNames('Wage', phrases, 'NEGATIVE'), ['Wage: labour cost', 'Wage: complaints', 'Wage'])
  assert.deepEqual(topicNames('Wage', phrases.slice(2), 'POSITIVE'), ['Wage: praise', 'Wage'])
  assert.deepEqual(topicNames('Wage', [], 'NEUTRAL'), ['Wage'])
  assert.deepEqual(topicNames('Wage', [], undefined), ['Wage'])
})
