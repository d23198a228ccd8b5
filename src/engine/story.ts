import { byId, contactsOf, type Finding, findingsOf, idsOf, mostCommon, voicesOf } from './story-findings.ts'
import { narrativeOf } from './story-narrative.ts'
import { chooseQuotes, type Quoted } from './story-quotes.ts'
import { counted, share, tallied, weightOf } from './story-words.ts'

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
  theme: string | null
  subtheme: { id: string; name: string } | null
  /** What the segments of its contact are called. */
  segments: readonly string[]
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

const maxFindings = 10

/** `others` are voices on the same subjects that nobody gave as evidence: whoever chose the evidence may have overlooked them. */
export function tellStory(evidence: readonly Evidence[], others: readonly Evidence[] = []): Story {
  const insights = [...evidence].sort(byId)
  const stats = statsOf(insights)
  const opposing = opposite(stats.sentiment_breakdown)
  // Who gives five stars and wishes for something praises nothing that others miss.
  const against = (one: Evidence) =>
    one.sentiment === opposing && !(opposing === 'POSITIVE' && one.category === 'FEATURE_REQUESTS')
  const findings = findingsOf(
    insights.filter((one) => !against(one)),
    true,
  )
  const counter = findingsOf(insights.filter(against), false)
  const outside = findingsOf([...others].sort(byId).filter(against), false)
  return {
    title: titleOf(insights, findings),
    narrative: narrativeOf({ insights, stats, findings, counter, outside }),
    key_findings: byTheme(findings)
      .slice(0, maxFindings)
      .map(cite(mainTheme(insights))),
    quotes: chooseQuotes([...findings, ...counter].map(({ members }) => members)),
    counter_evidence: [...counter.map(cite(mainTheme(insights))), ...outside.map(citeOutside)].slice(0, maxFindings),
    stats,
  }
}

/** Against the majority stands the other pole; without a majority nobody opposes it. */
export const opposite = ({ positive, negative }: { positive: number; negative: number }) =>
  positive > negative ? ('NEGATIVE' as const) : negative > positive ? ('POSITIVE' as const) : undefined

function statsOf(insights: readonly Evidence[]): Story['stats'] {
  const ofSentiment = (sentiment: string) => insights.filter((insight) => insight.sentiment === sentiment).length
  return {
    insight_count: insights.length,
    contact_count: contactsOf(insights),
    sentiment_breakdown: {
      positive: ofSentiment('POSITIVE'),
      negative: ofSentiment('NEGATIVE'),
      neutral: ofSentiment('NEUTRAL'),
    },
    sources: tallied(insights.flatMap(({ source }) => source ?? [])).map(([source, count]) => ({ source, count })),
  }
}

/** The theme most is said about first, and inside it the findings in their order. */
function byTheme(findings: readonly Finding[]): Finding[] {
  const sizes = new Map<string | null, number>()
  for (const { theme, members } of findings) sizes.set(theme, (sizes.get(theme) ?? 0) + members.length)
  const order = [...sizes].sort((a, b) => b[1] - a[1]).map(([theme]) => theme)
  return findings.toSorted((a, b) => order.indexOf(a.theme) - order.indexOf(b.theme))
}

const mostly = 0.6

/** What most of it is about goes without saying in each finding. */
function mainTheme(insights: readonly Evidence[]): string | null {
  const theme = mostCommon(insights.flatMap((one) => one.theme ?? []))
  return theme !== undefined && insights.filter((one) => one.theme === theme).length >= mostly * insights.length
    ? theme
    : null
}

const cite =
  (unsaid: string | null) =>
  ({ point, theme, members }: Finding): Cited => {
    const alone = members.length === 1 && members[0]!.segments.length === 0
    return {
      text: `${theme !== null && theme !== unsaid ? `${theme}: ` : ''}${point}${alone ? '' : ` (${weightOf(members)})`}`,
      insight_ids: idsOf(members),
    }
  }

const citeOutside = ({ point, members }: Finding): Cited => ({
  text: `${point} (${weightOf(members)}; not among the evidence)`,
  insight_ids: idsOf(members),
})

const maxTitleLength = 200

/** The point most share and how many do; where nobody shares one, what it is about. */
function titleOf(insights: readonly Evidence[], findings: readonly Finding[]): string {
  const [{ point, theme, members }, ...others] = findings as [Finding, ...Finding[]]
  if (voicesOf(members) > 1) return titled('', point, `: ${share(members, insights)} say so`)
  const about = insights.length > 1 && theme !== null && theme === mainTheme(insights) ? `${theme}: ` : ''
  return titled(about, point, others.length === 0 ? '' : `, and ${counted(others.length, 'more finding')}`)
}

function titled(before: string, point: string, after: string): string {
  const room = maxTitleLength - before.length - after.length
  return `${before}${point.length > room ? `${[...point].slice(0, room - 1).join('')}…` : point}${after}`
}
