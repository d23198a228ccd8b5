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
import { partInWords } from './story/phrases.ts'
import { type SentenceKey, type Sentences, sentencesIn } from './story/sentences.ts'
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

const factorKeys: Record<string, SentenceKey> = {
  volume: 'factor_volume',
  reach: 'factor_reach',
  severity: 'factor_severity',
  recency: 'factor_recency',
  segment: 'factor_segment',
  diversity: 'factor_diversity',
}

/** A few sentences. */
export function opportunitySummary(facts: OpportunityFacts, language: string = 'en'): string {
  const sentences = sentencesIn(language)
  return [evidenceSentence(facts, sentences), impactSentence(facts, sentences), quoteSentence(facts, sentences)]
    .filter(Boolean)
    .join(' ')
}

/** In blocks; an empty block is left out. */
export function summaryBlocks(facts: OpportunityFacts, language: string = 'en'): SummaryBlock[] {
  const sentences = sentencesIn(language)
  const blocks: SummaryBlock[] = [
    { type: 'summary', title: sentences.say('heading'), text: evidenceSentence(facts, sentences) },
    { type: 'key_points', items: keyPoints(facts, sentences) },
    { type: 'quotes', items: distinctQuotes(facts.quotes) },
    { type: 'sources', items: facts.sources },
    { type: 'timeline', items: facts.months.map(({ month, ...counts }) => ({ period: month, ...counts })) },
    { type: 'segments', items: facts.segments },
  ]
  return blocks.filter((block) => block.type === 'summary' || block.items.length > 0)
}

function recentSentence({ recent, before }: OpportunityFacts, { say }: Sentences): string {
  if (recent === 0 && before === 0) return say('recent_none')
  if (recent === before) return say('recent_same', { recent })
  return say(recent > before ? 'recent_up' : 'recent_down', { recent, before })
}

function evidenceSentence(facts: OpportunityFacts, sentences: Sentences): string {
  const { insights, contacts, breakdown, firstSeenAt, lastEvidenceAt } = facts
  const { say, list, day, days } = sentences
  if (insights === 0 || firstSeenAt === null || lastEvidenceAt === null) return say('no_insights')
  const isOneDay = firstSeenAt.slice(0, 10) === lastEvidenceAt.slice(0, 10)
  const found = (['negative', 'positive', 'neutral'] as const).filter((one) => breakdown[one] > 0)
  const text = say(`evidence_${isOneDay ? 'day' : 'days'}${contacts === 0 ? '' : '_known'}`, {
    insights,
    contacts,
    day: day(firstSeenAt),
    ...days(firstSeenAt, lastEvidenceAt),
    sentiments: list(found.map((one) => say(`some_${one}`, { n: breakdown[one] }))),
  })
  return `${text} ${recentSentence(facts, sentences)}`
}

function impactSentence(
  { insights, category, rank, score, factors }: OpportunityFacts,
  { say, list }: Sentences,
): string {
  if (insights === 0 || rank === null) return ''
  const strongest = factors
    .filter((one) => one.contribution > 0)
    .sort((a, b) => b.contribution - a.contribution)
    .slice(0, 2)
  const values = { rank, category: say(`category_${category}`), score }
  if (strongest.length === 0) return say('rank', values)
  return say('rank_with_factors', {
    ...values,
    factors: list(
      strongest.map(({ factor }) => (Object.hasOwn(factorKeys, factor) ? say(factorKeys[factor]!) : factor)),
    ),
  })
}

function quoteSentence({ quotes: [quote] }: OpportunityFacts, { say }: Sentences): string {
  if (!quote) return ''
  const { contact_name: name, text } = quote
  return name === null ? say('said', { quote: text }) : say('said_by', { name, quote: text })
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
function keyPoints({ insights, themes, newest }: OpportunityFacts, sentences: Sentences) {
  const { say } = sentences
  const shared = groupByPoint(newest.map((one) => ({ ...one, quote: null })))
    .filter(({ members }) => members.length > 1)
    .slice(0, MAX_SUMMARY_GROUPS)
    .map(({ point, members }) => ({
      text: say('shared', { point, n: members.length }),
      insight_ids: members.slice(0, MAX_SUMMARY_CITED).map(({ id }) => id),
    }))
  const named = themes.filter(isNamedTheme)
  if (named.length === 0 && shared.length === 0)
    return newest.slice(0, MAX_SUMMARY_NEWEST).map(({ id, name }) => ({ text: name, insight_ids: [id] }))
  const themeText = (theme: string, own: number) =>
    capitalized(say('about', { share: partInWords(sentences, { own, all: insights, unit: 'insight' }), own, theme }))
  return [...shared, ...named.map(({ name, count, insight_ids }) => ({ text: themeText(name, count), insight_ids }))]
}
