import type { Evidence } from './story.ts'
import { similarity, vectorsOf } from './words.ts'

export type Quoted = { text: string; insight_id: string; feedback_id: string | null }

const mostQuotes = 8
/** Beyond this a quote only repeats another. */
const repeating = 0.8
/** A new voice is worth more than a louder one. */
const costOfRepeating = 0.5
const costOfSameVoice = 0.25

/** Verified words only, from the findings that most people share, each saying something the ones before did not. */
export function chooseQuotes(findings: readonly (readonly Evidence[])[]): Quoted[] {
  const largest = Math.max(1, ...findings.map((insights) => insights.length))
  const candidates = findings
    .flatMap((insights) => insights.map((insight) => ({ insight, worth: insights.length / largest })))
    .filter(({ insight }) => insight.quote_verified && insight.quote)
  const vectors = vectorsOf(candidates.map(({ insight }) => insight.quote!))
  const chosen: number[] = []
  while (chosen.length < mostQuotes) {
    const next = best(candidates.map(({ insight, worth }, place) => {
      const echo = Math.max(0, ...chosen.map((other) => similarity(vectors[place]!, vectors[other]!)))
      const sameVoice = insight.contact_id !== null && chosen.some((other) => candidates[other]!.insight.contact_id === insight.contact_id)
      return chosen.includes(place) || echo >= repeating ? undefined : worth - costOfRepeating * echo - (sameVoice ? costOfSameVoice : 0)
    }))
    if (next === undefined) break
    chosen.push(next)
  }
  return chosen.map((place) => quoted(candidates[place]!.insight))
}

/** The place of the highest score, the first of equals. */
function best(scores: readonly (number | undefined)[]): number | undefined {
  let found: number | undefined
  for (const [place, score] of scores.entries())
    if (score !== undefined && (found === undefined || score > scores[found]! + 1e-9)) found = place
  return found
}

const quoted = (insight: Evidence): Quoted => ({ text: insight.quote!, insight_id: insight.id, feedback_id: insight.feedback_id })
