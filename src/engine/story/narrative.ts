import { pluralize } from '#engine/text/pluralize.ts'
import { countPeople, idsOf, unitOf } from './count-evidence.ts'
import { type CounterInput, counterSentences } from './counter-evidence.ts'
import { isRequest, kindOf } from './kinds.ts'
import { namedThemes } from './named-themes.ts'
import {
  countInWords,
  countValues,
  isOrAre,
  joinPoints,
  joinWithAnd,
  segmentsOf,
  sourceInWords,
  subjectInWords,
} from './phrases.ts'
import { timeSentences } from './time-sentences.ts'
import type { CitedText, Evidence, Finding, Story } from './types.ts'

/*
 * The narrative of a story, one sentence after the other, each with the insights it is based on.
 * test/planning/story-claims.ts checks every sentence against its insights.
 */

export type NarrativeInput = CounterInput & { stats: Story['stats']; findings: readonly Finding[] }

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
  if (insights.length === 1) return { text: `One insight, which is ${sentiments[0]!.slice(2)}.`, insight_ids }
  const mood = sentiments.length === 1 ? `all ${sentiments[0]!.split(' ')[1]!}` : joinWithAnd(sentiments)
  return { text: `${pluralize(insights.length, 'insight')}${customersInWords(insights)}: ${mood}.`, insight_ids }
}

/** “ from 3 customers”; “, 4 of them from 3 customers” where not all are known. */
function customersInWords(insights: readonly Evidence[]): string {
  const known = insights.filter((one) => one.contact_id !== null)
  if (known.length === 0) return ''
  const customers = countInWords(known)
  return known.length === insights.length ? ` from ${customers}` : `, ${known.length} of them from ${customers}`
}

const maxSources = 3

function sourceSentences(insights: readonly Evidence[]): CitedText[] {
  const withSource = insights.filter((one) => one.source !== null)
  const sources = countValues(withSource.map((one) => one.source!))
  if (sources.length < 2) return []
  const named = sources.slice(0, maxSources).map(([source, count]) => `${sourceInWords(source)} (${count})`)
  const rest = sources.length - named.length
  const others = rest > 0 ? [`${rest} more`] : []
  return [{ text: `Sources: ${joinWithAnd([...named, ...others])}.`, insight_ids: idsOf(withSource) }]
}

const maxThemes = 3

function themeSentences(insights: readonly Evidence[]): CitedText[] {
  const themes = countValues(insights.flatMap(namedThemes)).slice(0, maxThemes)
  if (themes.length === 0 || insights.length === 1) return []
  const names = new Set(themes.map(([name]) => name))
  const insight_ids = idsOf(insights.filter((one) => namedThemes(one).some((name) => names.has(name))))
  const parts = themes.map(([theme, count], n) =>
    n === 0 ? `${count} of ${insights.length} insights ${isOrAre(count)} about ${theme}` : `${count} about ${theme}`,
  )
  const [[first, count]] = themes as [[string, number]]
  const isAll = themes.length === 1 && count === insights.length
  const everyone = count === 2 ? 'Both' : `All ${count}`
  return [{ text: isAll ? `${everyone} insights are about ${first}.` : `${joinWithAnd(parts)}.`, insight_ids }]
}

function segmentSentences(insights: readonly Evidence[]): CitedText[] {
  const unit = unitOf(insights)
  const segments = segmentsOf(insights, unit)
  if (segments.length === 0 || insights.length === 1) return []
  const parts = segments.map(([segment, count], n) =>
    n === 0 ? `${segment} (${count} of ${countInWords(insights, unit)})` : `${segment} (${count})`,
  )
  const names = new Set(segments.map(([segment]) => segment))
  const inSegment = insights.filter((one) => one.segments.some((segment) => names.has(segment)))
  return [{ text: `Segments: ${joinWithAnd(parts)}.`, insight_ids: idsOf(inSegment) }]
}

const maxSharedFindings = 5
const maxSingleFindings = 4

function findingSentences({ insights, findings }: NarrativeInput): CitedText[] {
  if (findings.length === 0) return []
  if (insights.length === 1) return [{ text: `It says: ${findings[0]!.point}.`, insight_ids: idsOf(insights) }]
  const isShared = ({ members }: Finding) => countPeople(members) > 1
  const shared = findings.filter(isShared).slice(0, maxSharedFindings)
  const single = findings.filter((finding) => !isShared(finding))
  const relatedTo = relatedInsights(shared, single)
  const related = new Set([...relatedTo.values()].flat())
  const points = findings.map(({ point }) => point.toLowerCase())
  const isRepeated = (finding: Finding) => points.indexOf(finding.point.toLowerCase()) < findings.indexOf(finding)
  const other = single
    .filter((finding) => !related.has(finding.source) && !isRepeated(finding))
    .slice(0, maxSingleFindings)
  const listed = new Set([...shared, ...other].flatMap(({ members }) => members))
  return [
    ...shared.flatMap((finding) => [
      sharedSentence(finding, insights),
      ...relatedSentence(relatedTo.get(finding) ?? []),
    ]),
    ...singleSentence(other, shared.length > 0),
    ...restSentence(findings.flatMap(({ members }) => members).filter((one) => !listed.has(one) && !related.has(one))),
  ]
}

/** Insights that share the subtheme of shared findings without bearing them out, by the last of these. */
function relatedInsights(shared: readonly Finding[], single: readonly Finding[]): Map<Finding, Evidence[]> {
  const related = new Map<Finding, Evidence[]>()
  for (const { source, members } of single) {
    const { subtheme } = source
    if (subtheme === null || members.some((one) => one.subtheme?.id !== subtheme.id)) continue
    const finding = shared.findLast((one) => one.source.subtheme?.id === subtheme.id)
    if (finding) related.set(finding, [...(related.get(finding) ?? []), ...members])
  }
  return related
}

/** By the labels of all members; a request must also read like one. */
function verbOf({ point, members }: Finding): string {
  const isAll = (test: (one: Evidence) => boolean) => members.every(test)
  if (isRequest(point, members)) return 'ask for the same'
  if (isAll((one) => kindOf(one) === 'problem' && one.sentiment !== 'POSITIVE')) return 'report the same problem'
  if (isAll((one) => kindOf(one) === 'praise' && one.sentiment === 'POSITIVE')) return 'praise the same'
  return 'make the same point'
}

const sharedSentence = (finding: Finding, all: readonly Evidence[]): CitedText => ({
  text: `${subjectInWords(finding.members, all)} ${verbOf(finding)}: ${finding.point}.`,
  insight_ids: idsOf(finding.members),
})

function relatedSentence(insights: readonly Evidence[]): CitedText[] {
  if (insights.length === 0) return []
  const verb = insights.length === 1 ? 'mentions' : 'mention'
  const text = `${pluralize(insights.length, 'more insight')} ${verb} the same subject.`
  return [{ text, insight_ids: idsOf(insights) }]
}

/** Points that one person each makes. */
function singleSentence(findings: readonly Finding[], followsShared: boolean): CitedText[] {
  if (findings.length === 0) return []
  const members = findings.flatMap((finding) => finding.members)
  const several = followsShared ? 'Other points' : 'Different points'
  const one = followsShared ? 'Another point' : 'The point made'
  return [{ text: `${findings.length === 1 ? one : several}: ${joinPoints(findings)}.`, insight_ids: idsOf(members) }]
}

function restSentence(insights: readonly Evidence[]): CitedText[] {
  if (insights.length === 0) return []
  const text = `${pluralize(insights.length, 'more insight')} ${isOrAre(insights.length)} not listed here.`
  return [{ text, insight_ids: idsOf(insights) }]
}
