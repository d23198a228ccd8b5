import { cluster } from '#engine/clustering/cluster.ts'
import { centered, dotRows, type Matrix, matrixOf, meanOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { withTopicWeight, meaningOf } from '#engine/vectors/joined-vector.ts'
import { hybridScore, scaleSimilarity } from '#engine/search/hybrid-score.ts'
import { rerankByNeighbours } from '#engine/search/rerank-by-neighbours.ts'
import { type Match, VectorIndex } from '#engine/search/vector-index.ts'
import { groupTopics } from '#engine/naming/group-topics.ts'
import { insightName } from '#engine/naming/insight-name.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { QUERY_TOPIC_WEIGHT, RERANK_CANDIDATES } from '#engine/thresholds/search.ts'
import type { Embed, Tiers } from './classifiers.ts'
import { balanced, dataSets, type Example, sampled, textOf } from './rows.ts'
import { clusterScore, ndcg, spearman } from './scores.ts'

/*
 * Topics: clustering without labels and without a given number of clusters, cluster names, and search for texts of the
 * same topic.
 */

const percent = (share: number) => Math.round(share * 1000) / 10

/** The size of the test sets in published results. */
const maxClustered = 3080

export async function evaluateTopics(folder: string, embed: Embed, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'topics_')) {
    const some = balanced(rows, Math.min(max, maxClustered))
    const gold = some.map((row) => row.label!)
    const vectors = matrixOf(await embed(some.map(textOf)))
    const { labels, groups, centroids, mean } = await cluster(vectors)
    const ours = clusterScore(gold, labels)
    const topics = new Set(gold).size
    const relative = centered(vectors, mean)
    const members = some.map((row, i) => ({ text: textOf(row), group: labels[i]! }))
    const kmeans = clusterScore(gold, kMeans(relative, topics))
    const score = (names: readonly string[]) => namingScore(gold, labels, names, embed)
    const typicalNames = typicalMembers(relative, labels, centroids).map((row) => insightName(members[row]!.text))
    const embedPhrases = async (phrases: readonly string[]) =>
      centered(matrixOf(await embed(phrases), mean.length), mean)
    const unread = members.map((member) => ({ ...member, mention: null, area: null }))
    const topicsOfGroups = await groupTopics(unread, centroids, { language: 'en', embedPhrases })
    const phrases = topicsOfGroups.map(({ phrases: [best] }) => best?.name ?? '')
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
      'name of subtheme finds topic %': await score(typicalNames),
      'phrase %': await score(phrases),
      'three commonest words %': await score(commonWords(members, groups)),
    })
  }
  return lines
}

/** The member of each group nearest to its centroid. */
function typicalMembers(vectors: Matrix, labels: Int32Array, centroids: Matrix): number[] {
  const best = Array.from({ length: centroids.count }, () => ({ row: 0, similar: -2 }))
  for (const [row, group] of labels.entries()) {
    const similar = dotRows(vectors, row, centroids, group)
    if (similar > best[group]!.similar) best[group] = { row, similar }
  }
  return best.map(({ row }) => row)
}

/** Baseline: the words with the highest TF-IDF in each group. */
function commonWords(members: readonly { text: string; group: number }[], groups: number): string[] {
  const counts = Array.from({ length: groups }, () => new Map<string, number>())
  const all = new Map<string, number>()
  for (const { text, group } of members) {
    for (const word of new Set(stemmedWords(text))) {
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

/** Baseline: Lloyd's algorithm from a seeded start, with the true number of topics. */
function kMeans(vectors: Matrix, k: number): Int32Array {
  const random = seededRandom(3)
  let centroids = matrixOf(Array.from({ length: k }, () => rowOf(vectors, Math.floor(random() * vectors.count))))
  const labels = new Int32Array(vectors.count)
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < vectors.count; i++) labels[i] = nearestCentroid(vectors, i, centroids)
    centroids = matrixOf(
      Array.from({ length: k }, (_, g) => {
        const members = [...labels.keys()].filter((i) => labels[i] === g)
        return members.length ? meanOf(vectors, members) : rowOf(vectors, Math.floor(random() * vectors.count))
      }),
    )
  }
  return labels
}

function nearestCentroid(vectors: Matrix, i: number, centroids: Matrix): number {
  let best = 0
  let min = Infinity
  for (let g = 0; g < centroids.count; g++) {
    const distance = dotRows(centroids, g, centroids, g) - 2 * dotRows(vectors, i, centroids, g)
    if (distance < min) [min, best] = [distance, g]
  }
  return best
}

/** How often the topic whose name is most similar to a group's name is the topic of most of its members. */
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
    const scores = topicVectors.map((topic) => similarity(vector, topic))
    if (topics[scores.indexOf(Math.max(...scores))] === majority) right++
  }
  return percent(right / Math.max(1, names.length))
}

const maxQueries = 500

/**
 * A tenth of each topic set are queries, the rest is searched as in the service; a result with the same topic is
 * relevant.
 */
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
    const index = new VectorIndex()
    const relative = centered(corpus, mean)
    for (let i = 0; i < relative.count; i++) index.add(String(i), rowOf(relative, i))
    const queryVectors = centered(matrixOf(await embed(queries.map(textOf))), mean)
    const nearest = queries.map((_, i) =>
      index.nearest(withTopicWeight(rowOf(queryVectors, i), QUERY_TOPIC_WEIGHT), RERANK_CANDIDATES),
    )
    const reranked = nearest.map((matches) => rerankByNeighbours(index, matches))
    const keywordScores = sharedWordScores(queries.map(textOf), texts.map(textOf))
    const topRows = (matches: readonly Match[]) => matches.slice(0, topCount).map(({ id }) => Number(id))
    const gain = (orders: readonly (readonly number[])[]) => percent(meanGain(orders, queries, texts))
    lines.push({
      set: set.name,
      queries: queries.length,
      corpus: texts.length,
      'nDCG@10': gain(reranked.map(topRows)),
      'with words': gain(reranked.map((matches, i) => topByHybridScore(matches, keywordScores[i]!))),
      'nearest alone': gain(nearest.map(topRows)),
      'shared words': gain(keywordScores.map(topByScore)),
    })
  }
  return lines
}

const topCount = 10
/** The default of a search's `min_similarity`. */
const minSimilarity = 0.5
const topByScore = (scores: readonly number[]) =>
  [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, topCount)

/** The order of a hybrid search, for queries of whole sentences, of which no text contains all words. */
function topByHybridScore(matches: readonly Match[], keywordScores: readonly number[]): number[] {
  const similarities = new Map(matches.map((match) => [Number(match.id), scaleSimilarity(match.similarity)]))
  const bestSimilarity = scaleSimilarity(matches[0]?.similarity ?? 0)
  const bestKeywordScore = Math.max(1e-9, ...keywordScores)
  const matching = [...keywordScores.keys()]
    .filter((row) => keywordScores[row]! > 0)
    .sort((a, b) => keywordScores[b]! - keywordScores[a]! || a - b)
    .slice(0, RERANK_CANDIDATES)
  const similar = [...similarities.keys()].filter((row) => similarities.get(row)! >= minSimilarity)
  const rows = [...new Set([...similar, ...matching])]
  const score = new Map(
    rows.map((row) => [
      row,
      hybridScore({
        similarity: similarities.get(row),
        bestSimilarity,
        keywordScore: matching.includes(row) ? keywordScores[row]! / bestKeywordScore : 0,
        matchedTerms: 'some',
      }),
    ]),
  )
  return rows.sort((a, b) => score.get(b)! - score.get(a)! || a - b).slice(0, topCount)
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

/** Baseline: shared words, weighted by rarity. */
function sharedWordScores(queries: readonly string[], texts: readonly string[]): number[][] {
  const bags = texts.map((text) => new Set(stemmedWords(text)))
  const uses = new Map<string, number>()
  for (const bag of bags) for (const word of bag) uses.set(word, (uses.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(1 + texts.length / (uses.get(word) ?? texts.length))
  return queries.map((query) => {
    const words = stemmedWords(query)
    return bags.map(
      (bag) => words.reduce((sum, word) => (bag.has(word) ? sum + weight(word) : sum), 0) / Math.sqrt(1 + bag.size),
    )
  })
}

/** By the meaning alone: two texts on one topic are not the same. */
export async function evaluateSimilarity(folder: string, tiers: Tiers, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'sim_', max)) {
    const correlations = await Promise.all(
      tiers.map(async ({ tier, embed }) => {
        const [a, b] = [await embed(rows.map((row) => row.a!)), await embed(rows.map((row) => row.b!))]
        return [
          `${tier} tier`,
          spearman(
            rows.map((row) => row.score!),
            a.map((vector, i) => similarity(meaningOf(vector), meaningOf(b[i]!))),
          ),
        ] as const
      }),
    )
    lines.push({ set: name, pairs: rows.length, ...Object.fromEntries(correlations) })
  }
  return lines
}
