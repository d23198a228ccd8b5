import { pairwiseProducts } from '#engine/vectors/dot-products.ts'
import type { Matrix } from '#engine/vectors/matrix.ts'

/*
 * Average linkage by the nearest-neighbour chain: the two most similar groups are merged, where the similarity of two
 * groups is the mean over their members. Quadratic in the number of vectors.
 */

/** The groups of the vectors `a` and `b` merge at a similarity. */
type Merge = { a: number; b: number; similarity: number }

/** For vectors of length one; `sizes`: how many members each vector counts for. The most similar merge first. */
export const averageLinkage = (vectors: Matrix, sizes?: readonly number[]): Merge[] =>
  linkBySimilarity(pairwiseProducts(vectors), sizes)

/** For the similarities of all pairs, which are overwritten. */
export function linkBySimilarity({ data, count }: Matrix, sizes?: readonly number[]): Merge[] {
  const size = Float64Array.from({ length: count }, (_, n) => sizes?.[n] ?? 1)
  const alive = new Uint8Array(count).fill(1)
  const merges: Merge[] = []
  const chain: number[] = []
  let next = 0
  while (merges.length < count - 1) {
    if (chain.length === 0) {
      while (!alive[next]) next++
      chain.push(next)
    }
    const top = chain.at(-1)!
    const previous = chain.at(-2) ?? -1
    let best = previous
    for (let n = 0; n < count; n++)
      if (alive[n] && n !== top && (best < 0 || data[top * count + n]! > data[top * count + best]!)) best = n
    if (best !== previous) {
      chain.push(best)
      continue
    }
    chain.length -= 2
    merges.push({ a: Math.min(top, best), b: Math.max(top, best), similarity: data[top * count + best]! })
    mergeRows(data, { into: top, from: best, count, size })
    size[top]! += size[best]!
    alive[best] = 0
  }
  return merges.sort((x, y) => y.similarity - x.similarity)
}

type MergedRows = { into: number; from: number; count: number; size: Float64Array }

function mergeRows(data: Float32Array, { into, from, count, size }: MergedRows) {
  const [a, b] = [size[into]!, size[from]!]
  for (let n = 0; n < count; n++) {
    const mean = (a * data[into * count + n]! + b * data[from * count + n]!) / (a + b)
    data[into * count + n] = data[n * count + into] = mean
  }
}

/** The groups after all merges that `accept` allows; labels count from zero in the order in which they first appear. */
export function cutMerges(
  count: number,
  merges: readonly Merge[],
  accept: (merge: Merge, groups: number) => boolean,
): { labels: Int32Array; groups: number } {
  const parent = Int32Array.from({ length: count }, (_, n) => n)
  const rootOf = (n: number): number => {
    let root = n
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  let groups = count
  for (const merge of merges) {
    if (!accept(merge, groups)) continue
    parent[rootOf(merge.b)] = rootOf(merge.a)
    groups--
  }
  const numbers = new Map<number, number>()
  const labels = Int32Array.from({ length: count }, (_, n) => {
    const root = rootOf(n)
    if (!numbers.has(root)) numbers.set(root, numbers.size)
    return numbers.get(root)!
  })
  return { labels, groups: numbers.size }
}
