import { cluster } from './clustering/cluster.ts'
import { forEachNearPair } from './vectors/dot-products.ts'
import { centered, dotRows, type Matrix, matrixOf } from './vectors/matrix.ts'
import { meaningOf } from './vectors/joined-vector.ts'
import { corpusMean } from './embed/static-encoder.ts'
import { type TfIdfVector, tfIdfVectors } from './text/tf-idf.ts'
import {
  MAX_PAIRWISE_TEXTS,
  MIN_SAME_MEANING_SIMILARITY,
  MIN_SAME_WORDS_SIMILARITY,
} from '#engine/thresholds/grouping.ts'

/**
 * Groups texts that use the same words. A group is a list of indices, the most typical text first; a text similar to
 * none is alone.
 */
export const groupByWords = (texts: readonly string[]): number[][] =>
  greedyGroups(neighboursByWords(tfIdfVectors(texts)))

/** The same by words or by embedding. */
export async function groupBySimilarity(
  texts: readonly string[],
  vectors: readonly Float32Array[],
): Promise<number[][]> {
  if (texts.length === 0) return []
  if (texts.length > MAX_PAIRWISE_TEXTS) return clusteredGroups(matrixOf(vectors))
  const relative = centered(matrixOf(vectors.map(meaningOf)), corpusMean())
  const neighbours = neighboursByWords(tfIdfVectors(texts)).map((list) => new Set(list))
  await forEachNearPair(relative, relative, true, {
    threshold: () => MIN_SAME_MEANING_SIMILARITY,
    onPair(i, j) {
      neighbours[i]!.add(j)
      neighbours[j]!.add(i)
    },
  })
  return greedyGroups(neighbours.map((set) => [...set].sort((a, b) => a - b)))
}

async function clusteredGroups(vectors: Matrix): Promise<number[][]> {
  const { labels, groups, centroids, mean } = await cluster(vectors)
  const relative = centered(vectors, mean)
  const members: { index: number; similarity: number }[][] = Array.from({ length: groups }, () => [])
  for (const [index, group] of labels.entries())
    members[group]!.push({ index, similarity: dotRows(relative, index, centroids, group) })
  return members.map((list) =>
    list.sort((a, b) => b.similarity - a.similarity || a.index - b.index).map(({ index }) => index),
  )
}

/** Takes the text with the most ungrouped neighbours together with them, until none is left. */
function greedyGroups(neighbours: readonly (readonly number[])[]): number[][] {
  const freeNeighbours = neighbours.map((others) => others.length)
  const free = new Set(neighbours.keys())
  const groups: number[][] = []
  while (free.size > 0) {
    const first = mostConnected(freeNeighbours, free)
    const group = [first, ...neighbours[first]!.filter((index) => free.has(index))]
    for (const index of group) {
      free.delete(index)
      for (const other of neighbours[index]!) freeNeighbours[other]! -= 1
    }
    groups.push(group)
  }
  return groups
}

function mostConnected(freeNeighbours: readonly number[], free: ReadonlySet<number>): number {
  let best = -1
  for (const index of free) if (best < 0 || freeNeighbours[index]! > freeNeighbours[best]!) best = index
  return best
}

/** Compares only texts that share a word, by an inverted index. */
function neighboursByWords(vectors: readonly TfIdfVector[]): number[][] {
  const textsWith = new Map<string, number[]>()
  for (const [index, vector] of vectors.entries())
    for (const word of vector.keys()) {
      const texts = textsWith.get(word)
      if (texts) texts.push(index)
      else textsWith.set(word, [index])
    }
  return vectors.map((vector, index) => {
    const sums = new Float64Array(vectors.length)
    for (const [word, weight] of vector)
      for (const other of textsWith.get(word)!) sums[other]! += weight * vectors[other]!.get(word)!
    const found: number[] = []
    for (const [other, sum] of sums.entries())
      if (other !== index && sum >= MIN_SAME_WORDS_SIMILARITY) found.push(other)
    return found
  })
}
