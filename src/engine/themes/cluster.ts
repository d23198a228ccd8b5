import { centresOf, membersOf, partition, stream } from './communities.ts'
import { nearestIn, neighboursOf, smoothed } from './neighbours.ts'
import { centred, cosine, matrixOf, type Matrix, meanOf, rowOf } from './vectors.ts'

/* Vectors into groups, however many there are: the groups are found among at most a few thousand, and the rest follows its nearest. */

const neighbours = 20
const rounds = 1
const voters = 10
export const coresetSize = 3200

type Division = { labels: Int32Array; groups: number }
export type Clustering = Division & { centres: Matrix; mean: Float32Array }

/** Vectors have length one. `seed` chooses the sample, nothing else is left to chance. */
export async function cluster(vectors: Matrix, seed = 7): Promise<Clustering> {
  const mean = meanOf(vectors)
  const around = centred(vectors, mean)
  const sample = placesOfSample(vectors.count, seed)
  const core =
    sample.length === vectors.count
      ? around
      : matrixOf(
          sample.map((place) => rowOf(around, place)),
          vectors.width,
        )
  const found = await groupsAmong(core)
  const { labels, groups } = mended(around, {
    groups: found.groups,
    labels: sample.length === vectors.count ? found.labels : await spread(around, core, found, sample),
  })
  return { labels, groups, centres: centresOf(around, labels, groups), mean }
}

async function groupsAmong(core: Matrix) {
  let near = await neighboursOf(core, neighbours)
  let moved = core
  for (let round = 0; round < rounds; round++) {
    moved = smoothed(moved, near)
    near = await neighboursOf(moved, neighbours)
  }
  return settled(moved, await partition(moved, near))
}

const moves = 2

/** Whoever stands nearer to the centre of another group goes there. */
async function settled(vectors: Matrix, found: { labels: Int32Array; groups: number }) {
  let { labels, groups } = found
  for (let move = 0; move < moves; move++) {
    const { places } = await nearestIn(vectors, centresOf(vectors, labels, groups), 1)
    const order = new Map([...new Set(places)].map((group, n) => [group, n]))
    ;[labels, groups] = [places.map((group) => order.get(group)!), order.size]
  }
  return { labels, groups }
}

function placesOfSample(count: number, seed: number): number[] {
  const places = [...Array(count).keys()]
  if (count <= coresetSize) return places
  const random = stream(seed)
  return places
    .map((place) => ({ place, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, coresetSize)
    .map(({ place }) => place)
    .sort((a, b) => a - b)
}

/** Whoever was not in the sample goes where most of its nearest in the sample went, the nearer ones counting more. */
async function spread(
  all: Matrix,
  core: Matrix,
  { labels, groups }: { labels: Int32Array; groups: number },
  sample: readonly number[],
): Promise<Int32Array> {
  const { places, closeness } = await nearestIn(all, core, Math.min(voters, core.count))
  const spreadLabels = new Int32Array(all.count)
  const votes = new Float64Array(groups)
  for (let i = 0; i < all.count; i++) {
    votes.fill(0)
    for (let at = i * voters; at < (i + 1) * voters; at++)
      votes[labels[places[at]!]!]! += Math.max(0, closeness[at]!) ** 2
    spreadLabels[i] = votes.indexOf(Math.max(...votes))
  }
  for (const [n, place] of sample.entries()) spreadLabels[place] = labels[n]!
  return spreadLabels
}

type Crowd = { centre: Float32Array; size: number }

/** Merges groups, always the two that cost least, until it is enough; answers which of the new groups each goes to. */
function merge(
  crowds: readonly Crowd[],
  costOf: (a: Crowd, b: Crowd) => number,
  isEnough: (left: number, cost: number) => boolean,
): Int32Array {
  const to = Int32Array.from(crowds.keys())
  const live = new Set(crowds.keys())
  const costs = crowds.map((a, n) => Float64Array.from(crowds, (b, m) => (n < m ? costOf(a, b) : Infinity)))
  while (live.size > 1) {
    const [a, b] = cheapest(costs, [...live])
    if (isEnough(live.size, costs[a]![b]!)) break
    takeIn(crowds[a]!, crowds[b]!)
    live.delete(b)
    for (let g = 0; g < to.length; g++) if (to[g] === b) to[g] = a
    // Only what it costs to merge with this one has changed.
    for (const g of live) {
      if (g < a) costs[g]![a] = costOf(crowds[g]!, crowds[a]!)
      if (g > a) costs[a]![g] = costOf(crowds[a]!, crowds[g]!)
    }
  }
  const order = new Map([...live].map((g, n) => [g, n]))
  return to.map((g) => order.get(g)!)
}

function cheapest(costs: readonly Float64Array[], live: readonly number[]): [number, number] {
  let best: [number, number] = [live[0]!, live[1]!]
  for (const [n, a] of live.entries())
    for (let m = n + 1; m < live.length; m++) if (costs[a]![live[m]!]! < costs[best[0]]![best[1]]!) best = [a, live[m]!]
  return best
}

function takeIn(crowd: Crowd, other: Crowd) {
  const size = crowd.size + other.size
  crowd.centre = crowd.centre.map((value, d) => (value * crowd.size + other.centre[d]! * other.size) / size)
  crowd.size = size
}

/** Merges groups upward until at most `wanted` are left; answers which of the new groups each goes to. */
export const mergeUp = (centres: Matrix, sizes: readonly number[], wanted: number): Int32Array =>
  merge(
    sizes.map((size, g) => ({ size, centre: rowOf(centres, g) })),
    ward,
    (left) => left <= Math.max(1, wanted),
  )

/** What the members would stand farther from their centre: so no group swallows all others. */
function ward(a: Crowd, b: Crowd): number {
  let apart = 0
  for (let d = 0; d < a.centre.length; d++) apart += (a.centre[d]! - b.centre[d]!) ** 2
  return (apart * a.size * b.size) / (a.size + b.size)
}

/** So small beside the others, and so near to another, a group is a part of that which broke off. */
const small = 0.6
const alike = 0.65

/** Small groups join the one they broke off from, the nearest first. */
export function mended(around: Matrix, { labels, groups }: Division): Division {
  const max = (small * labels.length) / groups
  const crowds = membersOf(labels, groups).map((own) => ({ size: own.length, centre: meanOf(around, own) }))
  const away = (a: Crowd, b: Crowd) => (Math.min(a.size, b.size) > max ? Infinity : -cosine(a.centre, b.centre))
  const to = merge(crowds, away, (_, cost) => cost > -alike)
  return { labels: labels.map((group) => to[group]!), groups: Math.max(-1, ...to) + 1 }
}
