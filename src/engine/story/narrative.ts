import { capitalized } from '#engine/text/capitalized.ts'
import {
  MAX_NAMED_SOURCES,
  MAX_NAMED_THEMES,
  MAX_SHARED_FINDINGS,
  MAX_SINGLE_FINDINGS,
} from '#engine/thresholds/stories.ts'
import { countEvidenceContacts, countIn, countPeople, unitOf, insightIds } from './count-evidence.ts'
import { type CounterInput, counterSentences } from './counter-evidence.ts'
import { isRequest, kindOf } from './kinds.ts'
import { namedThemes } from '#engine/naming/named-themes.ts'
import {
  countValues,
  joinPoints,
  mainSegmentInWords,
  partInWords,
  segmentsOf,
  shareInWords,
  sourceInWords,
} from './phrases.ts'
import type { Sentences } from './sentences.ts'
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
  ...segmentSentences(input),
  ...themeSentences(input),
  ...timeSentences(input.insights, input.sentences),
  ...sourceSentences(input),
  ...counterSentences(input),
]

type Sentiment = 'negative' | 'positive' | 'neutral'

/** The most frequent first. */
const sentimentCounts = (breakdown: Story['stats']['sentiment_breakdown']): [Sentiment, number][] =>
  (['negative', 'positive', 'neutral'] as const)
    .map((sentiment): [Sentiment, number] => [sentiment, breakdown[sentiment]])
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])

function openingSentence({ insights, stats, sentences: { say, list } }: NarrativeInput): CitedText {
  const insight_ids = insightIds(insights)
  const sentiments = sentimentCounts(stats.sentiment_breakdown)
  const [[main]] = sentiments as [[Sentiment, number]]
  if (insights.length === 1) return { text: say(`opening_one_${main}`), insight_ids }
  const known = insights.filter((one) => one.contact_id !== null)
  const counts = { insights: insights.length, known: known.length, customers: countEvidenceContacts(insights) }
  const parts = list(sentiments.map(([sentiment, n], at) => say(`${at === 0 ? 'first' : 'some'}_${sentiment}`, { n })))
  const everyone = insights.length === 2 ? 'both' : 'all'
  const text = say(`opening_${sentiments.length === 1 ? everyone : 'mixed'}${fromWhom(counts)}`, {
    ...counts,
    sentiment: say(`every_${main}`),
    parts,
  })
  return { text, insight_ids }
}

/** Not all of them may be known. */
function fromWhom({ insights, known }: { insights: number; known: number }): '' | '_from' | '_some' {
  if (known === 0) return ''
  return known === insights ? '_from' : '_some'
}

function sourceSentences({ insights, sentences: { say, list } }: NarrativeInput): CitedText[] {
  const withSource = insights.filter((one) => one.source !== null)
  const sources = countValues(withSource.map((one) => one.source!))
  if (sources.length < 2) return []
  const named = sources
    .slice(0, MAX_NAMED_SOURCES)
    .map(([source, n]) => say('source', { source: sourceInWords(source), n }))
  const rest = sources.length - named.length
  const parts = list(rest > 0 ? [...named, say('more_sources', { n: rest })] : named)
  const key = withSource.length === insights.length ? 'sources_of_all' : 'sources_of_some'
  return [{ text: say(key, { n: withSource.length, parts }), insight_ids: insightIds(withSource) }]
}

function themeSentences({ insights, sentences }: NarrativeInput): CitedText[] {
  const { say, list } = sentences
  const themes = countValues(insights.flatMap(namedThemes)).slice(0, MAX_NAMED_THEMES)
  if (themes.length === 0 || insights.length === 1) return []
  const names = new Set(themes.map(([name]) => name))
  const insight_ids = insightIds(insights.filter((one) => namedThemes(one).some((name) => names.has(name))))
  const parts = themes.map(([theme, own], n) => {
    if (n > 0) return say('by_theme_further', { n: own, theme })
    return say('by_theme_first', {
      share: partInWords(sentences, { own, all: insights.length, unit: 'insight' }),
      own,
      theme,
    })
  })
  return [{ text: capitalized(say('by_theme', { parts: list(parts) })), insight_ids }]
}

function segmentSentences({ insights, sentences }: NarrativeInput): CitedText[] {
  const { say, list } = sentences
  const unit = unitOf(insights)
  const segments = segmentsOf(insights, unit)
  if (segments.length === 0 || insights.length === 1) return []
  const all = countIn(unit, insights)
  const parts = segments.map(([segment, own], n) =>
    n === 0
      ? say('by_segment_first', { share: partInWords(sentences, { own, all, unit }), own, segment })
      : say('by_segment_further', { n: own, segment }),
  )
  const names = new Set(segments.map(([segment]) => segment))
  const inSegment = insights.filter((one) => one.segments.some((segment) => names.has(segment)))
  return [{ text: capitalized(say('by_segment', { parts: list(parts) })), insight_ids: insightIds(inSegment) }]
}

function findingSentences({ insights, findings, sentences }: NarrativeInput): CitedText[] {
  if (findings.length === 0) return []
  if (insights.length === 1)
    return [{ text: sentences.say('says', { point: findings[0]!.point }), insight_ids: insightIds(insights) }]
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
      sharedSentence(sentences, finding, insights),
      ...countedSentence(sentences, 'related', relatedTo.get(finding) ?? []),
    ]),
    ...singleSentence(sentences, other, shared.length > 0),
    ...countedSentence(
      sentences,
      'left_out',
      findings.flatMap(({ members }) => members).filter((one) => !listed.has(one) && !related.has(one)),
    ),
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
function kindOfFinding({ point, members }: StoryFinding): 'request' | 'problem' | 'praise' | 'point' {
  const isAll = (test: (one: Evidence) => boolean) => members.every(test)
  if (isRequest(point, members)) return 'request'
  if (isAll((one) => kindOf(one) === 'problem' && one.sentiment !== 'POSITIVE')) return 'problem'
  if (isAll((one) => kindOf(one) === 'praise' && one.sentiment === 'POSITIVE')) return 'praise'
  return 'point'
}

/** “4 of 9 customers, most of them from Enterprise, report the same problem: …” */
function sharedSentence(sentences: Sentences, finding: StoryFinding, all: readonly Evidence[]): CitedText {
  const { point, members } = finding
  const key = `shared_${kindOfFinding(finding)}` as const
  const segment = mainSegmentInWords(sentences, members, unitOf(all))
  const values = { share: shareInWords(sentences, members, all), point }
  const text =
    segment === undefined ? sentences.say(key, values) : sentences.say(`${key}_segment`, { ...values, segment })
  return { text: capitalized(text), insight_ids: insightIds(members) }
}

function countedSentence({ say }: Sentences, key: 'related' | 'left_out', insights: readonly Evidence[]): CitedText[] {
  return insights.length === 0 ? [] : [{ text: say(key, { n: insights.length }), insight_ids: insightIds(insights) }]
}

/** Points that one person each makes. */
function singleSentence(sentences: Sentences, findings: readonly StoryFinding[], followsShared: boolean): CitedText[] {
  if (findings.length === 0) return []
  const members = findings.flatMap((finding) => finding.members)
  const key = `${findings.length === 1 ? 'point' : 'points'}_${followsShared ? 'further' : 'first'}` as const
  return [{ text: sentences.say(key, { points: joinPoints(sentences, findings) }), insight_ids: insightIds(members) }]
}
