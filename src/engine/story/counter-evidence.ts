import { MAX_OPPOSITE_POINTS, MIN_INSIGHTS_FOR_ABSENCE } from '#engine/thresholds/stories.ts'
import type { Comparison } from './bears-out.ts'
import { countIn, insightIds, unitOf } from './count-evidence.ts'
import { mayBeNegative, mayBePositive, opinionOf } from './kinds.ts'
import { countInWords, joinPoints } from './phrases.ts'
import type { Sentences } from './sentences.ts'
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
  sentences: Sentences
}

export function counterSentences(input: CounterInput): CitedText[] {
  const { insights, opposing, counter, outside, sentences } = input
  if (opposing === undefined) return dividedSentences(input)
  const opinion = opposing === 'NEGATIVE' ? 'negative' : 'positive'
  const found: CitedText[] = []
  const inside = membersOf(counter)
  const mayOppose = opposing === 'NEGATIVE' ? mayBeNegative : mayBePositive
  if (inside.length > 0) found.push(opinionSentence(sentences, counter, `counter_${opinion}`))
  else if (insights.length >= MIN_INSIGHTS_FOR_ABSENCE && !insights.some(mayOppose))
    found.push(cited(sentences.say(`none_${opinion}`), insights))
  if (outside.length > 0) found.push(opinionSentence(sentences, outside, `outside_${opinion}`))
  return found
}

type OpinionKey = `${'counter' | 'outside'}_${'negative' | 'positive'}`

/** “… 2 customers are positive: Exports are quick”; “for example” where there are more points. */
function opinionSentence(sentences: Sentences, findings: readonly StoryFinding[], key: OpinionKey): CitedText {
  const members = membersOf(findings)
  const text = sentences.say(findings.length > MAX_OPPOSITE_POINTS ? `${key}_examples` : key, {
    who: countInWords(sentences, members),
    n: countIn(unitOf(members), members),
    points: joinPoints(sentences, findings.slice(0, MAX_OPPOSITE_POINTS)),
  })
  return cited(text, members)
}

/** Without a majority. */
function dividedSentences({ insights, comparison, sentences }: CounterInput): CitedText[] {
  const positive = contradicting(insights, 'POSITIVE', insights, comparison)
  const negative = contradicting(insights, 'NEGATIVE', insights, comparison)
  if (positive.length === 0) return []
  const key = positive.length + negative.length === 2 ? 'divided_on_one' : 'divided_on_several'
  return [
    cited(sentences.say(key, { negative: negative.length, positive: positive.length }), [...negative, ...positive]),
  ]
}

const membersOf = (findings: readonly StoryFinding[]) => findings.flatMap(({ members }) => members)
const cited = (text: string, insights: readonly Evidence[]): CitedText => ({ text, insight_ids: insightIds(insights) })
