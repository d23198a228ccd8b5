import { centered, matrixOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { meaningDimensions, meaningOf, normalizeInPlace } from '#engine/vectors/joined-vector.ts'
import { corpusMean } from '#engine/embed/static-encoder.ts'
import { tfIdfSimilarity, type TfIdfVector, tfIdfVectors } from '#engine/text/tf-idf.ts'
import { anyOf, readWords } from '#engine/words/read-words.ts'
import {
  MIN_SAME_POINT_COVERAGE,
  MIN_SAME_POINT_WORDS,
  MIN_SAME_POINT_WORDS_ALONE,
  MIN_SAME_POINT_SUM,
  MIN_SAME_TOPIC_SIMILARITY,
  MIN_SAME_TOPIC_WORDS,
} from '#engine/thresholds/stories.ts'
import { kindOf } from './kinds.ts'
import type { Comparable } from './types.ts'

/*
 * Decides which insights a sentence may count as saying the same. Vectors alone do not decide: they also hold the
 * context of a point, so that two points of similar items can be nearer than two wordings of one point.
 */

export type Comparison<T extends Comparable> = {
  /** Whether `one` says what the name of `source` says. */
  bearsOut(one: T, source: T): boolean
  /** All that do, in the order of the list; the same as asking for each one, but faster. */
  bearersOf(source: T): T[]
  /** Whether both have the same topic by words or vectors, whatever they say of it. */
  haveSameTopic(one: T, other: T): boolean
}

type Features = {
  name: TfIdfVector
  quote: TfIdfVector
  isNegated: boolean
  /** Of the name, and all words of name and quote. */
  particulars: string[]
  words: Set<string>
  meaning?: Float32Array
  topic?: Float32Array
}

/** Compares insights of this list; words that few of them use weigh more. */
export function compareInsights<T extends Comparable>(insights: readonly T[]): Comparison<T> {
  const vectors = tfIdfVectors(insights.flatMap(({ name, quote }) => [name, quote ?? '']))
  const features = new Map(
    insights.map((one, n): [T, Features] => [
      one,
      { name: vectors[2 * n]!, quote: vectors[2 * n + 1]!, ...featuresOf(one) },
    ]),
  )
  const similarWords = findBySharedWords(vectors)

  const wordSimilarity = (one: T, source: T) => {
    const { name, quote } = features.get(one)!
    const point = features.get(source)!.name
    return Math.max(tfIdfSimilarity(name, point), tfIdfSimilarity(quote, point))
  }
  const topicSimilarity = (one: T, other: T) =>
    areComparable(one, other) && one.meaning!.vector.length > meaningDimensions
      ? similarity(topicOf(one, features.get(one)!), topicOf(other, features.get(other)!))
      : 0
  const repeats = (one: T, source: T, words: number) => {
    if (words < MIN_SAME_POINT_WORDS) return false
    const [own, point] = [features.get(one)!, features.get(source)!]
    if (coverage(own, point) < MIN_SAME_POINT_COVERAGE || !statesAlike(own, point)) return false
    if (areOpposite(one, source) || !kindsAgree(one, source)) return false
    if (!areComparable(one, source)) return words >= MIN_SAME_POINT_WORDS_ALONE
    return words + similarity(meaningWithoutMean(one, own), meaningWithoutMean(source, point)) >= MIN_SAME_POINT_SUM
  }
  return {
    bearsOut: (one, source) => one === source || repeats(one, source, wordSimilarity(one, source)),
    bearersOf(source) {
      const words = similarWords(features.get(source)!.name)
      return insights.filter(
        (one, n) => one === source || repeats(one, source, Math.max(words[2 * n]!, words[2 * n + 1]!)),
      )
    },
    haveSameTopic: (one, other) =>
      wordSimilarity(one, other) >= MIN_SAME_TOPIC_WORDS ||
      wordSimilarity(other, one) >= MIN_SAME_TOPIC_WORDS ||
      topicSimilarity(one, other) >= MIN_SAME_TOPIC_SIMILARITY,
  }
}

/** The share of the point's words, by weight, in name and quote. */
function coverage({ name, quote }: Features, { name: point }: Features): number {
  let sum = 0
  for (const [word, weight] of point) if (name.has(word) || quote.has(word)) sum += weight ** 2
  return sum
}

const meaningWithoutMean = ({ meaning }: Comparable, features: Features) =>
  (features.meaning ??= rowOf(centered(matrixOf([meaningOf(meaning!.vector)]), corpusMean()), 0))
const topicOf = ({ meaning }: Comparable, features: Features) =>
  (features.topic ??= normalizeInPlace(meaning!.vector.slice(meaningDimensions)))

/** The similarity of a vector to each of these, by an inverted index. */
function findBySharedWords(vectors: readonly TfIdfVector[]) {
  const textsWith = new Map<string, [number, number][]>()
  for (const [n, vector] of vectors.entries())
    for (const [word, weight] of vector) {
      const texts = textsWith.get(word)
      if (texts) texts.push([n, weight])
      else textsWith.set(word, [[n, weight]])
    }
  return (point: TfIdfVector): Float64Array => {
    const sums = new Float64Array(vectors.length)
    for (const [word, weight] of point) for (const [n, other] of textsWith.get(word)!) sums[n]! += weight * other
    return sums
  }
}

/** Vectors of two models cannot be compared. */
const areComparable = (one: Comparable, other: Comparable) =>
  Boolean(one.meaning && other.meaning && one.meaning.model === other.meaning.model)

/** No negation in only one of the names, and every particular of the point. */
const statesAlike = (one: Features, source: Features) =>
  one.isNegated === source.isNegated && source.particulars.every((particular) => one.words.has(particular))

const areOpposite = (a: Comparable, b: Comparable) =>
  a.sentiment !== b.sentiment && a.sentiment !== 'NEUTRAL' && b.sentiment !== 'NEUTRAL'

/** A request, a problem and praise make different points; other insights may agree with each of them. */
function kindsAgree(a: Comparable, b: Comparable): boolean {
  const [kind, other] = [kindOf(a), kindOf(b)]
  return kind === other || kind === 'other' || other === 'other'
}

const negation = new RegExp(String.raw`\b${anyOf('story/negations')}\b|n[’']t\b`, 'iu')

const word = /[\p{L}\p{N}]+(?:[.,:][\p{N}]+)*/gu
const numberWords = new Set(readWords('story/number-words'))

/** Numbers and, after the first word, names: a point about another number or name is another point. */
const particularsOf = (point: string) =>
  (point.match(word) ?? [])
    .filter(
      (one, n) => /\p{N}/u.test(one) || numberWords.has(one.toLowerCase()) || (n > 0 && /^\p{Lu}\p{L}/u.test(one)),
    )
    .map((one) => one.toLowerCase())

const featuresOf = ({ name, quote }: Comparable) => ({
  isNegated: negation.test(name),
  particulars: particularsOf(name),
  words: new Set((`${name} ${quote ?? ''}`.match(word) ?? []).map((one) => one.toLowerCase())),
})
