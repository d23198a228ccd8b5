import type { TokenizedWord } from '#engine/text/wordpiece.ts'
import {
  MAX_GAP_WORDS,
  MAX_WORDS_TO_CLAUSE,
  MIN_BEGIN_IN_SENTENCE,
  MIN_BEGIN_OF_SENTENCE,
  MIN_BEGIN_WITHOUT_MARK,
  MIN_LONE_WORD_LENGTH,
  MIN_WORD_IN_POINT,
} from '#engine/thresholds/reading.ts'
import { conjunctions, determiners, prepositions } from '#engine/text/function-words.ts'
import { abbreviationEnds, sentencesOf } from '#engine/text/sentences.ts'
import type { TagProbabilities } from './heads.ts'
import { joinChanges, joinLabels } from './join-points.ts'
import { type SentimentOf, splitByContrast } from './split-contrast.ts'

/*
 * Where the points of a text are: the model tags words as the first of a point, inside one or outside; a point is cut
 * off only at the border of a sentence or a clause.
 */

/** The first word of a point and the one after its last; `certainty` is how surely its words belong to a point. */
export type WordSpan = { first: number; end: number; certainty: number }

const letterOrDigit = /[\p{L}\p{N}]/u
const listEntry = /\n(?=\s{0,200}(?:[-*•–]|\d{1,2}[.)])\s)/g

type Word = {
  text: string
  /** A full stop of an abbreviation is part of a word. */
  isWord: boolean
  isAbbreviationEnd: boolean
  startsSentence: boolean
  spaceBefore: boolean
  tag: TagProbabilities
}

export function findPoints(
  text: string,
  tokenized: readonly TokenizedWord[],
  tags: readonly TagProbabilities[],
  sentimentOf: SentimentOf,
): WordSpan[] {
  const markers = listMarkers(text, tokenized)
  const starts = sentenceStarts(text, tokenized)
  const abbreviations = abbreviationEnds(text)
  const words = tokenized.map(({ start, end }, n): Word => {
    const own = text.slice(start, end).toLowerCase()
    const isAbbreviationEnd = abbreviations.has(end)
    return {
      text: own,
      isWord: isAbbreviationEnd || letterOrDigit.test(own),
      isAbbreviationEnd,
      startsSentence: starts.has(n) || markers.has(n) || markers.has(n - 1),
      spaceBefore: start === 0 || /\s/.test(text[start - 1]!),
      tag: markers.has(n) ? { outside: 1, begin: 0, inside: 0 } : tags[n]!,
    }
  })
  const found: WordSpan[] = []
  const spans = taggedSpans(words)
  for (const [n, span] of spans.entries()) {
    const from = found.at(-1)?.end ?? 0
    // The one before may have been widened over all of it.
    if (span.end > from) found.push(withBorders(span, words, { from, to: spans[n + 1]?.first ?? words.length }))
  }
  const joined = joinChanges(joinLabels(found, words), words)
  return joined
    .filter((span) => hasEnoughWords(span, words))
    .flatMap((span) => splitByContrast(span, words, sentimentOf))
}

const inlineNumber = /(?<=^|\s)\(?(\d{1,2})[.)](?=\s)/g

/** The words of numbers in a list within a line: “1) … 2) …”. */
function listMarkers(text: string, words: readonly TokenizedWord[]): Set<number> {
  const numbers = [...text.matchAll(inlineNumber)]
  const inOrder = numbers.filter(({ 1: number }, n) => Number(number) === n + 1)
  if (inOrder.length < 2 || inOrder.length < numbers.length) return new Set()
  const isMarker = ({ start, end }: TokenizedWord) =>
    numbers.some(({ index, 0: marker }) => start >= index && end <= index + marker.length)
  return new Set(words.flatMap((word, n) => (isMarker(word) ? [n] : [])))
}

/** The words with which a sentence, or an entry of a list, begins. */
function sentenceStarts(text: string, words: readonly TokenizedWord[]): Set<number> {
  const borders = sentencesOf(text).map(({ index }) => index)
  for (const { index } of text.matchAll(listEntry)) borders.push(index)
  borders.sort((a, b) => a - b)
  const starts = new Set<number>()
  let n = 0
  for (const border of borders) {
    while (n < words.length && words[n]!.start < border) n++
    if (n < words.length) starts.add(n)
  }
  return starts
}

type Span = { first: number; end: number }

function taggedSpans(words: readonly Word[]): Span[] {
  const found: Span[] = []
  let open: Span | undefined
  let gap = 0
  for (const [n, word] of words.entries()) {
    const begins = word.isWord && word.tag.begin >= minBegin(words, n)
    if (!begins && word.tag.outside > 1 - MIN_WORD_IN_POINT) {
      if (word.isWord && !isInAbbreviation(words, n)) gap++
      if (gap > MAX_GAP_WORDS || (word.startsSentence && word.isWord)) open = undefined
      continue
    }
    if (open && !begins) open.end = n + 1
    else {
      open = { first: n, end: n + 1 }
      found.push(open)
    }
    gap = 0
  }
  return found
}

/** The model tags “Mrs.” as outside, though nothing ends there. */
const isInAbbreviation = (words: readonly Word[], n: number) =>
  words[n]!.isAbbreviationEnd || words[n + 1]?.isAbbreviationEnd === true

function minBegin(words: readonly Word[], n: number): number {
  if (words[n]!.startsSentence) return MIN_BEGIN_OF_SENTENCE
  const before = words[n - 1]
  if (before && leadsOn(before)) return Infinity
  const isMarked = !before || !before.isWord || conjunctions.has(before.text) || conjunctions.has(words[n]!.text)
  return isMarked && words[n]!.spaceBefore ? MIN_BEGIN_IN_SENTENCE : MIN_BEGIN_WITHOUT_MARK
}

/** Words after which no point begins: “Please add a | dark mode”, “for Dr. | Okafor”. */
const leadsOn = ({ text, isWord, isAbbreviationEnd }: Word) =>
  isAbbreviationEnd || (isWord && (determiners.has(text) || prepositions.has(text)))

/** Widened to the borders of its clause where they are near, without a conjunction or a comma at its end. */
function withBorders(
  { first, end }: Span,
  words: readonly Word[],
  { from, to }: { from: number; to: number },
): WordSpan {
  let start = Math.max(first, from)
  while (start < end - 1 && !words[start]!.isWord && words[start]!.text !== '"') start++
  start = clauseStart(words, start, from)
  let stop = clauseEnd(words, end, to)
  while (stop > start + 1 && isDangling(words[stop - 1]!)) stop--
  const next = words[stop]
  const own = words.slice(first, end).filter(({ isWord }, n) => isWord && !isInAbbreviation(words, first + n))
  return {
    first: start,
    end: next && isFullStop(next, words[stop + 1]) ? stop + 1 : stop,
    certainty: own.reduce((sum, { tag }) => sum + 1 - tag.outside, 0) / Math.max(1, own.length),
  }
}

function clauseStart(words: readonly Word[], first: number, from: number): number {
  for (let n = first; n >= from && first - n <= MAX_WORDS_TO_CLAUSE; n--) {
    const before = words[n - 1]
    const isBorder = words[n]!.startsSentence || n === from || !before || isClauseBorder(before, words[n]!)
    if (isBorder) return n
  }
  let start = first
  while (start > from && belongsBefore(words, start)) start--
  return start
}

function clauseEnd(words: readonly Word[], end: number, to: number): number {
  for (let n = end; n <= to && n - end <= MAX_WORDS_TO_CLAUSE; n++) {
    const next = words[n]
    if (!next || n === to || next.startsSentence || isClauseBorder(next, words[n + 1])) return n
  }
  return end
}

/** Punctuation that is not part of a word or a number, or a conjunction. */
const isClauseBorder = ({ text, isWord }: Word, after: Word | undefined) =>
  isWord ? conjunctions.has(text) : after?.spaceBefore !== false

const belongsBefore = (words: readonly Word[], n: number) =>
  !words[n]!.spaceBefore || determiners.has(words[n - 1]!.text)

const isFullStop = ({ text, spaceBefore }: Word, after: Word | undefined) =>
  !spaceBefore && /^[.!?…]$/.test(text) && after?.spaceBefore !== false

const isDangling = ({ text, isWord }: Word) => (isWord ? conjunctions.has(text) : /^[,;:(–—-]$/.test(text))

/** A lone word is a point only if it is the whole text; in a longer one it is a heading, or asks about the next. */
function hasEnoughWords({ first, end }: WordSpan, words: readonly Word[]): boolean {
  const own = words.slice(first, end).filter(({ isWord }) => isWord)
  const isWhole = words.filter(({ isWord }) => isWord).length === 1
  return own.length > 1 || (isWhole && own.length === 1 && own[0]!.text.length >= MIN_LONE_WORD_LENGTH)
}
