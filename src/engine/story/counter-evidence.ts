import { MAX_OPPOSITE_POINTS, MIN_INSIGHTS_FOR_ABSENCE } from '#engine/thresholds/stories.ts'
import type { Comparison } from './bears-out.ts'
import { countIn, insightIds, unitOf } from './count-evidence.ts'
import { mayBeNegative, mayBePositive, opinionOf } from './kinds.ts'
import { countInWords, isOrAre, joinPoints } from './phrases.ts'
import type { CitedText, Comparable, Evidence, StoryFinding } from './types.ts'

/* Counter-evidence: the opposite opinion on the same topic. */

type Opinion = 'POSITIVE' | 'NEGATIVE'

/** The opinion opposite to the majority; undefined without a majority. */
export function opposingOpinion(insights: readonly Pick<Comparable, 'sentiment' | 'category'>[]): Opinion | undefined {
  const countOf = (opinion: Opinion) => insights.filter((one) => opinionOf(one) === opinion).length
  const [positive, negative] = [countOf('POSITIVE'), countOf('NEGATIVE')]
  if (positive > negative) return 'NEGATIVE'
  return negative > positive ? 'POSITIVE' : undefined
}

/** Of `candidates`, those of the opinion that are on the topic of an insight of the opposite one. */
export function contradicting(
  candidates: readonly Evidence[],
  opinion: Opinion | undefined,
  insights: readonly Evidence[],
  comparison: Comparison<Evidence>,
): Evidence[] {
  if (opinion === undefined) return []
  const opposite = insights.filter((one) => (opinionOf(one) ?? opinion) !== opinion)
  return candidates.filter(
    (one) => opinionOf(one) === opinion && opposite.some((other) => areOnOneTopic(one, other, comparison)),
  )
}

const areOnOneTopic = (one: Evidence, other: Evidence, { haveSameTopic }: Comparison<Evidence>) =>
  (one.subtheme !== null && one.subtheme.id === other.subtheme?.id) || haveSameTopic(one, other)

export type CounterInput = {
  insights: readonly Evidence[]
  opposing: Opinion | undefined
  /** Findings of the opposite opinion, in the evidence and outside it. */
  counter: readonly StoryFinding[]
  outside: readonly StoryFinding[]
  comparison: Comparison<Evidence>
}

export function counterSentences({ insights, opposing, counter, outside, comparison }: CounterInput): CitedText[] {
  if (opposing === undefined) return dividedSentences(insights, comparison)
  const opinion = opposing === 'NEGATIVE' ? 'negative' : 'positive'
  const sentences: CitedText[] = []
  const inside = membersOf(counter)
  const mayOppose = opposing === 'NEGATIVE' ? mayBeNegative : mayBePositive
  if (inside.length > 0) sentences.push(cited(`On the other hand, ${opinionInWords(counter, opinion)}.`, inside))
  else if (insights.length >= MIN_INSIGHTS_FOR_ABSENCE && !insights.some(mayOppose))
    sentences.push(cited(`None of these insights is ${opinion}.`, insights))
  if (outside.length > 0) {
    const text = `Outside this evidence, ${opinionInWords(outside, `${opinion} about the same subject`)}.`
    sentences.push(cited(text, membersOf(outside)))
  }
  return sentences
}

/** “2 customers are positive: Exports are quick”; “for example” where there are more points. */
function opinionInWords(findings: readonly StoryFinding[], opinion: string): string {
  const members = membersOf(findings)
  const verb = isOrAre(countIn(unitOf(members), members))
  const points = joinPoints(findings.slice(0, MAX_OPPOSITE_POINTS))
  const examples = findings.length > MAX_OPPOSITE_POINTS ? ', for example' : ''
  return `${countInWords(members)} ${verb} ${opinion}${examples}: ${points}`
}

/** Without a majority. */
function dividedSentences(insights: readonly Evidence[], comparison: Comparison<Evidence>): CitedText[] {
  const positive = contradicting(insights, 'POSITIVE', insights, comparison)
  const negative = contradicting(insights, 'NEGATIVE', insights, comparison)
  if (positive.length === 0) return []
  const subject = positive.length + negative.length === 2 ? 'the same subject' : 'the same subjects'
  return [
    cited(`Opinions differ on ${subject}: ${negative.length} negative, ${positive.length} positive.`, [
      ...negative,
      ...positive,
    ]),
  ]
}

const membersOf = (findings: readonly StoryFinding[]) => findings.flatMap(({ members }) => members)
const cited = (text: string, insights: readonly Evidence[]): CitedText => ({ text, insight_ids: insightIds(insights) })
