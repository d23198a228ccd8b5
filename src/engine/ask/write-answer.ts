import { capitalized } from '#engine/text/capitalized.ts'
import { ANSWER_CITATIONS_PER_GROUP, MAX_ANSWER_CITATIONS } from '#engine/thresholds/search.ts'
import { answerTexts, counted, filled } from './answer-texts.ts'
import type { Dimension } from './find-dimension.ts'
import type { ParsedQuestion } from './parsed-question.ts'
import { describePeriod, describeDay } from './periods.ts'
import type { SentimentCounts } from '#vocabulary/sentiments.ts'
import type { QuestionLanguage } from './translate-question.ts'

/* Writes an answer from counted facts. Every sentence ends with the numbers of its sources. */

type Evidence = {
  id: string
  name: string
  quote: string | null
  person: string | null
  company: string | null
  source: string | null
  occurred_at: string
}
export type EvidenceGroup = SentimentCounts & {
  type: 'subtheme' | 'theme' | 'rest_of_theme' | 'similar_insights' | Dimension
  id: string | null
  name: string
  insight_count: number
  contact_count: number
  members: readonly Evidence[]
}
type Totals = SentimentCounts & {
  insight_count: number
  contact_count: number
  /** Insights without a contact. */
  anonymous_count: number
  /** There may be more. */
  isCapped: boolean
}
/** How many there were in the period that the question compares with. */
type Before = { insight_count: number; from: Date | null; to: Date | null }
type Asked = Pick<ParsedQuestion, 'intent' | 'unit' | 'topic' | 'language' | 'forms'> & {
  hasFilters: boolean
  now: Date
  before: Before | undefined
}

/** "3 negative, 1 positive", "all negative", "negative". */
function describeSentiment(counts: SentimentCounts, language: QuestionLanguage): string {
  const { sentiments, all } = answerTexts(language)
  const found = (['negative', 'positive', 'neutral'] as const).filter((name) => counts[name] > 0)
  if (found.length > 1) return found.map((name) => `${counts[name]} ${sentiments[name]}`).join(', ')
  const sentiment = sentiments[found[0]!]
  return counts[found[0]!] === 1 ? sentiment : filled(all, { sentiment })
}

/** Conjunctions and greetings make a poor start of a quote. */
const startsWithFiller = /^(?:and|but|also|so|then|or|by the way|one more thing|hi|hey|hello|dear)\b/i

function readableFirst<T extends Evidence>(members: readonly T[]): readonly T[] {
  const best = members.findIndex(({ quote }) => quote !== null && !startsWithFiller.test(quote))
  return best > 0 ? [members[best]!, ...members.filter((_, n) => n !== best)] : members
}

/** Adds sources once each and returns their markers, such as `[1][3]`. */
function createCitations() {
  const cited: string[] = []
  const numberOf = ({ id }: Evidence) => {
    const index = cited.indexOf(id)
    return index >= 0 ? index + 1 : cited.push(id)
  }
  const cite = (sources: readonly Evidence[]) =>
    sources
      .slice(0, Math.max(1, MAX_ANSWER_CITATIONS - cited.length))
      .map((source) => `[${numberOf(source)}]`)
      .join('')
  return { cited, cite }
}

/** ", 8 more than the 31 of 1 Apr 2026 to 30 Jun 2026". */
function comparison(insight_count: number, { before, language, now }: Asked): string {
  if (!before) return ''
  const { more, fewer, same } = answerTexts(language)
  const difference = insight_count - before.insight_count
  const changed = difference > 0 ? more : fewer
  return filled(difference === 0 ? same : changed, {
    n: Math.abs(difference),
    before: before.insight_count,
    period: describePeriod(before, now, language),
  })
}

function opening(totals: Totals, asked: Asked): string {
  const { intent, unit, topic, hasFilters, language } = asked
  const { insight_count, contact_count, anonymous_count, isCapped } = totals
  const texts = answerTexts(language)
  const least = (text: string) => (isCapped ? filled(texts.least, { text }) : text)
  const numberOf = (forms: readonly string[], n: number) => filled(counted(forms, n), { n })
  const insights = least(numberOf(texts.insights, insight_count))
  const contacts = numberOf(texts.contacts, contact_count)
  const ending = `${comparison(insight_count, asked)}: ${describeSentiment(totals, language)}`
  if (intent === 'count' && unit === 'contacts' && contact_count > 0) {
    const without = anonymous_count ? filled(texts.without, { n: anonymous_count }) : ''
    const people = filled(texts.people, { insights: least(numberOf(texts.withInsights, insight_count)), without })
    return `${filled(counted(texts.matches, contact_count), { text: least(contacts) })}${people}${ending}`
  }
  const from = contact_count ? filled(texts.from, { contacts: numberOf(texts.fromContacts, contact_count) }) : ''
  const isAbout = topic !== '' && !hasFilters
  const said = counted(isAbout ? texts.speaks : texts.matches, insight_count)
  return `${filled(said, { text: `${insights}${from}` })}${ending}`
}

/** The quote alone where it begins with the name. */
function nameAndQuote({ name, quote }: Evidence): string {
  if (!quote) return name
  return quote.toLowerCase().startsWith(name.toLowerCase()) ? `“${quote}”` : `${name} (“${quote}”)`
}

function groupSentence(group: EvidenceGroup, members: readonly Evidence[], { language }: Asked): string {
  const { type, name, insight_count, contact_count } = group
  const texts = answerTexts(language)
  const [first] = members
  if (type === 'similar_insights')
    return `${insight_count > 1 ? filled(texts.similar, { n: insight_count }) : ''}${nameAndQuote(first!)}`
  const contacts = filled(counted(texts.fromContacts, contact_count), { n: contact_count })
  const from = contact_count ? filled(texts.from, { contacts }) : ''
  const example = first!.quote ? filled(texts.example, { quote: first!.quote }) : ''
  const insights = filled(counted(texts.insights, insight_count), { n: insight_count })
  return `${filled(texts.groups[type], { name })}: ${insights}${from}, ${describeSentiment(group, language)}${example}`
}

/** “The export just spins.” (Ana Lima, ACME Corp, zendesk, 12 May 2026). */
function quoteWithSource({ quote, name, person, company, source, occurred_at }: Evidence, { language }: Asked): string {
  const day = describeDay(new Date(occurred_at), language)
  return `“${quote ?? name}” (${[person, company, source, day].filter(Boolean).join(', ')})`
}

/** Groups that are written about; the others are in the list of groups. */
const maxWritten = 10

/** The answer, and the ids of its sources in the order of their numbers. */
export function writeAnswer(
  totals: Totals,
  groups: readonly EvidenceGroup[],
  asked: Asked,
): { answer: string; cited: string[] } {
  const { cited, cite } = createCitations()
  const written = groups.slice(0, maxWritten).map((group) => ({ group, members: readableFirst(group.members) }))
  const firstOfEach = cite(written.map(({ members: [first] }) => first!))
  const sentences = written.map(({ group, members }, n) => {
    const rank = asked.intent === 'rank' ? `${n + 1}. ` : ''
    return `${rank}${groupSentence(group, members, asked)} ${cite(members.slice(0, ANSWER_CITATIONS_PER_GROUP))}.`
  })
  const all = written.flatMap(({ members }) => members)
  const quoted = asked.forms.includes('quotes')
    ? all.slice(0, MAX_ANSWER_CITATIONS).map((one) => `${quoteWithSource(one, asked)} ${cite([one])}.`)
    : []
  const isOfGroups = groups.some(({ type }) => type !== 'similar_insights')
  const body = quoted.length > 0 && !isOfGroups ? quoted : [...sentences, ...quoted]
  return { answer: [`${capitalized(opening(totals, asked))} ${firstOfEach}.`, ...body].join(' '), cited }
}

/** Why there is no answer. */
export function writeAbstention(topic: string, filters: readonly string[], language: QuestionLanguage = 'en'): string {
  const texts = answerTexts(language)
  const about = topic === '' ? '' : ` “${topic}”`
  if (filters.length > 0) return filled(texts.noneWithFilters, { about, filters: filters.join('; ') })
  return topic === '' ? texts.nothingAsked : filled(texts.none, { about })
}
