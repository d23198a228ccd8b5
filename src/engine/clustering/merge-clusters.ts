import { MAX_FRAGMENT_SIZE, MIN_FRAGMENT_SIMILARITY } from '#engine/thresholds/clustering.ts'
import type { Partition } from './louvain.ts'
import { cosineSimilarity, type Matrix, meanOf, membersOf, rowOf } from '#engine/vectors/matrix.ts'

/* Agglomerative merging of clusters, by their centroids and sizes. */

type Cluster = { centroid: Float32Array; size: number }

/** Merges the pair with the lowest cost until `isDone`; answers the new group of each old one. */
function merge(
  clusters: readonly Cluster[],
  costOf: (a: Cluster, b: Cluster) => number,
  isDone: (left: number, cost: number) => boolean,
): Int32Array {
  const target = Int32Array.from(clusters.keys())
  const live = new Set(clusters.keys())
  const costs = clusters.map((a, n) => Float64Array.from(clusters, (b, m) => (n < m ? costOf(a, b) : Infinity)))
  while (live.size > 1) {
    const [a, b] = cheapestPair(costs, [...live])
    if (isDone(live.size, costs[a]![b]!)) break
    mergeInto(clusters[a]!, clusters[b]!)
    live.delete(b)
    for (let g = 0; g < target.length; g++) if (target[g] === b) target[g] = a
    // Only the costs of merging with this one have changed.
    for (const g of live) {
      if (g < a) costs[g]![a] = costOf(clusters[g]!, clusters[a]!)
      if (g > a) costs[a]![g] = costOf(clusters[a]!, clusters[g]!)
    }
  }
  const order = new Map([...live].map((g, n) => [g, n]))
  return target.map((g) => order.get(g)!)
}

function cheapestPair(costs: readonly Float64Array[], live: readonly number[]): [number, number] {
  let best: [number, number] = [live[0]!, live[1]!]
  for (const [n, a] of live.entries())
    for (let m = n + 1; m < live.length; m++) if (costs[a]![live[m]!]! < costs[best[0]]![best[1]]!) best = [a, live[m]!]
  return best
}

function mergeInto(cluster: Cluster, other: Cluster) {
  const size = cluster.size + other.size
  cluster.centroid = cluster.centroid.map((value, d) => (value * cluster.size + other.centroid[d]! * other.size) / size)
  cluster.size = size
}

/** Merges clusters until at most `count` are left; answers the new group of each. */
export const mergeToCount = (centroids: Matrix, sizes: readonly number[], count: number): Int32Array =>
  merge(
    sizes.map((size, g) => ({ size, centroid: rowOf(centroids, g) })),
    wardCost,
    (left) => left <= Math.max(1, count),
  )

/** The increase of the within-cluster variance (Ward), which keeps one cluster from absorbing all others. */
function wardCost(a: Cluster, b: Cluster): number {
  let distance = 0
  for (let d = 0; d < a.centroid.length; d++) distance += (a.centroid[d]! - b.centroid[d]!) ** 2
  return (distance * a.size * b.size) / (a.size + b.size)
}

/** Merges small clusters into a similar one, the most similar pair first. */
export function mergeFragments(vectors: Matrix, { labels, groups }: Partition): Partition {
  const maxSize = (MAX_FRAGMENT_SIZE * labels.length) / groups
  const clusters = membersOf(labels, groups).map((rows) => ({ size: rows.length, centroid: meanOf(vectors, rows) }))
  const cost = (a: Cluster, b: Cluster) =>
    Math.min(a.size, b.size) > maxSize ? Infinity : -cosineSimilarity(a.centroid, b.centroid)
  const target = merge(clusters, cost, (_, lowest) => lowest > -MIN_FRAGMENT_SIMILARITY)
  return { labels: labels.map((group) => target[group]!), groups: Math.max(-1, ...target) + 1 }
}
