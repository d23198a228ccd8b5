import { nameGroups, phrasesOf } from '#engine/names/group-names.ts'
import { cluster } from '#engine/themes/cluster.ts'
import { centred, dot, type Matrix, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import type { Embed } from './heads.ts'
import { balanced, type DataSet, dataSets, numbers, sampled, textOf } from './rows.ts'
import { clusterScore, ndcg, spearman } from './scores.ts'

/* Topics: groups without labels and without a number of groups, their names, and search for texts of the same topic. */

const percent = (share: number) => Math.round(share * 1000) / 10

/** As large as the test sets that others report on. */
const mostDivided = 3080

export async function evaluateTopics(folder: string, embed: Embed, most: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'topics_')) {
    const some = balanced(rows, Math.min(most, mostDivided))
    const gold = some.map((row) => row.label!)
    const vectors = matrixOf(await embed(some.map(textOf)))
    const { labels, groups, centres, mean } = await cluster(vectors)
    const ours = clusterScore(gold, labels)
    const topics = new Set(gold).size
    const named = nameGroups(some.map((row, i) => ({ text: textOf(row), group: labels[i]! })), centred(vectors, mean), centres, 1).map(([best]) => best ?? '')
    const kmeans = clusterScore(gold, kMeans(centred(vectors, mean), topics))
    const naming = await namingScore(gold, labels, named, embed)
    lines.push({ set: name, rows: some.length, topics, groups, NMI: ours.nmi, ARI: ours.ari, ACC: ours.acc, 'k-means ARI (k given)': kmeans.ari, 'name finds topic %': naming })
  }
  return lines
}

/** Lloyd's rounds from a seeded start; it is told how many topics there are. */
function kMeans(vectors: Matrix, k: number): Int32Array {
  const random = numbers(3)
  let centres = matrixOf(Array.from({ length: k }, () => rowOf(vectors, Math.floor(random() * vectors.count))))
  const labels = new Int32Array(vectors.count)
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < vectors.count; i++) labels[i] = nearest(vectors, i, centres)
    centres = matrixOf(Array.from({ length: k }, (_, g) => {
      const members = [...labels.keys()].filter((i) => labels[i] === g)
      return members.length ? meanOf(vectors, members) : rowOf(vectors, Math.floor(random() * vectors.count))
    }))
  }
  return labels
}

function nearest(vectors: Matrix, i: number, centres: Matrix): number {
  let best = 0
  let least = Infinity
  for (let g = 0; g < centres.count; g++) {
    const row = rowOf(centres, g)
    const apart = dot(row, 0, row, 0, vectors.width) - 2 * dot(vectors.data, i * vectors.width, row, 0, vectors.width)
    if (apart < least) [least, best] = [apart, g]
  }
  return best
}

/** How often the topic whose name lies nearest to a group's name is the topic of most of its members. */
async function namingScore(gold: readonly string[], labels: Int32Array, names: readonly string[], embed: Embed): Promise<number> {
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

const mostQueries = 500

/** A tenth of each topic set asks, the rest is searched; what has the same topic counts as found. */
export async function evaluateSearch(folder: string, embed: Embed, most: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'topics_')) {
    const set = { name, rows: sampled(rows, most) }
    const asking = set.rows.filter((_, i) => i % 10 === 0)
    const corpus = set.rows.filter((_, i) => i % 10 !== 0)
    const [queries, texts] = [sampled(asking, mostQueries), corpus]
    const [q, c] = [await embed(queries.map(textOf)), matrixOf(await embed(texts.map(textOf)))]
    const semantic = q.map((vector) => texts.map((_, j) => dot(vector, 0, c.data, j * c.width, c.width)))
    const lexical = overlap(queries.map(textOf), texts.map(textOf))
    const gain = (scores: readonly (readonly number[])[]) => percent(meanGain(scores, queries.map((row) => row.label!), { name, rows: texts }))
    lines.push({ set: name, queries: queries.length, corpus: texts.length, 'nDCG@10': gain(semantic), 'words alone': gain(lexical) })
  }
  return lines
}

function meanGain(scores: readonly (readonly number[])[], wanted: readonly string[], corpus: DataSet): number {
  const gains = scores.map((row, i) => {
    const order = [...row.keys()].sort((a, b) => row[b]! - row[a]! || a - b).slice(0, 10)
    return ndcg(order.map((j) => corpus.rows[j]!.label === wanted[i]), corpus.rows.filter((one) => one.label === wanted[i]).length)
  })
  return gains.reduce((a, b) => a + b, 0) / gains.length
}

/** Words shared, rare ones counting more: what a search without vectors can do. */
function overlap(queries: readonly string[], texts: readonly string[]): number[][] {
  const bags = texts.map((text) => new Set([...phrasesOf(text).keys()].filter((key) => !key.includes(' '))))
  const uses = new Map<string, number>()
  for (const bag of bags) for (const word of bag) uses.set(word, (uses.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(1 + texts.length / (uses.get(word) ?? texts.length))
  return queries.map((query) => {
    const words = [...phrasesOf(query).keys()].filter((key) => !key.includes(' '))
    return bags.map((bag) => words.reduce((sum, word) => (bag.has(word) ? sum + weight(word) : sum), 0) / Math.sqrt(1 + bag.size))
  })
}

export async function evaluateSimilarity(folder: string, embed: Embed, most: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'sim_', most)) {
    const [a, b] = [await embed(rows.map((row) => row.a!)), await embed(rows.map((row) => row.b!))]
    lines.push({ set: name, pairs: rows.length, spearman: spearman(rows.map((row) => row.score!), a.map((vector, i) => dot(vector, 0, b[i]!, 0, vector.length))) })
  }
  return lines
}
