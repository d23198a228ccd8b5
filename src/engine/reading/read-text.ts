import { argmax } from '#engine/classifiers/linear-classifier.ts'
import { joinVectors } from '#engine/vectors/joined-vector.ts'
import { type TokenizedText, type TokenizedWord, tokenizeWords, type Vocabulary } from '#engine/text/wordpiece.ts'
import { sentimentClasses } from '#engine/labels.ts'
import { findPoints, type WordSpan } from './find-points.ts'
import {
  type Heads,
  labelProbabilities,
  meanVector,
  type States,
  tagProbabilities,
  type TokenSpan,
  topicVector,
} from './heads.ts'
import type { Aspects } from '#engine/naming/aspects.ts'
import { MAX_KEPT_ASPECTS, MIN_KEPT_ASPECT } from '#engine/thresholds/reading.ts'
import { longestMention } from './mentions.ts'
import type { SentimentOf } from './split-contrast.ts'
import type { Point, TextToRead } from './types.ts'
import { isVerdict } from './verdict.ts'

/* The points of a text, read by the model in one pass. */

/** The states of the tokens of a text, without those that begin and end a sequence. */
type TokenStates = (ids: readonly number[]) => Promise<States>
export type ReadingModel = { vocabulary: Vocabulary; heads: Heads; maxTokens: number; states: TokenStates }

export async function readText(model: ReadingModel, { text, skip = 0, whole }: TextToRead): Promise<Point[]> {
  const tokenized = tokenizeWords(text, model.vocabulary, model.maxTokens)
  if (tokenized.words.length === 0) return []
  const states = await model.states(tokenized.ids)
  const wholeText = { tokenized, states, span: { first: 0, end: tokenized.words.length, certainty: 1 } }
  if (whole) return [toPoint(model, text, wholeText)]
  if (skip === 0 && isVerdict(text)) return [{ ...toPoint(model, text, wholeText), content: 1 }]
  const tags = tokenized.words.map((word) => tagProbabilities(states, word.firstToken, model.heads.tags.point))
  for (const [n, word] of tokenized.words.entries())
    if (word.start < skip) tags[n] = { outside: 1, begin: 0, inside: 0 }
  const sentimentOf: SentimentOf = ({ first, end }) => {
    const tokens = tokensOf(tokenized.words.slice(first, end))
    const probabilities = labelProbabilities(states, tokens, model.heads.pooled.sentiment)
    return {
      positive: probabilities[sentimentClasses.indexOf('POSITIVE')]!,
      negative: probabilities[sentimentClasses.indexOf('NEGATIVE')]!,
    }
  }
  return findPoints(text, tokenized.words, tags, sentimentOf).map((span) =>
    toPoint(model, text, { tokenized, states, span }),
  )
}

const likelyAspects = (names: readonly string[], probabilities: readonly number[]): Aspects =>
  Object.fromEntries(
    names
      .map((name, n) => [name, Math.round(probabilities[n]! * 100) / 100] as const)
      .filter(([, probability]) => probability >= MIN_KEPT_ASPECT)
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_KEPT_ASPECTS),
  )

function tokensOf(words: readonly TokenizedWord[]): TokenSpan {
  const last = words.at(-1)!
  return { from: words[0]!.firstToken, to: last.firstToken + last.tokens }
}

type ReadSpan = { tokenized: TokenizedText; states: States; span: WordSpan }

function toPoint({ heads }: ReadingModel, text: string, { tokenized: { words }, states, span }: ReadSpan): Point {
  const own = words.slice(span.first, span.end)
  const [first, last] = [own[0]!, own.at(-1)!]
  const tokens = tokensOf(own)
  const label = (name: keyof Heads['pooled']) => labelProbabilities(states, tokens, heads.pooled[name])
  const areas = label('area')
  const area = argmax(areas)
  const mentioned = own.map((word) => tagProbabilities(states, word.firstToken, heads.tags.mention))
  return {
    start: first.start,
    end: last.end,
    certainty: span.certainty,
    content: label('content')[1]!,
    vector: joinVectors(meanVector(states, tokens), topicVector(states, tokens, heads.topic)),
    sentiments: label('sentiment'),
    categories: label('category'),
    area: { name: heads.areas[area]!, probability: areas[area]! },
    mention: longestMention(text, own, mentioned),
    aspects: likelyAspects(heads.aspects, label('aspect')),
  }
}
