import { groupsOf } from './groups.ts'
import type { Breakdown } from './sentiment.ts'
import { similarity, vectorsOf } from './words.ts'

/* What can be said of an opportunity without inventing anything: its numbers in words, and what customers wrote. */

type Month = Breakdown & { month: string }
type Sentiment = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
export type Facts = {
  category: 'PAIN_POINTS' | 'FEATURE_REQUESTS' | 'USABILITY_ISSUES' | 'BUGS_AND_ERRORS'
  insights: number
  contacts: number
  breakdown: Breakdown
  trend: 'rising' | 'falling' | 'flat'
  /** In the last 30 days, and in the 30 before. */
  recent: number
  before: number
  firstSeenAt: string | null
  lastEvidenceAt: string | null
  rank: number | null
  score: number
  factors: readonly { factor: string; contribution: number }[]
  themes: { name: string; count: number; insight_ids: string[] }[]
  newest: { id: string; name: string }[]
  quotes: {
    text: string
    insight_id: string
    feedback_id: string | null
    sentiment: Sentiment
    contact_name: string | null
  }[]
  sources: { source: string; count: number }[]
  segments: { segment_id: string; name: string; count: number }[]
  months: Month[]
}
export type Block =
  | { type: 'summary'; title: string; text: string }
  | { type: 'key_points'; items: { text: string; insight_ids: string[] }[] }
  | { type: 'quotes'; items: Facts['quotes'] }
  | { type: 'sources'; items: Facts['sources'] }
  | { type: 'timeline'; items: (Breakdown & { period: string })[] }
  | { type: 'segments'; items: Facts['segments'] }

const categoryWords = {
  PAIN_POINTS: 'pain points',
  FEATURE_REQUESTS: 'feature requests',
  USABILITY_ISSUES: 'usability issues',
  BUGS_AND_ERRORS: 'bugs and errors',
}
const nothing = 'No insights support this yet.'

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const day = (instant: string) => instant.slice(0, 10)

/** A few sentences for somebody who reads nothing else. */
export const briefOf = (facts: Facts): string =>
  [evidenceSentence(facts), impactSentence(facts), spoken(facts)].filter(Boolean).join(' ')

/** The same in blocks; a block with nothing in it is left out. */
export function narrativeOf(facts: Facts): Block[] {
  const blocks: Block[] = [
    { type: 'summary', title: 'What customers say', text: evidenceSentence(facts) },
    { type: 'key_points', items: keyPoints(facts) },
    { type: 'quotes', items: varied(facts.quotes) },
    { type: 'sources', items: facts.sources },
    { type: 'timeline', items: facts.months.map(({ month, ...counts }) => ({ period: month, ...counts })) },
    { type: 'segments', items: facts.segments },
  ]
  return blocks.filter((block) => block.type === 'summary' || block.items.length > 0)
}

/** The trend is of when it was measured; where the numbers of today say otherwise, they speak for themselves. */
function trendSentence({ trend, recent, before }: Facts): string {
  if (recent === 0 && before === 0) return 'The last 30 days brought none, nor did the 30 before.'
  const how =
    trend === 'rising' && recent > before
      ? 'clearly more than '
      : trend === 'falling' && recent < before
        ? 'clearly fewer than '
        : ''
  return `The last 30 days brought ${recent}, ${how}the 30 before${how ? ` with ${before}` : ` ${before}`}.`
}

function evidenceSentence(facts: Facts): string {
  const { insights, contacts, breakdown, firstSeenAt, lastEvidenceAt } = facts
  if (insights === 0 || firstSeenAt === null || lastEvidenceAt === null) return nothing
  const [first, last] = [day(firstSeenAt), day(lastEvidenceAt)]
  const when = first === last ? `on ${first}` : `between ${first} and ${last}`
  const { positive, negative, neutral } = breakdown
  const mood = `${negative} negative, ${positive} positive, ${neutral} neutral`
  return `${counted(insights, 'insight')} from ${counted(contacts, 'contact')} ${when}: ${mood}. ${trendSentence(facts)}`
}

function impactSentence({ insights, category, rank, score, factors }: Facts): string {
  if (insights === 0 || rank === null) return ''
  const strongest = factors
    .toSorted((a, b) => b.contribution - a.contribution)
    .slice(0, 2)
    .map((one) => one.factor)
    .join(' and ')
  return `Number ${rank} among ${categoryWords[category]} with an impact of ${score} of 100, mostly from ${strongest}.`
}

function spoken({ quotes: [quote] }: Facts): string {
  if (!quote) return ''
  return `${quote.contact_name ?? 'A customer'} said: “${quote.text}”`
}

const maxQuotes = 5
/** Beyond this a quote only repeats another. */
const repeating = 0.6

/** Each says something that those before it did not, if there are so many. */
function varied(quotes: Facts['quotes']): Facts['quotes'] {
  const words = vectorsOf(quotes.map((quote) => quote.text))
  const chosen: number[] = []
  for (const n of quotes.keys())
    if (chosen.length < maxQuotes && chosen.every((other) => similarity(words[n]!, words[other]!) < repeating))
      chosen.push(n)
  return chosen.map((n) => quotes[n]!)
}

const maxSaid = 4
const maxNewest = 5
const maxCited = 20

/** What several say, and what most of it is about; without either, what was found last. */
function keyPoints({ insights, themes, newest }: Facts) {
  const said = groupsOf(newest.map(({ name }) => name))
    .filter((group) => group.length > 1 && group.length < newest.length)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxSaid)
    .map((group) => ({
      text: `${newest[group[0]!]!.name} (${counted(group.length, 'insight')})`,
      insight_ids: group.slice(0, maxCited).map((n) => newest[n]!.id),
    }))
  if (themes.length === 0)
    return said.length > 0
      ? said
      : newest.slice(0, maxNewest).map(({ id, name }) => ({ text: name, insight_ids: [id] }))
  const about = (name: string, count: number) =>
    `${count} of ${counted(insights, 'insight')} ${count === 1 ? 'is' : 'are'} about ${name}.`
  return [...said, ...themes.map(({ name, count, insight_ids }) => ({ text: about(name, count), insight_ids }))]
}
