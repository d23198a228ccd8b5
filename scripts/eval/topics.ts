import { type Member, nameGroups, phrasesOf } from '#engine/names/group-names.ts'
import { insightName } from '#engine/names/insight-name.ts'
import { cluster } from '#engine/themes/cluster.ts'
import { centred, dot, type Matrix, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import { considered, inCompany } from '#engine/embed/company.ts'
import { mixedScore, similarityOf } from '#engine/embed/mixed.ts'
import { type Near, Shelf } from '#engine/embed/shelf.ts'
import type { Embed, Eyes } from './heads.ts'
import { balanced, dataSets, type Example, numbers, sampled, textOf } from './rows.ts'
import { clusterScore, ndcg, spearman } from './scores.ts'

/* Topics: groups without labels and without a number of groups, their names, and search for texts of the same topic. */

const percent = (share: number) => Math.round(share * 1000) / 10

/** As large as the test sets that others report on. */
const maxDivided = 3080

export async function evaluateTopics(folder: string, embed: Embed, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'topics_')) {
    const some = balanced(rows, Math.min(max, maxDivided))
    const gold = some.map((row) => row.label!)
    const vectors = matrixOf(await embed(some.map(textOf)))
    const { labels, groups, centres, mean } = await cluster(vectors)
    const ours = clusterScore(gold, labels)
    const topics = new Set(gold).size
    const around = centred(vectors, mean)
    const members = some.map((row, i) => ({ text: textOf(row), group: labels[i]! }))
    const kmeans = clusterScore(gold, kMeans(around, topics))
    const right = (names: readonly string[]) => namingScore(gold, labels, names, embed)
    lines.push({
      set: name,
      rows: some.length,
      topics,
      groups,
      NMI: ours.nmi,
      ARI: ours.ari,
      ACC: ours.acc,
      'k-means NMI': kmeans.nmi,
      'k-means ARI': kmeans.ari,
      'k-means ACC': kmeans.acc,
      'name of subtheme finds topic %': await right(
        typicalMembers(around, labels, centres).map((place) => insightName(members[place]!.text)),
      ),
      'phrase %': await right(nameGroups(members, around, centres, { max: 1 }).map(({ names: [best] }) => best ?? '')),
      'three commonest words %': await right(commonWords(members, groups)),
    })
  }
  return lines
}

/** Of each group the member that stands nearest to its centre. */
function typicalMembers(vectors: Matrix, labels: Int32Array, centres: Matrix): number[] {
  const best = Array.from({ length: centres.count }, () => ({ place: 0, closeness: -2 }))
  for (const [place, group] of labels.entries()) {
    const closeness = dot(vectors.data, place * vectors.width, centres.data, group * centres.width, vectors.width)
    if (closeness > best[group]!.closeness) best[group] = { place, closeness }
  }
  return best.map(({ place }) => place)
}

/** What a group says most and others do not: the usual way to label one. */
function commonWords(members: readonly Member[], groups: number): string[] {
  const counts = Array.from({ length: groups }, () => new Map<string, number>())
  const all = new Map<string, number>()
  for (const { text, group } of members) {
    for (const word of wordsIn(text)) {
      counts[group]!.set(word, (counts[group]!.get(word) ?? 0) + 1)
      all.set(word, (all.get(word) ?? 0) + 1)
    }
  }
  const weight = ([word, count]: [string, number]) => count * Math.log(1 + members.length / all.get(word)!)
  return counts.map((own) =>
    [...own]
      .sort((a, b) => weight(b) - weight(a) || (a[0] < b[0] ? -1 : 1))
      .slice(0, 3)
      .map(([word]) => word)
      .join(' '),
  )
}

const wordsIn = (text: string) => [...phrasesOf(text).keys()].filter((key) => !key.includes(' '))

/** Lloyd's rounds from a seeded start; it is told how many topics there are. */
function kMeans(vectors: Matrix, k: number): Int32Array {
  const random = numbers(3)
  let centres = matrixOf(Array.from({ length: k }, () => rowOf(vectors, Math.floor(random() * vectors.count))))
  const labels = new Int32Array(vectors.count)
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < vectors.count; i++) labels[i] = nearest(vectors, i, centres)
    centres = matrixOf(
      Array.from({ length: k }, (_, g) => {
        const members = [...labels.keys()].filter((i) => labels[i] === g)
        return members.length ? meanOf(vectors, members) : rowOf(vectors, Math.floor(random() * vectors.count))
      }),
    )
  }
  return labels
}

function nearest(vectors: Matrix, i: number, centres: Matrix): number {
  let best = 0
  let min = Infinity
  for (let g = 0; g < centres.count; g++) {
    const row = rowOf(centres, g)
    const apart = dot(row, 0, row, 0, vectors.width) - 2 * dot(vectors.data, i * vectors.width, row, 0, vectors.width)
    if (apart < min) [min, best] = [apart, g]
  }
  return best
}

/** How often the topic whose name lies nearest to a group's name is the topic of most of its members. */
async function namingScore(
  gold: readonly string[],
  labels: Int32Array,
  names: readonly string[],
  embed: Embed,
): Promise<number> {
  const topics = [...new Set(gold)].sort()
  const topicVectors = await embed(topics.map((topic) => topic.replace(/[_-]+/g, ' ')))
  const nameVectors = await embed(names.map((name) => name || 'unnamed'))
  let right = 0
  for (const [g, vector] of nameVectors.entries()) {
    const counts = new Map<string, number>()
    for (const [i, label] of labels.entries()) if (label === g) counts.set(gold[i]!, (counts.get(gold[i]!) ?? 0) + 1)
    const majority = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
    const scores = topicVectors.map((topic) => dot(vector, 0, topic, 0, topic.length))
    if (topics[scores.indexOf(Math.max(...scores))] === majority) right++
  }
  return percent(right / Math.max(1, names.length))
}

const maxQueries = 500

/** A tenth of each topic set asks, the rest is searched as the service does; what has the same topic counts as found. */
export async function evaluateSearch(folder: string, embed: Embed, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const set of dataSets(folder, 'topics_')) {
    const rows = sampled(set.rows, max)
    const queries = sampled(
      rows.filter((_, i) => i % 10 === 0),
      maxQueries,
    )
    const texts = rows.filter((_, i) => i % 10 !== 0)
    if (texts.length === 0) continue
    const corpus = matrixOf(await embed(texts.map(textOf)))
    const mean = meanOf(corpus)
    const shelf = new Shelf()
    const around = centred(corpus, mean)
    for (let i = 0; i < around.count; i++) shelf.add(String(i), rowOf(around, i))
    const asking = centred(matrixOf(await embed(queries.map(textOf))), mean)
    const nearest = queries.map((_, i) => shelf.nearest(rowOf(asking, i), considered))
    const found = nearest.map((near) => inCompany(shelf, near))
    const words = overlap(queries.map(textOf), texts.map(textOf))
    const places = (near: readonly Near[]) => near.slice(0, found10).map(({ id }) => Number(id))
    const gain = (orders: readonly (readonly number[])[]) => percent(meanGain(orders, queries, texts))
    lines.push({
      set: set.name,
      queries: queries.length,
      corpus: texts.length,
      'nDCG@10': gain(found.map(places)),
      'with words': gain(found.map((near, i) => mixedTen(near, words[i]!))),
      'nearest alone': gain(nearest.map(places)),
      'shared words': gain(words.map(firstTen)),
    })
  }
  return lines
}

const found10 = 10
/** What a search takes for near when nobody says otherwise. */
const min = 0.5
const firstTen = (scores: readonly number[]) =>
  [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, found10)

/** As a search that takes both ways orders them, for questions of whole sentences, whose words no text holds all. */
function mixedTen(near: readonly Near[], words: readonly number[]): number[] {
  const similar = new Map(near.map(({ id, closeness }) => [Number(id), similarityOf(closeness)]))
  const [best, top] = [similarityOf(near[0]?.closeness ?? 0), Math.max(1e-9, ...words)]
  const held = [...words.keys()]
    .filter((place) => words[place]! > 0)
    .sort((a, b) => words[b]! - words[a]! || a - b)
    .slice(0, considered)
  const places = [...new Set([...[...similar.keys()].filter((place) => similar.get(place)! >= min), ...held])]
  const score = new Map(
    places.map((place) => [
      place,
      mixedScore({
        meaning: similar.get(place),
        best,
        words: held.includes(place) ? words[place]! / top : 0,
        held: 'some',
      }),
    ]),
  )
  return places.sort((a, b) => score.get(b)! - score.get(a)! || a - b).slice(0, found10)
}

function meanGain(
  orders: readonly (readonly number[])[],
  queries: readonly Example[],
  texts: readonly Example[],
): number {
  const gains = orders.map((order, i) =>
    ndcg(
      order.map((j) => texts[j]!.label === queries[i]!.label),
      texts.filter((one) => one.label === queries[i]!.label).length,
    ),
  )
  return gains.reduce((a, b) => a + b, 0) / gains.length
}

/** Words shared, rare ones counting more: what a search without vectors can do. */
function overlap(queries: readonly string[], texts: readonly string[]): number[][] {
  const bags = texts.map((text) => new Set(wordsIn(text)))
  const uses = new Map<string, number>()
  for (const bag of bags) for (const word of bag) uses.set(word, (uses.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(1 + texts.length / (uses.get(word) ?? texts.length))
  return queries.map((query) => {
    const words = wordsIn(query)
    return bags.map(
      (bag) => words.reduce((sum, word) => (bag.has(word) ? sum + weight(word) : sum), 0) / Math.sqrt(1 + bag.size),
    )
  })
}

export async function evaluateSimilarity(folder: string, eyes: Eyes, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'sim_', max)) {
    const said = await Promise.all(
      eyes.map(async ({ tier, embed }) => {
        const [a, b] = [await embed(rows.map((row) => row.a!)), await embed(rows.map((row) => row.b!))]
        return [
          `${tier} tier`,
          spearman(
            rows.map((row) => row.score!),
            a.map((vector, i) => dot(vector, 0, b[i]!, 0, vector.length)),
          ),
        ] as const
      }),
    )
    lines.push({ set: name, pairs: rows.length, ...Object.fromEntries(said) })
  }
  return lines
}
