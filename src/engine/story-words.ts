import { contactsOf, type Finding, voicesOf } from './story-findings.ts'
import type { Evidence } from './story.ts'

/* How a story says its numbers. */

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
export const listed = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts.join('')
export const are = (count: number) => (count === 1 ? 'is' : 'are')
/** Points are sentences of their own. */
export const points = (findings: readonly Finding[]) => findings.map(({ point }) => point).join('; ')

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

const written: Record<string, string> = {
  csv: 'CSV',
  api: 'API',
  nps: 'NPS',
  g2: 'G2',
  app_store: 'App Store',
  play_store: 'Play Store',
  google_play: 'Google Play',
}
/** As a reader knows it, not as it is stored. */
export const sourceInWords = (source: string) =>
  written[source] ?? `${source.charAt(0).toUpperCase()}${source.slice(1).replaceAll('_', ' ')}`

/** The most frequent values with their counts. */
export function tallied(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

const maxSegments = 3

/** The segments these voices are in, each voice once in each. */
export function segmentsOf(insights: readonly Evidence[]): [string, number][] {
  const pairs = insights.flatMap((one) => one.segments.map((segment) => [segment, one.contact_id ?? one.id] as const))
  const once = new Map(pairs.map((pair) => [JSON.stringify(pair), pair[0]]))
  return tallied([...once.values()]).slice(0, maxSegments)
}

const inSegments = (insights: readonly Evidence[]) =>
  listed(
    segmentsOf(insights).map(
      ([segment, count]) => `${count > 1 && count === voicesOf(insights) ? 'all' : count} in ${segment}`,
    ),
  )

/** Where most of them are. */
function mostlyIn(insights: readonly Evidence[]): string {
  const [[segment, count] = ['', 0]] = segmentsOf(insights)
  const all = voicesOf(insights)
  return count * 2 <= all || all === 1
    ? ''
    : ` (${count === all ? (all === 2 ? 'both' : 'all') : 'most'} in ${segment})`
}

/** Customers as far as they are known; whoever gave no name is a voice. */
export function voices(
  insights: readonly Evidence[],
  named = contactsOf(insights) === voicesOf(insights),
): { count: number; noun: string } {
  return named ? { count: contactsOf(insights), noun: 'customer' } : { count: voicesOf(insights), noun: 'voice' }
}
export const voicesInWords = (insights: readonly Evidence[]) => counted(voices(insights).count, voices(insights).noun)

/** “4 customers, 5 insights; 3 in Enterprise and 1 in Startup” */
export function weightOf(insights: readonly Evidence[]): string {
  const contacts = contactsOf(insights)
  if (voicesOf(insights) === 1 && contacts === 1 && insights[0]!.segments.length > 0)
    return `1 customer in ${listed(insights[0]!.segments)}${insights.length > 1 ? `, ${counted(insights.length, 'insight')}` : ''}`
  const many = [
    ...(contacts > 0 ? [counted(contacts, 'customer')] : []),
    ...(contacts !== insights.length ? [counted(insights.length, 'insight')] : []),
  ]
  return [many.join(', '), inSegments(insights)].filter(Boolean).join('; ')
}

/** How many of all, where several speak: counted in customers where at least two of them are known. */
export function share(insights: readonly Evidence[], all: readonly Evidence[]): string {
  const named = contactsOf(insights) > 1 || contactsOf(all) === voicesOf(all)
  const [own, { count, noun }] = [voices(insights, named).count, voices(all, named)]
  return own === count
    ? own === 2
      ? `both ${noun}s`
      : `all ${counted(own, noun)}`
    : `${own} of ${counted(count, noun)}`
}

/** “4 of 9 customers (most in Enterprise)” */
export function who(insights: readonly Evidence[], all: readonly Evidence[]): string {
  const whole = share(insights, all)
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${mostlyIn(insights)}`
}
