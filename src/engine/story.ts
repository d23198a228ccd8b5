import { groupsOf } from './groups.ts'
import { chooseQuotes, type Quoted } from './story-quotes.ts'

/* An evidence story in the evidence's own words: nothing in it that no insight says, and the same evidence always tells the same story. */

export type Evidence = {
  id: string
  name: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  category: string
  quote: string | null
  quote_verified: boolean
  feedback_id: string | null
  contact_id: string | null
  source: string | null
  occurred_at: string
}
export type Cited = { text: string; insight_ids: string[] }
export type Story = {
  title: string
  narrative: Cited[]
  key_findings: Cited[]
  quotes: Quoted[]
  counter_evidence: Cited[]
  stats: {
    insight_count: number
    contact_count: number
    sentiment_breakdown: Record<'positive' | 'negative' | 'neutral', number>
    sources: { source: string; count: number }[]
  }
}

/** What was found: insights that say the same, the most typical first. */
type Finding = Evidence[]

const mostFindings = 10
const mostTold = 5

export function tellStory(evidence: readonly Evidence[]): Story {
  const insights = [...evidence].sort(byId)
  const stats = statsOf(insights)
  const opposing = opposite(stats.sentiment_breakdown)
  const findings = findingsOf(insights.filter((insight) => insight.sentiment !== opposing))
  const counter = findingsOf(insights.filter((insight) => insight.sentiment === opposing))
  return {
    title: titleOf(findings),
    narrative: narrativeOf(insights, stats, findings, counter),
    key_findings: findings.slice(0, mostFindings).map(cite),
    quotes: chooseQuotes([...findings, ...counter]),
    counter_evidence: counter.slice(0, mostFindings).map(cite),
    stats,
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Against the majority stands the other pole; without a majority nobody opposes it. */
const opposite = ({ positive, negative }: Story['stats']['sentiment_breakdown']) =>
  positive > negative ? 'NEGATIVE' : negative > positive ? 'POSITIVE' : undefined

const weights: Record<string, number> = { BUGS_AND_ERRORS: 1, PAIN_POINTS: 0.9, USABILITY_ISSUES: 0.7, FEATURE_REQUESTS: 0.5 }
const gravity = ({ category, sentiment }: Evidence) => (weights[category] ?? 0.3) * (sentiment === 'NEGATIVE' ? 1 : 0.5)
const severity = (finding: Finding) => finding.reduce((sum, insight) => sum + gravity(insight), 0) / finding.length

/** The largest first, then the gravest, then the one more people share. */
function findingsOf(insights: readonly Evidence[]): Finding[] {
  const findings = groupsOf(insights.map((insight) => insight.name)).map((group) => group.map((place) => insights[place]!))
  return findings.sort((a, b) => b.length - a.length || severity(b) - severity(a) || contactsOf(b) - contactsOf(a) || byId(a[0]!, b[0]!))
}

const different = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null)).size
const contactsOf = (insights: readonly Evidence[]) => different(insights.map((insight) => insight.contact_id))
const idsOf = (insights: readonly Evidence[]) => insights.map((insight) => insight.id)

function statsOf(insights: readonly Evidence[]): Story['stats'] {
  const ofSentiment = (sentiment: string) => insights.filter((insight) => insight.sentiment === sentiment).length
  const sources = new Map<string, number>()
  for (const { source } of insights) if (source !== null) sources.set(source, (sources.get(source) ?? 0) + 1)
  return {
    insight_count: insights.length,
    contact_count: contactsOf(insights),
    sentiment_breakdown: { positive: ofSentiment('POSITIVE'), negative: ofSentiment('NEGATIVE'), neutral: ofSentiment('NEUTRAL') },
    sources: [...sources].map(([source, count]) => ({ source, count })).sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1)),
  }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const listed = (parts: readonly string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts.join(''))
const spoken = ([typical]: Finding) => typical!.name.replace(/[\s.!?…。]+$/u, '') || typical!.name
const countedIfAny = (count: number, noun: string) => (count > 0 ? [counted(count, noun)] : [])
const shared = (finding: Finding) => [counted(finding.length, 'insight'), ...countedIfAny(contactsOf(finding), 'contact')].join(', ')

const cite = (finding: Finding): Cited => ({
  text: finding.length === 1 ? spoken(finding) : `${spoken(finding)} (${shared(finding)})`,
  insight_ids: idsOf(finding),
})

const longestTitle = 200

function titleOf([first, ...others]: Finding[]): string {
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more finding')}`
  const name = spoken(first!)
  const room = longestTitle - more.length
  return `${name.length > room ? `${[...name].slice(0, room - 1).join('')}…` : name}${more}`
}

function narrativeOf(insights: readonly Evidence[], stats: Story['stats'], findings: readonly Finding[], counter: readonly Finding[]) {
  return [
    { text: openingOf(stats), insight_ids: idsOf(insights) },
    ...spanOf(insights),
    ...findings.slice(0, mostTold).map(tell),
    ...besides(findings.slice(mostTold).flat()),
    ...againstIt(counter.flat()),
  ]
}

const tell = (finding: Finding, place: number): Cited => ({
  text: `${place === 0 ? 'The strongest signal' : 'Next'}: ${spoken(finding)} (${shared(finding)}).`,
  insight_ids: idsOf(finding),
})

function besides(insights: readonly Evidence[]): Cited[] {
  if (insights.length === 0) return []
  const verb = insights.length === 1 ? 'speaks' : 'speak'
  return [{ text: `${counted(insights.length, 'more insight')} ${verb} of other things.`, insight_ids: idsOf(insights) }]
}

function openingOf({ insight_count, contact_count, sources, sentiment_breakdown: found }: Story['stats']): string {
  const from = [...countedIfAny(contact_count, 'contact'), ...countedIfAny(sources.length, 'source')]
  const moods = (['negative', 'positive', 'neutral'] as const).filter((mood) => found[mood] > 0).map((mood) => `${found[mood]} ${mood}`)
  return `${counted(insight_count, 'insight')}${from.length ? ` from ${listed(from)}` : ''}: ${listed(moods)}.`
}

/** Resting on the first and the last of them. */
function spanOf(insights: readonly Evidence[]): Cited[] {
  const inTime = [...insights].sort((a, b) => (a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : byId(a, b)))
  const [first, last] = [inTime[0]!, inTime.at(-1)!]
  const [from, to] = [first.occurred_at.slice(0, 10), last.occurred_at.slice(0, 10)]
  return from === to ? [] : [{ text: `They reach from ${from} to ${to}.`, insight_ids: [first.id, last.id] }]
}

function againstIt(insights: Evidence[]): Cited[] {
  if (insights.length === 0) return []
  const verb = insights.length === 1 ? 'stands' : 'stand'
  const noun = `${insights[0]!.sentiment.toLowerCase()} insight`
  return [{ text: `Against this ${verb} ${counted(insights.length, noun)}: ${spoken(insights)}.`, insight_ids: idsOf(insights) }]
}
