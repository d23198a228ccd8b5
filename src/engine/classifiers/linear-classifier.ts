import type { WordBuckets } from './word-buckets.ts'

/* A linear classifier over an embedding, the features of its text and the words of it. */

export type LinearClassifier = {
  classes: readonly string[]
  /** Factor of the embedding relative to the features. */
  scale: number
  bias: readonly number[]
  /** One row for each class: the dimensions of the embedding, then the features. */
  weights: readonly (readonly number[])[]
  /** One row for each class: a weight for every bucket, in units of `wordScale`. */
  words: readonly Int8Array[]
  wordScale: number
}

/** As a file; the weights of words are Base64. */
export const writeClassifier = ({ words, ...rest }: LinearClassifier): string =>
  `${JSON.stringify({ ...rest, words: words.map(base64Of) })}\n`

const base64Of = ({ buffer, byteOffset, byteLength }: LinearClassifier['words'][number]) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

export function readClassifier(file: string): LinearClassifier {
  const { words, ...rest } = JSON.parse(file) as Omit<LinearClassifier, 'words'> & { words: string[] }
  return { ...rest, words: words.map((row) => new Int8Array(Buffer.from(row, 'base64'))) }
}

type ClassifierInput = { vector: ArrayLike<number>; features: readonly number[]; words: WordBuckets }

/** The probability of each class, in their order. */
export function probabilities(
  { scale, bias, weights, words: wordWeights, wordScale }: LinearClassifier,
  { vector, features, words }: ClassifierInput,
): number[] {
  const scores = weights.map((row, k) => {
    let sum = bias[k]!
    for (let d = 0; d < vector.length; d++) sum += row[d]! * vector[d]! * scale
    for (let f = 0; f < features.length; f++) sum += row[vector.length + f]! * features[f]!
    let ofWords = 0
    for (const bucket of words.buckets) ofWords += wordWeights[k]![bucket]!
    return sum + ofWords * wordScale * words.weight
  })
  return softmax(scores)
}

export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores)
  const raised = scores.map((score) => Math.exp(score - top))
  const sum = raised.reduce((a, b) => a + b, 0)
  return raised.map((value) => value / sum)
}

export function argmax(shares: readonly number[]): number {
  let best = 0
  for (let k = 1; k < shares.length; k++) if (shares[k]! > shares[best]!) best = k
  return best
}
