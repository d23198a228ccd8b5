import { capitalized } from '#engine/text/capitalized.ts'
import {
  MAX_SUMMARY_CITED,
  MAX_SUMMARY_GROUPS,
  MAX_SUMMARY_NEWEST,
  MAX_SUMMARY_QUOTES,
  MIN_REPEATED_SUMMARY_QUOTE,
} from '#engine/thresholds/stories.ts'
import { groupByPoint } from './story/group-by-point.ts'
import { isNamedTheme } from './naming/named-themes.ts'
import { dayInWords, daysInWords, joinWithAnd, partInWords } from './story/phrases.ts'
import { pluralize } from './text/pluralize.ts'
import { tfIdfSimilarity, tfIdfVectors } from './text/tf-idf.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'
import type { Sentiment, SentimentCounts } from '#vocabulary/sentiments.ts'

/* Describes an opportunity by its numbers and by quotes. */

type Month = SentimentCounts & { month: string }
export type OpportunityFacts = {
  category: OpportunityCategory
  insights: number
  contacts: number
  breakdown: SentimentCounts
  /** In the last 30 days, and in the 30 before. */
  recent: number
  before: number
  firstSeenAt: string | null
  lastEvidenceAt: string | null
  rank: number | null
  score: number
  factors: readonly { factor: string; contribution: number }[]
  themes: { name: string; is_catch_all: boolean; count: number; insight_ids: string[] }[]
  newest: { id: string; name: string; sentiment: Sentiment; category: string; contact_id: string | null }[]
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
type SummaryBlock =
  | { type: 'summary'; title: string; text: string }
  | { type: 'key_points'; items: { text: string; insight_ids: string[] }[] }
  | { type: 'quotes'; items: OpportunityFacts['quotes'] }
  | { type: 'sources'; items: OpportunityFacts['sources'] }
  | { type: 'timeline'; items: (SentimentCounts & { period: string })[] }
  | { type: 'segments'; items: OpportunityFacts['segments'] }

const categoryWords = {
  PAIN_POINTS: 'pain points',
  FEATURE_REQUESTS: 'feature requests',
  USABILITY_ISSUES: 'usability issues',
  BUGS_AND_ERRORS: 'bugs and errors',
}
const noInsights = 'No insights support this yet.'

/** A few sentences. */
export const opportunitySummary = (facts: OpportunityFacts): string =>
  [evidenceSentence(facts), impactSentence(facts), quoteSentence(facts)].filter(Boolean).join(' ')

/** In blocks; an empty block is left out. */
export function summaryBlocks(facts: OpportunityFacts): SummaryBlock[] {
  const blocks: SummaryBlock[] = [
    { type: 'summary', title: 'What customers say', text: evidenceSentence(facts) },
    { type: 'key_points', items: keyPoints(facts) },
    { type: 'quotes', items: distinctQuotes(facts.quotes) },
    { type: 'sources', items: facts.sources },
    { type: 'timeline', items: facts.months.map(({ month, ...counts }) => ({ period: month, ...counts })) },
    { type: 'segments', items: facts.segments },
  ]
  return blocks.filter((block) => block.type === 'summary' || block.items.length > 0)
}

function recentSentence({ recent, before }: OpportunityFacts): string {
  if (recent === 0 && before === 0) return 'None in the last 60 days.'
  if (recent === before) return `${recent} in the last 30 days, as many as in the 30 days before.`
  return `${recent} in the last 30 days, ${recent > before ? 'up' : 'down'} from ${before} in the 30 days before.`
}

function sentimentsInWords(breakdown: SentimentCounts): string {
  const found = (['negative', 'positive', 'neutral'] as const).filter((one) => breakdown[one] > 0)
  return joinWithAnd(found.map((one) => `${breakdown[one]} ${one}`))
}

function evidenceSentence(facts: OpportunityFacts): string {
  const { insights, contacts, breakdown, firstSeenAt, lastEvidenceAt } = facts
  if (insights === 0 || firstSeenAt === null || lastEvidenceAt === null) return noInsights
  const isOneDay = firstSeenAt.slice(0, 10) === lastEvidenceAt.slice(0, 10)
  const when = isOneDay ? `on ${dayInWords(firstSeenAt)}` : `between ${daysInWords(firstSeenAt, lastEvidenceAt)}`
  const sentiments = sentimentsInWords(breakdown)
  const known = contacts === 0 ? '' : ` (${pluralize(contacts, 'known contact')})`
  return `${pluralize(insights, 'insight')}${known} ${when}: ${sentiments}. ${recentSentence(facts)}`
}

function impactSentence({ insights, category, rank, score, factors }: OpportunityFacts): string {
  if (insights === 0 || rank === null) return ''
  const strongest = factors
    .filter((one) => one.contribution > 0)
    .sort((a, b) => b.contribution - a.contribution)
    .slice(0, 2)
    .map((one) => one.factor)
    .join(' and ')
  const factor = strongest === '' ? '' : `, mostly from ${strongest}`
  return `It ranks #${rank} among ${categoryWords[category]} with an impact of ${score} of 100${factor}.`
}

function quoteSentence({ quotes: [quote] }: OpportunityFacts): string {
  if (!quote) return ''
  return `${quote.contact_name ?? 'A customer'} said: “${quote.text}”`
}

/** The first quotes that do not repeat one another. */
function distinctQuotes(quotes: OpportunityFacts['quotes']): OpportunityFacts['quotes'] {
  const vectors = tfIdfVectors(quotes.map((quote) => quote.text))
  const chosen: number[] = []
  const isNew = (n: number) =>
    chosen.every((other) => tfIdfSimilarity(vectors[n]!, vectors[other]!) < MIN_REPEATED_SUMMARY_QUOTE)
  for (const n of quotes.keys()) if (chosen.length < MAX_SUMMARY_QUOTES && isNew(n)) chosen.push(n)
  return chosen.map((n) => quotes[n]!)
}

/** Points that several insights make, then the themes; without either the newest insights. */
function keyPoints({ insights, themes, newest }: OpportunityFacts) {
  const shared = groupByPoint(newest.map((one) => ({ ...one, quote: null })))
    .filter(({ members }) => members.length > 1)
    .slice(0, MAX_SUMMARY_GROUPS)
    .map(({ point, members }) => ({
      text: `${point} (${pluralize(members.length, 'insight')})`,
      insight_ids: members.slice(0, MAX_SUMMARY_CITED).map(({ id }) => id),
    }))
  const named = themes.filter(isNamedTheme)
  if (named.length === 0 && shared.length === 0)
    return newest.slice(0, MAX_SUMMARY_NEWEST).map(({ id, name }) => ({ text: name, insight_ids: [id] }))
  const themeText = (name: string, count: number) =>
    `${capitalized(partInWords(count, insights, 'insight'))} ${count === 1 ? 'is' : 'are'} about “${name}”.`
  return [...shared, ...named.map(({ name, count, insight_ids }) => ({ text: themeText(name, count), insight_ids }))]
}
