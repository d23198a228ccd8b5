import { capitalized } from '#engine/text/capitalized.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import {
  MAX_NAMED_SOURCES,
  MAX_NAMED_THEMES,
  MAX_SHARED_FINDINGS,
  MAX_SINGLE_FINDINGS,
} from '#engine/thresholds/stories.ts'
import { countIn, countPeople, unitOf, insightIds } from './count-evidence.ts'
import { type CounterInput, counterSentences } from './counter-evidence.ts'
import { isRequest, kindOf } from './kinds.ts'
import { namedThemes } from '#engine/naming/named-themes.ts'
import {
  countInWords,
  countValues,
  isOrAre,
  joinPoints,
  joinWithAnd,
  partInWords,
  segmentsOf,
  sourceInWords,
  subjectInWords,
} from './phrases.ts'
import { timeSentences } from './time-sentences.ts'
import type { CitedText, Evidence, Story, StoryFinding } from './types.ts'

/*
 * The narrative of a story, one sentence after the other, each with the insights it is based on.
 * test/planning/story-claims.ts checks every sentence against its insights.
 */

type NarrativeInput = CounterInput & { stats: Story['stats']; findings: readonly StoryFinding[] }

export const buildNarrative = (input: NarrativeInput): CitedText[] => [
  openingSentence(input),
  ...findingSentences(input),
  ...segmentSentences(input.insights),
  ...themeSentences(input.insights),
  ...timeSentences(input.insights),
  ...sourceSentences(input.insights),
  ...counterSentences(input),
]

type Sentiment = 'negative' | 'positive' | 'neutral'

/** The most frequent first. */
const sentimentCounts = (breakdown: Story['stats']['sentiment_breakdown']): [Sentiment, number][] =>
  (['negative', 'positive', 'neutral'] as const)
    .map((sentiment): [Sentiment, number] => [sentiment, breakdown[sentiment]])
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])

function openingSentence({ insights, stats }: NarrativeInput): CitedText {
  const insight_ids = insightIds(insights)
  const sentiments = sentimentCounts(stats.sentiment_breakdown)
  const [[main]] = sentiments as [[Sentiment, number]]
  if (insights.length === 1) return { text: `There is one insight so far, and it is ${main}.`, insight_ids }
  const customers = customersInWords(insights)
  if (sentiments.length === 1) {
    const everyone = insights.length === 2 ? 'Both' : `All ${insights.length}`
    return { text: `${everyone} insights${customers} are ${main}.`, insight_ids }
  }
  const parts = sentiments.map(([sentiment, count], n) => `${count}${n === 0 ? ` ${isOrAre(count)}` : ''} ${sentiment}`)
  return { text: `Of ${insights.length} insights${customers}, ${joinWithAnd(parts)}.`, insight_ids }
}

/** “ from 3 customers”; “ (4 of them from 3 customers)” where not all are known. */
function customersInWords(insights: readonly Evidence[]): string {
  const known = insights.filter((one) => one.contact_id !== null)
  if (known.length === 0) return ''
  const customers = countInWords(known)
  return known.length === insights.length ? ` from ${customers}` : ` (${known.length} of them from ${customers})`
}

function sourceSentences(insights: readonly Evidence[]): CitedText[] {
  const withSource = insights.filter((one) => one.source !== null)
  const sources = countValues(withSource.map((one) => one.source!))
  if (sources.length < 2) return []
  const named = sources.slice(0, MAX_NAMED_SOURCES).map(([source, count]) => `${sourceInWords(source)} (${count})`)
  const rest = sources.length - named.length
  const others = rest > 0 ? [pluralize(rest, 'more source')] : []
  const subject = withSource.length === insights.length ? 'They' : `${withSource.length} of them`
  return [
    { text: `${subject} came in through ${joinWithAnd([...named, ...others])}.`, insight_ids: insightIds(withSource) },
  ]
}

function themeSentences(insights: readonly Evidence[]): CitedText[] {
  const themes = countValues(insights.flatMap(namedThemes)).slice(0, MAX_NAMED_THEMES)
  if (themes.length === 0 || insights.length === 1) return []
  const names = new Set(themes.map(([name]) => name))
  const insight_ids = insightIds(insights.filter((one) => namedThemes(one).some((name) => names.has(name))))
  const parts = themes.map(([theme, count], n) => {
    if (n > 0) return `${count} under “${theme}”`
    const part = capitalized(partInWords(count, insights.length, 'insight'))
    return `${part} ${count === 1 ? 'falls' : 'fall'} under “${theme}”`
  })
  return [{ text: `${joinWithAnd(parts)}.`, insight_ids }]
}

function segmentSentences(insights: readonly Evidence[]): CitedText[] {
  const unit = unitOf(insights)
  const segments = segmentsOf(insights, unit)
  if (segments.length === 0 || insights.length === 1) return []
  const all = countIn(unit, insights)
  const parts = segments.map(([segment, count], n) =>
    n === 0 ? `${partInWords(count, all, unit)} ${isOrAre(count)} from ${segment}` : `${count} from ${segment}`,
  )
  const names = new Set(segments.map(([segment]) => segment))
  const inSegment = insights.filter((one) => one.segments.some((segment) => names.has(segment)))
  return [{ text: `By segment, ${joinWithAnd(parts)}.`, insight_ids: insightIds(inSegment) }]
}

function findingSentences({ insights, findings }: NarrativeInput): CitedText[] {
  if (findings.length === 0) return []
  if (insights.length === 1) return [{ text: `It says: ${findings[0]!.point}.`, insight_ids: insightIds(insights) }]
  const isShared = ({ members }: StoryFinding) => countPeople(members) > 1
  const shared = findings.filter(isShared).slice(0, MAX_SHARED_FINDINGS)
  const single = findings.filter((finding) => !isShared(finding))
  const relatedTo = relatedInsights(shared, single)
  const related = new Set([...relatedTo.values()].flat())
  const points = findings.map(({ point }) => point.toLowerCase())
  const isRepeated = (finding: StoryFinding) => points.indexOf(finding.point.toLowerCase()) < findings.indexOf(finding)
  const other = single
    .filter((finding) => !related.has(finding.source) && !isRepeated(finding))
    .slice(0, MAX_SINGLE_FINDINGS)
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
function relatedInsights(
  shared: readonly StoryFinding[],
  single: readonly StoryFinding[],
): Map<StoryFinding, Evidence[]> {
  const related = new Map<StoryFinding, Evidence[]>()
  for (const { source, members } of single) {
    const { subtheme } = source
    if (subtheme === null || members.some((one) => one.subtheme?.id !== subtheme.id)) continue
    const finding = shared.findLast((one) => one.source.subtheme?.id === subtheme.id)
    if (finding) related.set(finding, [...(related.get(finding) ?? []), ...members])
  }
  return related
}

/** By the labels of all members; a request must also read like one. */
function verbOf({ point, members }: StoryFinding): string {
  const isAll = (test: (one: Evidence) => boolean) => members.every(test)
  if (isRequest(point, members)) return 'ask for the same thing'
  if (isAll((one) => kindOf(one) === 'problem' && one.sentiment !== 'POSITIVE')) return 'report the same problem'
  if (isAll((one) => kindOf(one) === 'praise' && one.sentiment === 'POSITIVE')) return 'praise the same thing'
  return 'make the same point'
}

const sharedSentence = (finding: StoryFinding, all: readonly Evidence[]): CitedText => ({
  text: `${subjectInWords(finding.members, all)} ${verbOf(finding)}: ${finding.point}.`,
  insight_ids: insightIds(finding.members),
})

function relatedSentence(insights: readonly Evidence[]): CitedText[] {
  if (insights.length === 0) return []
  const verb = insights.length === 1 ? 'touches' : 'touch'
  const text = `${pluralize(insights.length, 'more insight')} ${verb} on the same subject.`
  return [{ text, insight_ids: insightIds(insights) }]
}

/** Points that one person each makes. */
function singleSentence(findings: readonly StoryFinding[], followsShared: boolean): CitedText[] {
  if (findings.length === 0) return []
  const members = findings.flatMap((finding) => finding.members)
  const several = followsShared ? 'Other points raised' : 'The points raised include'
  const one = followsShared ? 'Another point raised' : 'The point raised'
  return [
    { text: `${findings.length === 1 ? one : several}: ${joinPoints(findings)}.`, insight_ids: insightIds(members) },
  ]
}

function restSentence(insights: readonly Evidence[]): CitedText[] {
  if (insights.length === 0) return []
  const text = `${pluralize(insights.length, 'more insight')} ${isOrAre(insights.length)} left out of this summary.`
  return [{ text, insight_ids: insightIds(insights) }]
}
