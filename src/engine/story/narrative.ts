import { pluralize } from '#engine/text/pluralize.ts'
import { countVoices, idsOf } from './count-evidence.ts'
import { type CounterInput, counterSentences } from './counter-evidence.ts'
import {
  countValues,
  isOrAre,
  joinPoints,
  joinWithAnd,
  segmentsOf,
  sourceInWords,
  subjectInWords,
  voices,
} from './phrases.ts'
import { timeSentences } from './time-sentences.ts'
import type { CitedText, Evidence, Finding, Story } from './types.ts'

/* The narrative of a story, one sentence after the other, each with the insights it is based on. */

export type NarrativeInput = CounterInput & { findings: readonly Finding[] }

export const buildNarrative = (input: NarrativeInput): CitedText[] => [
  openingSentence(input),
  ...findingSentences(input),
  ...segmentSentences(input.insights),
  ...themeSentences(input.insights),
  ...timeSentences(input.insights),
  ...sourceSentences(input.insights),
  ...counterSentences(input),
]

const sentimentCounts = (breakdown: Story['stats']['sentiment_breakdown']) =>
  (['negative', 'positive', 'neutral'] as const)
    .filter((sentiment) => breakdown[sentiment] > 0)
    .sort((a, b) => breakdown[b] - breakdown[a])
    .map((sentiment) => `${breakdown[sentiment]} ${sentiment}`)

function openingSentence({ insights, stats }: NarrativeInput): CitedText {
  const insight_ids = idsOf(insights)
  const sentiments = sentimentCounts(stats.sentiment_breakdown)
  if (insights.length === 1)
    return { text: `This rests on a single insight, a ${sentiments[0]!.slice(2)} one.`, insight_ids }
  const unnamed = insights.filter((one) => one.contact_id === null).length
  const people = [
    ...(stats.contact_count > 0 ? [pluralize(stats.contact_count, 'customer')] : []),
    ...(stats.contact_count > 0 && unnamed > 0 ? [pluralize(unnamed, 'unnamed voice')] : []),
  ]
  const verb = stats.contact_count + unnamed === 1 ? 'speaks' : 'speak'
  const subject =
    people.length > 0
      ? `${joinWithAnd(people)} ${verb} of this in ${pluralize(insights.length, 'insight')}`
      : `${pluralize(insights.length, 'insight')} speak of this`
  const mood = sentiments.length === 1 ? `all ${sentiments[0]!.split(' ')[1]!}` : joinWithAnd(sentiments)
  return { text: `${subject}: ${mood}.`, insight_ids }
}

const maxSources = 3

function sourceSentences(insights: readonly Evidence[]): CitedText[] {
  const withSource = insights.filter((one) => one.source !== null)
  const sources = countValues(withSource.map((one) => one.source!))
  if (sources.length < 2) return []
  const named = sources.slice(0, maxSources).map(([source, count]) => `${sourceInWords(source)} (${count})`)
  const rest = sources.length - named.length
  const others = rest > 0 ? [pluralize(rest, 'other source')] : []
  return [{ text: `It came through ${joinWithAnd([...named, ...others])}.`, insight_ids: idsOf(withSource) }]
}

const maxThemes = 3

function themeSentences(insights: readonly Evidence[]): CitedText[] {
  const themed = insights.filter((one) => one.theme !== null)
  const themes = countValues(themed.map((one) => one.theme!))
  if (themes.length === 0 || insights.length === 1) return []
  const [theme, count] = themes[0]!
  if (count === insights.length) return [{ text: `All of it is about ${theme}.`, insight_ids: idsOf(themed) }]
  const main = `${count} of the ${pluralize(insights.length, 'insight')} ${isOrAre(count)} about ${theme}`
  const others = themes.slice(1, maxThemes).map(([name, size]) => `${size} about ${name}`)
  const named = new Set(themes.slice(0, maxThemes).map(([name]) => name))
  return [
    {
      text: `${joinWithAnd([main, ...others])}.`,
      insight_ids: idsOf(themed.filter((one) => named.has(one.theme!))),
    },
  ]
}

function segmentSentences(insights: readonly Evidence[]): CitedText[] {
  const segments = segmentsOf(insights)
  if (segments.length === 0 || insights.length === 1) return []
  const { count, noun } = voices(insights, true)
  const parts = segments.map(([segment, size], n) =>
    n === 0 ? `${size} of ${pluralize(count, noun)} ${isOrAre(size)} in ${segment}` : `${size} in ${segment}`,
  )
  const names = new Set(segments.map(([segment]) => segment))
  return [
    {
      text: `${joinWithAnd(parts)}.`,
      insight_ids: idsOf(insights.filter((one) => one.segments.some((segment) => names.has(segment)))),
    },
  ]
}

const maxSharedFindings = 5
const maxSingleFindings = 4

function findingSentences({ insights, findings }: NarrativeInput): CitedText[] {
  if (insights.length === 1) return [{ text: `It says: ${findings[0]!.point}.`, insight_ids: idsOf(insights) }]
  const shared = findings.filter(({ members }) => countVoices(members) > 1)
  const single = findings.filter(({ members }) => countVoices(members) === 1)
  const rest = [...shared.slice(maxSharedFindings), ...single.slice(maxSingleFindings)]
  return [
    ...shared.slice(0, maxSharedFindings).map((finding, n) => sharedSentence(finding, n, insights)),
    ...singleSentence(single.slice(0, maxSingleFindings), shared.length > 0),
    ...restSentence(rest.flatMap(({ members }) => members)),
  ]
}

const sharedSentence = ({ point, members }: Finding, n: number, all: readonly Evidence[]): CitedText => ({
  text: `${subjectInWords(members, all)} ${n === 0 ? 'make the same point' : 'say'}: ${point}.`,
  insight_ids: idsOf(members),
})

function singleSentence(findings: readonly Finding[], followsShared: boolean): CitedText[] {
  if (findings.length === 0) return []
  const one = followsShared ? 'One voice adds' : 'One voice says'
  const several = followsShared ? 'Single voices add' : 'Each of these comes from one voice'
  return [
    {
      text: `${findings.length === 1 ? one : several}: ${joinPoints(findings)}.`,
      insight_ids: idsOf(findings.flatMap(({ members }) => members)),
    },
  ]
}

function restSentence(insights: readonly Evidence[]): CitedText[] {
  if (insights.length === 0) return []
  const verb = insights.length === 1 ? 'makes another point' : 'make other points'
  return [{ text: `${pluralize(insights.length, 'more insight')} ${verb}.`, insight_ids: idsOf(insights) }]
}
