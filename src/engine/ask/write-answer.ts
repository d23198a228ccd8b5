import { capitalized } from '#engine/text/capitalized.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import { ANSWER_CITATIONS_PER_GROUP, MAX_ANSWER_CITATIONS } from '#engine/thresholds/search.ts'
import type { ParsedQuestion } from './parse-question.ts'
import type { SentimentCounts } from '#vocabulary/sentiments.ts'

/* Writes an answer from counted facts. Every sentence ends with the numbers of its sources. */

type Evidence = { id: string; name: string; quote: string | null }
export type EvidenceGroup = SentimentCounts & {
  type: 'subtheme' | 'theme' | 'rest_of_theme' | 'similar_insights'
  id: string | null
  name: string
  insight_count: number
  contact_count: number
  members: readonly Evidence[]
}
export type Totals = SentimentCounts & {
  insight_count: number
  contact_count: number
  /** Insights without a contact. */
  anonymous_count: number
  /** There may be more. */
  isCapped: boolean
}
type Asked = Pick<ParsedQuestion, 'intent' | 'unit' | 'topic'> & { hasFilters: boolean }

/** "3 negative, 1 positive", "all negative", "negative". */
export function describeSentiment({ positive, negative, neutral }: SentimentCounts): string {
  const counts = [
    { name: 'negative', count: negative },
    { name: 'positive', count: positive },
    { name: 'neutral', count: neutral },
  ].filter(({ count }) => count > 0)
  if (counts.length > 1) return counts.map(({ name, count }) => `${count} ${name}`).join(', ')
  return counts[0]!.count === 1 ? counts[0]!.name : `all ${counts[0]!.name}`
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

function opening(totals: Totals, { intent, unit, topic, hasFilters }: Asked): string {
  const { insight_count, contact_count, anonymous_count, isCapped } = totals
  const least = isCapped ? 'at least ' : ''
  const insights = `${least}${pluralize(insight_count, 'insight')}`
  const sentiment = describeSentiment(totals)
  if (intent === 'count' && unit === 'contacts' && contact_count > 0) {
    const without = anonymous_count ? `, ${anonymous_count} of them without a known contact` : ''
    const verb = contact_count === 1 ? 'matches' : 'match'
    return `${least}${pluralize(contact_count, 'contact')} ${verb}, with ${insights}${without}: ${sentiment}`
  }
  const from = contact_count ? ` from ${pluralize(contact_count, 'contact')}` : ''
  const isAbout = topic !== '' && !hasFilters
  const [one, many] = isAbout ? ['speaks of it', 'speak of it'] : ['matches', 'match']
  return `${insights}${from} ${insight_count === 1 ? one : many}: ${sentiment}`
}

/** The quote alone where it begins with the name. */
function nameAndQuote({ name, quote }: Evidence): string {
  if (!quote) return name
  return quote.toLowerCase().startsWith(name.toLowerCase()) ? `“${quote}”` : `${name} (“${quote}”)`
}

function groupSentence(group: EvidenceGroup, members: readonly Evidence[]): string {
  const { type, name, insight_count, contact_count } = group
  const [first] = members
  if (type === 'similar_insights')
    return `${insight_count > 1 ? `${insight_count} similar insights: ` : ''}${nameAndQuote(first!)}`
  const from = contact_count ? ` from ${pluralize(contact_count, 'contact')}` : ''
  const example = first!.quote ? `, such as “${first!.quote}”` : ''
  const title = { subtheme: 'Subtheme', theme: 'Theme', rest_of_theme: 'Outside the subthemes of theme' }[type]
  return `${title} “${name}”: ${pluralize(insight_count, 'insight')}${from}, ${describeSentiment(group)}${example}`
}

/** The answer, and the ids of its sources in the order of their numbers. */
export function writeAnswer(
  totals: Totals,
  groups: readonly EvidenceGroup[],
  asked: Asked,
): { answer: string; cited: string[] } {
  const { cited, cite } = createCitations()
  const members = groups.map((group) => readableFirst(group.members))
  const firstOfEach = cite(members.map(([first]) => first!))
  const sentences = groups.map((group, n) => {
    const rank = asked.intent === 'rank' ? `${n + 1}. ` : ''
    return `${rank}${groupSentence(group, members[n]!)} ${cite(members[n]!.slice(0, ANSWER_CITATIONS_PER_GROUP))}.`
  })
  return { answer: [`${capitalized(opening(totals, asked))} ${firstOfEach}.`, ...sentences].join(' '), cited }
}

/** Why there is no answer. */
export function writeAbstention(topic: string, filters: readonly string[]): string {
  const about = topic === '' ? '' : ` “${topic}”`
  if (filters.length > 0) return `No feedback matches${about}: filters ${filters.join('; ')}.`
  return topic === ''
    ? 'The question names no topic, period, segment or kind of feedback.'
    : `No feedback matches${about}.`
}
