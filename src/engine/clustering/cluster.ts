import { withTopicWeight, vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import {
  GRAPH_NEIGHBOURS,
  LABEL_VOTERS,
  LINKAGE_SMOOTHING_NEIGHBOURS,
  MAX_CLUSTERED_VECTORS,
  MAX_LINKED_VECTORS,
  MIN_LINKED_SIMILARITY,
  REASSIGNMENT_ROUNDS,
  SMOOTHING_ROUNDS,
  TOPIC_WEIGHTS,
} from '#engine/thresholds/clustering.ts'
import { averageLinkage, cutMerges } from './average-linkage.ts'
import { bestPartition, type Partition, silhouette } from './louvain.ts'
import { centered, centroidsOf, matrixOf, type Matrix, meanOf, rowOf } from '#engine/vectors/matrix.ts'
import { mergeFragments } from './merge-clusters.ts'
import { nearestAmong, nearestNeighbours, smoothTowardsNeighbours } from '#engine/vectors/nearest-neighbours.ts'

/*
 * Clusters any number of vectors: a sample of at most a few thousand is partitioned, the others get the label of their
 * nearest.
 */

type Clustering = Partition & { centroids: Matrix; mean: Float32Array }

/** For vectors of length one. `seed` chooses the sample; everything else is deterministic. */
export async function cluster(vectors: Matrix, seed = 7): Promise<Clustering> {
  const mean = meanOf(vectors)
  const relative = centered(vectors, mean)
  const { labels, groups } =
    vectors.count <= MAX_LINKED_VECTORS ? await linkVectors(relative) : await bestWeighted(vectors, seed)
  return { labels, groups, centroids: centroidsOf(relative, labels, groups), mean }
}

/**
 * Topics help much in feedback and little in other kinds of text: the weight is used whose groups are separated best.
 */
async function bestWeighted(vectors: Matrix, seed: number): Promise<Partition> {
  let best: (Partition & { score: number }) | undefined
  for (const weight of vectors.width === vectorDimensions ? TOPIC_WEIGHTS : [0]) {
    const rows = Array.from({ length: vectors.count }, (_, n) => withTopicWeight(rowOf(vectors, n), weight))
    const weighted = matrixOf(rows)
    const basis = centered(weighted, meanOf(weighted))
    const found = await partition(basis, seed)
    const score = silhouette(basis, found.labels, found.groups)
    if (!best || score > best.score) best = { ...found, score }
  }
  return best!
}

async function partition(vectors: Matrix, seed: number): Promise<Partition> {
  const sample = sampleRows(vectors.count, seed)
  const isWhole = sample.length === vectors.count
  const sampled = isWhole
    ? vectors
    : matrixOf(
        sample.map((row) => rowOf(vectors, row)),
        vectors.width,
      )
  const found = await partitionSample(sampled)
  const labels = isWhole ? found.labels : await propagateLabels(vectors, sampled, found, sample)
  return mergeFragments(vectors, { groups: found.groups, labels })
}

/** A few hundred vectors have too few neighbours for communities of a graph: average linkage down to a similarity. */
async function linkVectors(vectors: Matrix): Promise<Partition> {
  const neighbours = await nearestNeighbours(vectors, Math.min(GRAPH_NEIGHBOURS, vectors.count - 1))
  const moved = smoothTowardsNeighbours(vectors, neighbours, LINKAGE_SMOOTHING_NEIGHBOURS)
  return cutMerges(vectors.count, averageLinkage(moved), ({ similarity }) => similarity >= MIN_LINKED_SIMILARITY)
}

async function partitionSample(sample: Matrix): Promise<Partition> {
  let neighbours = await nearestNeighbours(sample, GRAPH_NEIGHBOURS)
  let moved = sample
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
    moved = smoothTowardsNeighbours(moved, neighbours)
    neighbours = await nearestNeighbours(moved, GRAPH_NEIGHBOURS)
  }
  return reassignToCentroids(moved, await bestPartition(moved, neighbours))
}

/** Moves each vector to the cluster with the nearest centroid. */
async function reassignToCentroids(vectors: Matrix, found: Partition): Promise<Partition> {
  let { labels, groups } = found
  for (let round = 0; round < REASSIGNMENT_ROUNDS; round++) {
    const { rows } = await nearestAmong(vectors, centroidsOf(vectors, labels, groups), 1)
    const order = new Map([...new Set(rows)].map((group, n) => [group, n]))
    ;[labels, groups] = [rows.map((group) => order.get(group)!), order.size]
  }
  return { labels, groups }
}

function sampleRows(count: number, seed: number): number[] {
  const rows = [...Array(count).keys()]
  if (count <= MAX_CLUSTERED_VECTORS) return rows
  const random = seededRandom(seed)
  return rows
    .map((row) => ({ row, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, MAX_CLUSTERED_VECTORS)
    .map(({ row }) => row)
    .sort((a, b) => a - b)
}

/**
 * A vector outside the sample gets the label that most of its nearest sampled vectors have, weighted by squared
 * similarity.
 */
async function propagateLabels(
  all: Matrix,
  sampled: Matrix,
  { labels, groups }: Partition,
  sample: readonly number[],
): Promise<Int32Array> {
  const { rows, similarities } = await nearestAmong(all, sampled, Math.min(LABEL_VOTERS, sampled.count))
  const propagated = new Int32Array(all.count)
  const votes = new Float64Array(groups)
  for (let i = 0; i < all.count; i++) {
    votes.fill(0)
    for (let at = i * LABEL_VOTERS; at < (i + 1) * LABEL_VOTERS; at++)
      votes[labels[rows[at]!]!]! += Math.max(0, similarities[at]!) ** 2
    propagated[i] = votes.indexOf(Math.max(...votes))
  }
  for (const [n, row] of sample.entries()) propagated[row] = labels[n]!
  return propagated
}
