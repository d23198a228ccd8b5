import { stemmedWords, type TfIdfVector } from '#engine/text/tf-idf.ts'
import {
  MAX_MIXED_WORD_SHARE,
  MIN_MIXTURE_NEIGHBOUR,
  MIXTURE,
  MIXTURE_NEIGHBOURS,
  MIXTURE_SHARE,
  MIXTURE_TEMPERATURE,
} from '#engine/thresholds/clustering.ts'
import { pairwiseProducts } from '#engine/vectors/dot-products.ts'
import type { Matrix } from '#engine/vectors/matrix.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'

/*
 * Similarities of a few hundred texts: of their vectors, of their words, and of the words that name what they are
 * about. A product's own nouns are what the model does not know, and words do.
 */

export type MixedText = { text: string; mention: string | null }

/** Row i and column j: the similarity of texts i and j, which is 1 for i = j. */
export async function mixedSimilarities(vectors: Matrix, texts: readonly MixedText[]): Promise<Matrix> {
  const mixed = pairwiseProducts(vectors)
  for (let n = 0; n < mixed.data.length; n++) mixed.data[n]! *= MIXTURE.vectors
  addProducts(mixed, termVectors(texts.map(({ text }) => stemmedWords(text))), MIXTURE.words)
  await yieldToEventLoop()
  addProducts(mixed, termVectors(texts.map(({ mention }) => partsOfWords(mention ?? ''))), MIXTURE.mentions)
  for (let n = 0; n < mixed.count; n++) mixed.data[n * mixed.width + n] = 1
  return movedTowardsNeighbours(mixed)
}

const partLength = 4

/** Words and their parts, so that compounds and inflected forms have much in common. */
function partsOfWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const padded = ` ${word} `
    const parts = Array.from({ length: Math.max(0, padded.length - partLength + 1) }, (_, n) =>
      padded.slice(n, n + partLength),
    )
    return [word, ...parts]
  })
}

/** Of length one; terms of one text, or of many, say nothing about what two have in common. */
function termVectors(documents: readonly (readonly string[])[]): TfIdfVector[] {
  const uses = new Map<string, number>()
  for (const terms of documents) for (const term of new Set(terms)) uses.set(term, (uses.get(term) ?? 0) + 1)
  const maxUses = MAX_MIXED_WORD_SHARE * documents.length
  return documents.map((terms) => {
    const weights = new Map<string, number>()
    for (const term of terms) {
      const count = uses.get(term)!
      if (count >= 2 && count <= maxUses)
        weights.set(term, (weights.get(term) ?? 0) + Math.log(documents.length / count))
    }
    const length = Math.hypot(...weights.values()) || 1
    return new Map([...weights].map(([term, weight]) => [term, weight / length]))
  })
}

/** Term by term, because most pairs have none in common. */
function addProducts(to: Matrix, vectors: readonly TfIdfVector[], weight: number) {
  const postings = new Map<string, [number, number][]>()
  for (const [n, vector] of vectors.entries())
    for (const [term, value] of vector) {
      const list = postings.get(term)
      if (list) list.push([n, value])
      else postings.set(term, [[n, value]])
    }
  for (const list of postings.values())
    for (const [i, a] of list) for (const [j, b] of list) to.data[i * to.width + j]! += weight * a * b
}

type Neighbour = [row: number, weight: number]

/** As if every text were moved part of the way to its nearest ones. */
async function movedTowardsNeighbours(similarities: Matrix): Promise<Matrix> {
  const { count } = similarities
  const { min, max, share } = MIXTURE_NEIGHBOURS
  const size = Math.min(max, Math.max(min, Math.round(share * count)))
  const neighbours = Array.from({ length: count }, (_, n) => neighboursOf(similarities, n, size))
  await yieldToEventLoop()
  const half = movedRows(similarities, neighbours)
  await yieldToEventLoop()
  const moved = transposed(movedRows(transposed(half), neighbours))
  const lengths = Array.from({ length: count }, (_, n) => Math.sqrt(Math.max(1e-9, moved.data[n * count + n]!)))
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) moved.data[i * count + j]! /= lengths[i]! * lengths[j]!
  return moved
}

function neighboursOf({ data, count }: Matrix, row: number, size: number): Neighbour[] {
  const own = data.subarray(row * count, (row + 1) * count)
  const nearest: number[] = []
  for (let j = 0; j < count; j++) {
    if (j === row || own[j]! < MIN_MIXTURE_NEIGHBOUR) continue
    if (nearest.length === size && own[j]! <= own[nearest.at(-1)!]!) continue
    let at = nearest.length
    while (at > 0 && own[nearest[at - 1]!]! < own[j]!) at--
    nearest.splice(at, 0, j)
    if (nearest.length > size) nearest.pop()
  }
  const weights = nearest.map((j) => Math.exp(own[j]! / MIXTURE_TEMPERATURE))
  const sum = weights.reduce((a, b) => a + b, 0)
  return nearest.map((j, n) => [j, weights[n]! / sum])
}

function movedRows({ data, count, width }: Matrix, neighbours: readonly Neighbour[][]): Matrix {
  const moved = new Float32Array(data.length)
  for (let i = 0; i < count; i++) {
    const kept = neighbours[i]!.length === 0 ? 1 : 1 - MIXTURE_SHARE
    for (let c = 0; c < width; c++) moved[i * width + c] = kept * data[i * width + c]!
    for (const [j, weight] of neighbours[i]!)
      for (let c = 0; c < width; c++) moved[i * width + c]! += MIXTURE_SHARE * weight * data[j * width + c]!
  }
  return { data: moved, count, width }
}

function transposed({ data, count }: Matrix): Matrix {
  const turned = new Float32Array(data.length)
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) turned[j * count + i] = data[i * count + j]!
  return { data: turned, count, width: count }
}
