import { contrasts } from '#engine/text/function-words.ts'
import { MIN_CONTRAST_PROBABILITY, MIN_CONTRAST_WORDS } from '#engine/thresholds/reading.ts'

/*
 * A point that says something good and something bad is two: it is split before “but” and the like, or between two
 * sentences, where the model reads opposite sentiments on the two sides.
 */

type Word = { text: string; isWord: boolean; startsSentence: boolean }
type Span = { first: number; end: number }
/** Probabilities of the words from `first` up to `end`. */
export type SentimentOf = (span: Span) => { positive: number; negative: number }

export function splitByContrast<S extends Span>(span: S, words: readonly Word[], sentimentOf: SentimentOf): S[] {
  let best: { left: S; right: S; probability: number } | undefined
  for (let n = span.first + 1; n < span.end; n++) {
    if (!isBorder(words, n)) continue
    const left = { ...span, end: endBefore(words, span.first, n) }
    const right = { ...span, first: startAfter(words, n, span.end) }
    if (countWords(words, left) < MIN_CONTRAST_WORDS || countWords(words, right) < MIN_CONTRAST_WORDS) continue
    const probability = opposition(sentimentOf(left), sentimentOf(right))
    if (probability >= (best?.probability ?? MIN_CONTRAST_PROBABILITY)) best = { left, right, probability }
  }
  return best ? [best.left, ...splitByContrast(best.right, words, sentimentOf)] : [span]
}

const isBorder = (words: readonly Word[], n: number) => words[n]!.startsSentence || contrasts.has(words[n]!.text)

/** Without the comma before it. */
function endBefore(words: readonly Word[], first: number, n: number): number {
  let end = n
  while (end > first + 1 && /^[,;:–—-]$/.test(words[end - 1]!.text)) end--
  return end
}

/** Without the conjunction and the comma after it. */
function startAfter(words: readonly Word[], n: number, end: number): number {
  let start = n
  while (start < end - 1 && (contrasts.has(words[start]!.text) || !words[start]!.isWord)) start++
  return start
}

const countWords = (words: readonly Word[], { first, end }: Span) =>
  words.slice(first, end).filter(({ isWord }) => isWord).length

type Sentiment = ReturnType<SentimentOf>

const opposition = (left: Sentiment, right: Sentiment) =>
  Math.max(Math.min(left.positive, right.negative), Math.min(left.negative, right.positive))
