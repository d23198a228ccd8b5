import { centresOf, partition, stream } from './communities.ts'
import { nearestIn, neighboursOf, smoothed } from './neighbours.ts'
import { centred, dot, matrixOf, type Matrix, meanOf, rowOf } from './vectors.ts'

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
  const core = sample.length === vectors.count ? around : matrixOf(sample.map((place) => rowOf(around, place)), vectors.width)
  const found = await groupsAmong(core)
  const { labels, groups } = mended(around, { groups: found.groups, labels: sample.length === vectors.count ? found.labels : await spread(around, core, found, sample) })
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
  return places.map((place) => ({ place, key: random() })).sort((a, b) => a.key - b.key).slice(0, coresetSize).map(({ place }) => place).sort((a, b) => a - b)
}

/** Whoever was not in the sample goes where most of its nearest in the sample went, the nearer ones counting more. */
async function spread(all: Matrix, core: Matrix, { labels, groups }: { labels: Int32Array; groups: number }, sample: readonly number[]): Promise<Int32Array> {
  const { places, closeness } = await nearestIn(all, core, Math.min(voters, core.count))
  const spreadLabels = new Int32Array(all.count)
  const votes = new Float64Array(groups)
  for (let i = 0; i < all.count; i++) {
    votes.fill(0)
    for (let at = i * voters; at < (i + 1) * voters; at++) votes[labels[places[at]!]!]! += Math.max(0, closeness[at]!) ** 2
    spreadLabels[i] = votes.indexOf(Math.max(...votes))
  }
  for (const [n, place] of sample.entries()) spreadLabels[place] = labels[n]!
  return spreadLabels
}

/** Merges groups upward, always the two nearest, until at most `wanted` are left; answers which of the new groups each goes to. */
export function mergeUp(centres: Matrix, sizes: readonly number[], wanted: number): Int32Array {
  const to = Int32Array.from(sizes.keys())
  const live = new Set(sizes.keys())
  const weight = [...sizes]
  const centre = sizes.map((_, g) => Float32Array.from(rowOf(centres, g)))
  while (live.size > Math.max(1, wanted)) {
    const [a, b] = nearestPair(centre, weight, [...live])
    for (let d = 0; d < centres.width; d++) centre[a]![d] = (centre[a]![d]! * weight[a]! + centre[b]![d]! * weight[b]!) / (weight[a]! + weight[b]!)
    weight[a]! += weight[b]!
    live.delete(b)
    for (let g = 0; g < to.length; g++) if (to[g] === b) to[g] = a
  }
  const order = new Map([...live].sort((a, b) => a - b).map((g, n) => [g, n]))
  return to.map((g) => order.get(g)!)
}

/** Nearest by what merging would cost (Ward), so that no group swallows all others. */
function nearestPair(centre: readonly Float32Array[], weight: readonly number[], live: readonly number[]): [number, number] {
  let best: [number, number] = [live[0]!, live[1]!]
  let least = Infinity
  for (const [n, a] of live.entries()) {
    for (const b of live.slice(n + 1)) {
      let apart = 0
      for (let d = 0; d < centre[a]!.length; d++) apart += (centre[a]![d]! - centre[b]![d]!) ** 2
      const cost = (apart * weight[a]! * weight[b]!) / (weight[a]! + weight[b]!)
      if (cost < least) [least, best] = [cost, [a, b]]
    }
  }
  return best
}

/** So small beside the others, and so near to another, a group is a part of that which broke off. */
const small = 0.6
const alike = 0.65

/** Small groups join the one they broke off from, the nearest first. */
export function mended(around: Matrix, { labels, groups }: Division): Division {
  const most = (small * labels.length) / groups
  let found = { labels, groups }
  for (;;) {
    const centres = centresOf(around, found.labels, found.groups)
    const sizes = new Int32Array(found.groups)
    for (const group of found.labels) sizes[group]! += 1
    let [into, from, least] = [-1, -1, alike]
    for (let a = 0; a < found.groups; a++) {
      for (let b = a + 1; b < found.groups; b++) {
        if (Math.min(sizes[a]!, sizes[b]!) > most) continue
        const closeness = dot(centres.data, a * centres.width, centres.data, b * centres.width, centres.width)
        if (closeness >= least) [into, from, least] = [a, b, closeness]
      }
    }
    if (into < 0) return found
    found = { labels: found.labels.map((group) => (group === from ? into : group > from ? group - 1 : group)), groups: found.groups - 1 }
  }
}
