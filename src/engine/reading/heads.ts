import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentimentClasses } from '#engine/labels.ts'
import { categoryKeys } from '#vocabulary/categories.ts'
import { softmax } from '#engine/classifiers/linear-classifier.ts'
import { normalizeInPlace } from '#engine/vectors/joined-vector.ts'

/*
 * What the model's token states are turned into: labels, a topic vector, and tags of words. Each label pools the tokens
 * of a span by attention of its own.
 */

type LinearHead = { weights: Float32Array; bias: Float32Array }
type PooledHead = LinearHead & { query: Float32Array }
type PooledLabel = 'sentiment' | 'category' | 'area' | 'content' | 'aspect'
type WordTag = 'point' | 'mention'

export type Heads = {
  areas: readonly string[]
  aspects: readonly string[]
  topic: { query: Float32Array; weights: Float32Array }
  pooled: Record<PooledLabel, PooledHead>
  tags: Record<WordTag, LinearHead>
}

type Numbers = { query: number[]; weights: number[]; bias: number[] }
type HeadsFile = {
  sentiments: string[]
  categories: string[]
  areas: string[]
  aspects: string[]
  topic: Numbers
  pooled: Record<PooledLabel, Numbers>
  tags: Record<WordTag, Numbers>
}

export function loadHeads(folder: string): Heads {
  const file = JSON.parse(readFileSync(join(folder, 'heads.json'), 'utf8')) as HeadsFile
  if (`${file.sentiments}` !== `${sentimentClasses}` || `${file.categories}` !== `${categoryKeys}`)
    throw new Error(`the labels of ${folder} are in another order than those of the product`)
  const linear = ({ weights, bias }: Numbers): LinearHead => ({
    weights: Float32Array.from(weights),
    bias: Float32Array.from(bias),
  })
  const pooled = (one: Numbers): PooledHead => ({ ...linear(one), query: Float32Array.from(one.query) })
  const { topic } = file
  return {
    areas: file.areas,
    aspects: file.aspects,
    topic: { query: Float32Array.from(topic.query), weights: Float32Array.from(topic.weights) },
    pooled: {
      sentiment: pooled(file.pooled.sentiment),
      category: pooled(file.pooled.category),
      area: pooled(file.pooled.area),
      content: pooled(file.pooled.content),
      aspect: pooled(file.pooled.aspect),
    },
    tags: { point: linear(file.tags.point), mention: linear(file.tags.mention) },
  }
}

/** The states of a text's tokens, one row a token; a span is the tokens from `from` up to `to`. */
export type States = { data: Float32Array; width: number }
export type TokenSpan = { from: number; to: number }

/** The dot product of a row of numbers, as many as the vector has, with it. */
function rowProduct(rows: Float32Array, start: number, vector: ArrayLike<number>): number {
  let sum = 0
  for (let d = 0; d < vector.length; d++) sum += rows[start + d]! * vector[d]!
  return sum
}

/** The mean of the tokens, at length one. */
export function meanVector({ data, width }: States, { from, to }: TokenSpan): Float32Array {
  const sum = new Float32Array(width)
  for (let t = from; t < to; t++) for (let d = 0; d < width; d++) sum[d]! += data[t * width + d]!
  return normalizeInPlace(sum)
}

function attentionPooled({ data, width }: States, { from, to }: TokenSpan, query: Float32Array): Float32Array {
  const scores = Array.from({ length: to - from }, (_, n) => rowProduct(data, (from + n) * width, query))
  const weights = softmax(scores.map((score) => score / Math.sqrt(width)))
  const sum = new Float32Array(width)
  for (const [n, weight] of weights.entries())
    for (let d = 0; d < width; d++) sum[d]! += weight * data[(from + n) * width + d]!
  return sum
}

const product = (weights: Float32Array, vector: Float32Array): number[] =>
  Array.from({ length: weights.length / vector.length }, (_, k) => rowProduct(weights, k * vector.length, vector))

export function labelProbabilities(states: States, span: TokenSpan, { query, weights, bias }: PooledHead): number[] {
  return softmax(product(weights, attentionPooled(states, span, query)).map((score, k) => score + bias[k]!))
}

export const topicVector = (states: States, span: TokenSpan, { query, weights }: Heads['topic']): Float32Array =>
  normalizeInPlace(Float32Array.from(product(weights, attentionPooled(states, span, query))))

/** Of a word, by its first token: outside a span, the first word of one, or inside. */
export type TagProbabilities = { outside: number; begin: number; inside: number }

export function tagProbabilities({ data, width }: States, token: number, head: LinearHead): TagProbabilities {
  const state = data.subarray(token * width, (token + 1) * width)
  const scores = [0, 1, 2].map((k) => rowProduct(head.weights, k * width, state) + head.bias[k]!)
  const [outside, begin, inside] = softmax(scores) as [number, number, number]
  return { outside, begin, inside }
}
