import { UndirectedGraph } from 'graphology'
import louvain from 'graphology-communities-louvain'
import { seededRandom } from '#engine/seeded-random.ts'
import {
  LOUVAIN_RESOLUTIONS,
  MAX_SILHOUETTE_LOSS,
  MIN_EDGE_SIMILARITY,
  MIN_MEAN_CLUSTER_SIZE,
  MIN_NEIGHBOUR_PURITY,
  PURITY_NEIGHBOURS,
} from '#engine/thresholds/clustering.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { forEachNearPairSync } from '#engine/vectors/dot-products.ts'
import { centroidsOf, dotRows, type Matrix } from '#engine/vectors/matrix.ts'
import type { Neighbours } from '#engine/vectors/nearest-neighbours.ts'

/* Clusters without a given number of clusters: Louvain communities of the nearest-neighbour graph. */

export type Partition = { labels: Int32Array; groups: number }

type Graph = UndirectedGraph<object, { weight: number }>
type Louvain = (
  graph: Graph,
  options: { resolution: number; rng(): number; getEdgeWeight: string },
) => Record<string, number>
/** The package's types describe another module format than the one it ships. */
const communities = louvain as unknown as Louvain

const purityNeighbours = (count: number) =>
  count < PURITY_NEIGHBOURS.smallBelow ? PURITY_NEIGHBOURS.small : PURITY_NEIGHBOURS.large
const minMeanSize = (count: number) => Math.min(MIN_MEAN_CLUSTER_SIZE.count, count / MIN_MEAN_CLUSTER_SIZE.divisor)

function neighbourGraph(count: number, { k, rows, similarities }: Neighbours): Graph {
  const graph: Graph = new UndirectedGraph()
  for (let i = 0; i < count; i++) graph.addNode(i)
  for (let i = 0; i < count; i++) {
    for (let at = i * k; at < (i + 1) * k; at++) {
      const weight = similarities[at]!
      if (weight > MIN_EDGE_SIMILARITY && !graph.hasEdge(i, rows[at]!)) graph.addEdge(i, rows[at]!, { weight })
    }
  }
  return graph
}

/** Labels count from zero in the order in which they first appear. */
function louvainPartition(graph: Graph, resolution: number): Partition {
  const found =
    graph.size === 0 ? {} : communities(graph, { resolution, rng: seededRandom(1), getEdgeWeight: 'weight' })
  const seen = new Map<number, number>()
  const labels = new Int32Array(graph.order)
  for (let i = 0; i < graph.order; i++) {
    const community = found[i] ?? -1 - i
    if (!seen.has(community)) seen.set(community, seen.size)
    labels[i] = seen.get(community)!
  }
  return { labels, groups: seen.size }
}

/**
 * The finest partition that keeps nearest neighbours together, unless its silhouette score is far below the best one's.
 */
export async function bestPartition(vectors: Matrix, neighbours: Neighbours): Promise<Partition> {
  const graph = neighbourGraph(vectors.count, neighbours)
  const tried: (Partition & { score: number })[] = []
  for (const resolution of LOUVAIN_RESOLUTIONS) {
    await yieldToEventLoop()
    const found = louvainPartition(graph, resolution)
    if (found.groups < 2 || vectors.count / found.groups < minMeanSize(vectors.count)) continue
    tried.push({ ...found, score: silhouette(vectors, found.labels, found.groups) })
  }
  const best = tried.toSorted((a, b) => b.score - a.score)[0]
  if (!best) return { labels: new Int32Array(vectors.count), groups: vectors.count > 0 ? 1 : 0 }
  const pure = tried.filter(
    ({ labels, score }) =>
      score >= best.score - MAX_SILHOUETTE_LOSS && neighbourPurity(labels, neighbours) >= MIN_NEIGHBOUR_PURITY,
  )
  return pure.toSorted((a, b) => b.groups - a.groups)[0] ?? best
}

/** The share of nearest neighbours that are in the same group. */
export function neighbourPurity(labels: Int32Array, { k, rows }: Neighbours): number {
  const few = Math.min(k, purityNeighbours(labels.length))
  let same = 0
  for (let i = 0; i < labels.length; i++)
    for (let at = i * k; at < i * k + few; at++) if (labels[rows[at]!] === labels[i]) same++
  return few === 0 ? 1 : same / (few * labels.length)
}

/**
 * The simplified silhouette: distances to centroids instead of to all members, so linear in the number of vectors. A
 * group of one scores 0.
 */
export function silhouette(vectors: Matrix, labels: Int32Array, groups: number): number {
  const centroids = centroidsOf(vectors, labels, groups)
  const sizes = new Int32Array(groups)
  for (const group of labels) sizes[group]! += 1
  const { count } = vectors
  const nextSimilarity = new Float64Array(count).fill(-2)
  forEachNearPairSync(vectors, centroids, {
    threshold: (i, g) => (g === labels[i] ? Infinity : nextSimilarity[i]!),
    onPair: (i, _, similarity) => void (nextSimilarity[i] = similarity),
  })
  let sum = 0
  for (let i = 0; i < count; i++) {
    if (sizes[labels[i]!] === 1) continue
    const [inside, outside] = [1 - dotRows(vectors, i, centroids, labels[i]!), 1 - nextSimilarity[i]!]
    sum += (outside - inside) / Math.max(inside, outside, 1e-9)
  }
  return count === 0 ? 0 : sum / count
}
