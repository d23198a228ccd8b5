import { UndirectedGraph } from 'graphology'
import louvain from 'graphology-communities-louvain'
import { breath, type Neighbours } from './neighbours.ts'
import { eachNearPairAtOnce } from './products.ts'
import { dot, type Matrix } from './vectors.ts'

/* Groups of vectors that stand close together, without being told how many: communities of the neighbour graph. */

const resolutions = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 6, 8, 12, 16, 24, 32, 48, 64]
/** So large a share of the nearest must stay together, and so many are the nearest: of a small crowd fewer, because its groups are small. */
const together = 0.92
const nearest = (count: number) => (count < 200 ? 3 : 5)
/** What such a partition may stand worse than the best; where nothing holds together it is too coarse to be of use. */
const slack = 0.05
/** Groups of fewer, on average, are no groups. */
const minEach = (count: number) => Math.min(8, count / 6)
const min = 0.02

export type Partition = { labels: Int32Array; groups: number }

type Graph = UndirectedGraph<object, { weight: number }>
type Louvain = (
  graph: Graph,
  options: { resolution: number; rng(): number; getEdgeWeight: string },
) => Record<string, number>
/** The package's types describe another module format than the one it ships. */
const communities = louvain as unknown as Louvain

export function graphOf(count: number, { each, places, closeness }: Neighbours): Graph {
  const graph: Graph = new UndirectedGraph()
  for (let i = 0; i < count; i++) graph.addNode(i)
  for (let i = 0; i < count; i++) {
    for (let at = i * each; at < (i + 1) * each; at++) {
      const weight = closeness[at]!
      if (weight > min && !graph.hasEdge(i, places[at]!)) graph.addEdge(i, places[at]!, { weight })
    }
  }
  return graph
}

/** The same stream of numbers every time. */
export function stream(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Labels count from zero in the order in which they first appear. */
export function divide(graph: Graph, resolution: number): { labels: Int32Array; groups: number } {
  const found = graph.size === 0 ? {} : communities(graph, { resolution, rng: stream(1), getEdgeWeight: 'weight' })
  const seen = new Map<number, number>()
  const labels = new Int32Array(graph.order)
  for (let i = 0; i < graph.order; i++) {
    const community = found[i] ?? -1 - i
    if (!seen.has(community)) seen.set(community, seen.size)
    labels[i] = seen.get(community)!
  }
  return { labels, groups: seen.size }
}

/** The finest partition that leaves the nearest together, unless the one whose members stand closest to their own centre and farthest from the next is far better. */
export async function partition(vectors: Matrix, neighbours: Neighbours): Promise<Partition> {
  const graph = graphOf(vectors.count, neighbours)
  const tried: (Partition & { quality: number })[] = []
  for (const resolution of resolutions) {
    await breath()
    const found = divide(graph, resolution)
    if (found.groups < 2 || vectors.count / found.groups < minEach(vectors.count)) continue
    tried.push({ ...found, quality: silhouette(vectors, found.labels, found.groups) })
  }
  const best = tried.toSorted((a, b) => b.quality - a.quality)[0]
  if (!best) return { labels: new Int32Array(vectors.count), groups: vectors.count > 0 ? 1 : 0 }
  const whole = tried.filter(
    ({ labels, quality }) => quality >= best.quality - slack && keptTogether(labels, neighbours) >= together,
  )
  return whole.toSorted((a, b) => b.groups - a.groups)[0] ?? best
}

/** The share of nearest neighbours that are in the same group. */
export function keptTogether(labels: Int32Array, { each, places }: Neighbours): number {
  const few = Math.min(each, nearest(labels.length))
  let same = 0
  for (let i = 0; i < labels.length; i++)
    for (let at = i * each; at < i * each + few; at++) if (labels[places[at]!] === labels[i]) same++
  return few === 0 ? 1 : same / (few * labels.length)
}

/** The places of each group's members, in their order. */
export function membersOf(labels: Int32Array, groups: number): number[][] {
  const members = Array.from({ length: groups }, (): number[] => [])
  for (const [place, group] of labels.entries()) members[group]!.push(place)
  return members
}

export function centresOf({ data, count, width }: Matrix, labels: Int32Array, groups: number): Matrix {
  const centres = new Float32Array(groups * width)
  for (let i = 0; i < count; i++)
    for (let d = 0; d < width; d++) centres[labels[i]! * width + d]! += data[i * width + d]!
  for (let g = 0; g < groups; g++) {
    const length = Math.sqrt(dot(centres, g * width, centres, g * width, width)) || 1
    for (let d = g * width; d < (g + 1) * width; d++) centres[d]! /= length
  }
  return { data: centres, count: groups, width }
}

/** By centres instead of by pairs: as good to choose by, and linear in the number of vectors. Who is alone stands well nowhere. */
export function silhouette(vectors: Matrix, labels: Int32Array, groups: number): number {
  const centres = centresOf(vectors, labels, groups)
  const sizes = new Int32Array(groups)
  for (const group of labels) sizes[group]! += 1
  const { data, count, width } = vectors
  const next = new Float64Array(count).fill(-2)
  eachNearPairAtOnce(vectors, centres, {
    min: (i, g) => (g === labels[i] ? Infinity : next[i]!),
    found: (i, _, value) => void (next[i] = value),
  })
  let sum = 0
  for (let i = 0; i < count; i++) {
    if (sizes[labels[i]!] === 1) continue
    const own = dot(data, i * width, centres.data, labels[i]! * width, width)
    const [inside, outside] = [1 - own, 1 - next[i]!]
    sum += (outside - inside) / Math.max(inside, outside, 1e-9)
  }
  return count === 0 ? 0 : sum / count
}
