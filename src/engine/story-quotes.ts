import { meanOfTexts } from './embed/static.ts'
import type { Evidence } from './story.ts'
import { centred, closeness, matrixOf, rowOf } from './themes/vectors.ts'
import { similarity, type Vector, vectorsOf } from './words.ts'

/* Maximal marginal relevance: the quote that speaks best for what most say, then always the one that adds most to those before it. */

export type Quoted = { text: string; insight_id: string; feedback_id: string | null }
/** An insight with the vector of its words, as far as it has one. */
export type Quotable = Evidence & { meaning?: { model: string; vector: Float32Array } | null }

const maxQuotes = 8
/** Beyond this a quote only repeats another: by its words, by its meaning. */
const repeating = 0.8
const meaningTheSame = 0.75
/** A new voice, and a new matter, is worth more than a louder one. */
const costOfRepeating = 0.5
const costOfSameVoice = 0.25
const costOfSameMatter = 0.12
const worthOfTypical = 0.3
/** What cannot be understood alone, and what nobody reads to its end. */
const minWords = 4
const maxRead = 320
const costOfReading = 0.3

type Candidate = { insight: Quotable; matter: number; worth: number; words: Vector; around: Float32Array | null }

/** Verified words only, from the findings that most people share, each saying something the ones before did not. */
export function chooseQuotes(findings: readonly (readonly Quotable[])[]): Quoted[] {
  const candidates = candidatesOf(findings)
  const chosen: Candidate[] = []
  while (chosen.length < maxQuotes) {
    const next = best(candidates.map((one) => (chosen.includes(one) ? undefined : gainOf(one, chosen))))
    if (next === undefined) break
    chosen.push(candidates[next]!)
  }
  return chosen.map(({ insight }) => ({
    text: insight.quote!,
    insight_id: insight.id,
    feedback_id: insight.feedback_id,
  }))
}

function candidatesOf(findings: readonly (readonly Quotable[])[]): Candidate[] {
  const spoken = findings.flatMap((insights, matter) =>
    insights.filter((one) => one.quote_verified && one.quote).map((insight) => ({ insight, matter })),
  )
  const words = vectorsOf(spoken.map(({ insight }) => insight.quote!))
  const largest = Math.max(1, ...findings.map((insights) => insights.length))
  const all = spoken.map(({ insight, matter }, n): Candidate => ({
    insight,
    matter,
    words: words[n]!,
    around: insight.meaning ? around(insight.meaning.vector) : null,
    worth: findings[matter]!.length / largest - (isHardToRead(insight.quote!) ? costOfReading : 0),
  }))
  const typical = all.map((one) =>
    typicality(one, all.filter((other) => other !== one && other.matter === one.matter).slice(0, 50)),
  )
  return all.map((one, n) => ({ ...one, worth: one.worth + worthOfTypical * typical[n]! }))
}

const around = (vector: Float32Array) => rowOf(centred(matrixOf([vector]), meanOfTexts()), 0)
const isHardToRead = (text: string) =>
  text.length > maxRead || /^(?:and|but|also|so|then|or)\b/i.test(text) || text.trim().split(/\s+/).length < minWords
const typicality = (one: Candidate, others: readonly Candidate[]) =>
  others.reduce((sum, other) => sum + echoOf(one, other).how, 0) / Math.max(1, others.length)

/** How far one says what the other says; vectors of two models have nothing to do with each other. */
function echoOf(a: Candidate, b: Candidate): { how: number; same: boolean } {
  const byWords = similarity(a.words, b.words)
  const comparable = a.around && b.around && a.insight.meaning!.model === b.insight.meaning!.model
  const byMeaning = comparable ? Math.max(0, closeness(a.around!, b.around!)) : 0
  return {
    how: Math.max(byWords, byMeaning),
    same: byWords >= repeating || byMeaning >= meaningTheSame || a.insight.quote === b.insight.quote,
  }
}

function gainOf(one: Candidate, chosen: readonly Candidate[]): number | undefined {
  const echoes = chosen.map((other) => echoOf(one, other))
  if (echoes.some(({ same }) => same)) return undefined
  const sameVoice =
    one.insight.contact_id !== null && chosen.some(({ insight }) => insight.contact_id === one.insight.contact_id)
  const sameMatter = chosen.filter(({ matter }) => matter === one.matter).length
  return (
    one.worth -
    costOfRepeating * Math.max(0, ...echoes.map(({ how }) => how)) -
    (sameVoice ? costOfSameVoice : 0) -
    costOfSameMatter * sameMatter
  )
}

/** The place of the highest score, the first of equals. */
function best(scores: readonly (number | undefined)[]): number | undefined {
  let found: number | undefined
  for (const [place, score] of scores.entries())
    if (score !== undefined && (found === undefined || score > scores[found]! + 1e-9)) found = place
  return found
}
