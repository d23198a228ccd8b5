import { countVoices, idsOf } from './count-evidence.ts'
import { isOrAre, joinPoints, voicesInWords } from './phrases.ts'
import type { CitedText, Evidence, Finding, Story } from './types.ts'

const maxPoints = 2
/** Insights; that nobody among fewer disagrees says nothing. */
const minForAbsence = 3

/** The sentiment opposite to the majority; undefined without a majority. */
export function opposingSentiment({ positive, negative }: { positive: number; negative: number }) {
  if (positive > negative) return 'NEGATIVE' as const
  return negative > positive ? ('POSITIVE' as const) : undefined
}

/** Findings of the opposite sentiment, in the evidence and outside it. */
export type CounterInput = {
  insights: readonly Evidence[]
  stats: Story['stats']
  counter: readonly Finding[]
  outside: readonly Finding[]
}

export function counterSentences({ insights, stats, counter, outside }: CounterInput): CitedText[] {
  const { positive, negative } = stats.sentiment_breakdown
  if (positive + negative === 0) return []
  if (positive === negative) {
    const opinions = insights.filter((one) => one.sentiment !== 'NEUTRAL')
    return [{ text: `Opinion is divided: ${negative} negative, ${positive} positive.`, insight_ids: idsOf(opinions) }]
  }
  const sentiment = positive > negative ? 'negative' : 'positive'
  const inside = membersOf(counter)
  const isAbsent = insights.length >= minForAbsence && stats.sentiment_breakdown[sentiment] === 0
  const sentences: CitedText[] = []
  if (inside.length > 0) {
    const who = `${voicesInWords(inside)} ${isOrAre(countVoices(inside))} ${sentiment}`
    sentences.push(cited(`On the other hand, ${who}: ${joinPoints(counter.slice(0, maxPoints))}.`, inside))
  } else if (isAbsent) sentences.push(cited(`Nobody among this evidence is ${sentiment} about it.`, insights))
  const beyond = membersOf(outside)
  if (beyond.length > 0) {
    const who = `${voicesInWords(beyond)} ${isOrAre(countVoices(beyond))} ${sentiment} on the same subject`
    sentences.push(cited(`Outside this evidence, ${who}: ${joinPoints(outside.slice(0, maxPoints))}.`, beyond))
  }
  return sentences
}

const membersOf = (findings: readonly Finding[]) => findings.flatMap(({ members }) => members)
const cited = (text: string, insights: readonly Evidence[]): CitedText => ({ text, insight_ids: idsOf(insights) })
