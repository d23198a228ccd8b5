import { centered, matrixOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { meaningOf } from '#engine/vectors/joined-vector.ts'
import { corpusMean } from '#engine/embed/static-encoder.ts'
import { tfIdfSimilarity, type TfIdfVector, tfIdfVectors } from '#engine/text/tf-idf.ts'
import {
  MAX_READABLE_QUOTE_LENGTH,
  MAX_STORY_QUOTES,
  MIN_QUOTE_WORDS,
  MIN_REPEATED_QUOTE_SIMILARITY,
  MIN_REPEATED_QUOTE_WORDS,
  QUOTE_PENALTY,
  TYPICAL_QUOTE_BONUS,
} from '#engine/thresholds/stories.ts'
import type { ChosenQuote, Evidence } from './types.ts'

/*
 * Maximal marginal relevance: the most representative quote first, then always the one that adds most to those chosen.
 */

type Candidate = {
  insight: Evidence
  finding: number
  relevance: number
  words: TfIdfVector
  centered: Float32Array | null
}

/** Only verified quotes, from the findings with the most insights first, each different from those before it. */
export function chooseQuotes(findings: readonly (readonly Evidence[])[]): ChosenQuote[] {
  const candidates = candidatesOf(findings)
  const chosen: Candidate[] = []
  while (chosen.length < MAX_STORY_QUOTES) {
    const next = indexOfMax(candidates.map((one) => (chosen.includes(one) ? undefined : marginalScore(one, chosen))))
    if (next === undefined) break
    chosen.push(candidates[next]!)
  }
  return chosen.map(({ insight }) => ({
    text: insight.quote!,
    insight_id: insight.id,
    feedback_id: insight.feedback_id,
  }))
}

function candidatesOf(findings: readonly (readonly Evidence[])[]): Candidate[] {
  const quoted = findings.flatMap((insights, finding) =>
    insights.filter((one) => one.quote_verified && one.quote).map((insight) => ({ insight, finding })),
  )
  const words = tfIdfVectors(quoted.map(({ insight }) => insight.quote!))
  const largest = Math.max(1, ...findings.map((insights) => insights.length))
  const all = quoted.map(({ insight, finding }, n): Candidate => ({
    insight,
    finding,
    words: words[n]!,
    centered: insight.meaning ? centeredVector(insight.meaning.vector) : null,
    relevance: findings[finding]!.length / largest - (isHardToRead(insight.quote!) ? QUOTE_PENALTY.hardToRead : 0),
  }))
  const typical = all.map((one) =>
    typicality(one, all.filter((other) => other !== one && other.finding === one.finding).slice(0, 50)),
  )
  return all.map((one, n) => ({ ...one, relevance: one.relevance + TYPICAL_QUOTE_BONUS * typical[n]! }))
}

const centeredVector = (vector: Float32Array) => rowOf(centered(matrixOf([meaningOf(vector)]), corpusMean()), 0)
const isHardToRead = (text: string) =>
  text.length > MAX_READABLE_QUOTE_LENGTH ||
  /^(?:and|but|also|so|then|or)\b/i.test(text) ||
  text.trim().split(/\s+/).length < MIN_QUOTE_WORDS
const typicality = (one: Candidate, others: readonly Candidate[]) =>
  others.reduce((sum, other) => sum + compareQuotes(one, other).similarity, 0) / Math.max(1, others.length)

/** By words or by vector; vectors of two models cannot be compared. */
function compareQuotes(a: Candidate, b: Candidate): { similarity: number; isRepetition: boolean } {
  const byWords = tfIdfSimilarity(a.words, b.words)
  const isComparable = a.centered && b.centered && a.insight.meaning!.model === b.insight.meaning!.model
  const byVector = isComparable ? Math.max(0, similarity(a.centered!, b.centered!)) : 0
  return {
    similarity: Math.max(byWords, byVector),
    isRepetition:
      byWords >= MIN_REPEATED_QUOTE_WORDS ||
      byVector >= MIN_REPEATED_QUOTE_SIMILARITY ||
      a.insight.quote === b.insight.quote,
  }
}

/** Relevance less what the chosen quotes already cover; undefined for a repetition. */
function marginalScore(one: Candidate, chosen: readonly Candidate[]): number | undefined {
  const comparisons = chosen.map((other) => compareQuotes(one, other))
  if (comparisons.some(({ isRepetition }) => isRepetition)) return undefined
  const isSameContact =
    one.insight.contact_id !== null && chosen.some(({ insight }) => insight.contact_id === one.insight.contact_id)
  const sameFinding = chosen.filter(({ finding }) => finding === one.finding).length
  return (
    one.relevance -
    QUOTE_PENALTY.similar * Math.max(0, ...comparisons.map((comparison) => comparison.similarity)) -
    (isSameContact ? QUOTE_PENALTY.sameContact : 0) -
    QUOTE_PENALTY.sameFinding * sameFinding
  )
}

/** The index of the highest score, the first of equals. */
function indexOfMax(scores: readonly (number | undefined)[]): number | undefined {
  let found: number | undefined
  for (const [index, score] of scores.entries())
    if (score !== undefined && (found === undefined || score > scores[found]! + 1e-9)) found = index
  return found
}
