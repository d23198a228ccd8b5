import { pluralize } from '#engine/text/pluralize.ts'
import { countContacts, countVoices } from './count-evidence.ts'
import type { Evidence, Finding } from './types.ts'

/* Numbers, dates and lists in words. */

export const joinWithAnd = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts.join('')
export const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')
/** With semicolons, because a point is a whole sentence. */
export const joinPoints = (findings: readonly Finding[]) => findings.map(({ point }) => point).join('; ')

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
export const dayInWords = (instant: string) =>
  `${Number(instant.slice(8, 10))} ${months[Number(instant.slice(5, 7)) - 1]!} ${instant.slice(0, 4)}`

const sourceNames: Record<string, string> = {
  csv: 'CSV',
  api: 'API',
  nps: 'NPS',
  g2: 'G2',
  app_store: 'App Store',
  play_store: 'Play Store',
  google_play: 'Google Play',
}
/** The display name of a source. */
export const sourceInWords = (source: string) =>
  sourceNames[source] ?? `${source.charAt(0).toUpperCase()}${source.slice(1).replaceAll('_', ' ')}`

/** Values with their counts, the most frequent first. */
export function countValues(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

const maxSegments = 3

/** The segments of these voices; a voice counts once in each. */
export function segmentsOf(insights: readonly Evidence[]): [string, number][] {
  const pairs = insights.flatMap((one) => one.segments.map((segment) => [segment, one.contact_id ?? one.id] as const))
  const once = new Map(pairs.map((pair) => [JSON.stringify(pair), pair[0]]))
  return countValues([...once.values()]).slice(0, maxSegments)
}

const segmentsInWords = (insights: readonly Evidence[]) =>
  joinWithAnd(
    segmentsOf(insights).map(
      ([segment, count]) => `${count > 1 && count === countVoices(insights) ? 'all' : count} in ${segment}`,
    ),
  )

/** “ (most in Enterprise)”; empty where no segment has more than half. */
function mainSegmentInWords(insights: readonly Evidence[]): string {
  const [[segment, count] = ['', 0]] = segmentsOf(insights)
  const all = countVoices(insights)
  if (count * 2 <= all || all === 1) return ''
  const everyone = all === 2 ? 'both' : 'all'
  return ` (${count === all ? everyone : 'most'} in ${segment})`
}

/** Counted as customers if all are known, else as voices. */
export function voices(
  insights: readonly Evidence[],
  asCustomers = countContacts(insights) === countVoices(insights),
): { count: number; noun: string } {
  return asCustomers
    ? { count: countContacts(insights), noun: 'customer' }
    : { count: countVoices(insights), noun: 'voice' }
}
export const voicesInWords = (insights: readonly Evidence[]) => pluralize(voices(insights).count, voices(insights).noun)

/** “4 customers, 5 insights; 3 in Enterprise and 1 in Startup” */
export function supportInWords(insights: readonly Evidence[]): string {
  const contacts = countContacts(insights)
  if (countVoices(insights) === 1 && contacts === 1 && insights[0]!.segments.length > 0) {
    const count = insights.length > 1 ? `, ${pluralize(insights.length, 'insight')}` : ''
    return `1 customer in ${joinWithAnd(insights[0]!.segments)}${count}`
  }
  const counts = [
    ...(contacts > 0 ? [pluralize(contacts, 'customer')] : []),
    ...(contacts !== insights.length ? [pluralize(insights.length, 'insight')] : []),
  ]
  return [counts.join(', '), segmentsInWords(insights)].filter(Boolean).join('; ')
}

/** “4 of 9 customers”; counted as customers where at least two of them are known. */
export function shareInWords(insights: readonly Evidence[], all: readonly Evidence[]): string {
  const asCustomers = countContacts(insights) > 1 || countContacts(all) === countVoices(all)
  const [own, { count, noun }] = [voices(insights, asCustomers).count, voices(all, asCustomers)]
  if (own !== count) return `${own} of ${pluralize(count, noun)}`
  return own === 2 ? `both ${noun}s` : `all ${pluralize(own, noun)}`
}

/** “4 of 9 customers (most in Enterprise)” */
export function subjectInWords(insights: readonly Evidence[], all: readonly Evidence[]): string {
  const share = shareInWords(insights, all)
  return `${share.charAt(0).toUpperCase()}${share.slice(1)}${mainSegmentInWords(insights)}`
}
