/*
 * Deterministic short feedback items, all different.
 * About 16 tokens on average, as in the short texts of Banking77 and STS-B.
 */

const subjects = [
  'The CSV export',
  'Search',
  'The mobile app',
  'Inviting a colleague',
  'The weekly summary',
  'Single sign-on',
  'The billing page',
  'Dark mode',
  'The calendar view',
  'Offline sync',
  'The public API',
  'Notifications by mail',
  'The template gallery',
  'Comments on a page',
  'The table editor',
  'Importing old notes',
  'The share dialog',
  'The onboarding tour',
]
const troubles = [
  'takes far too long',
  'stops without a message',
  'shows yesterday’s numbers',
  'is easy to understand and quick',
  'forgets the chosen filters',
  'works exactly as promised',
  'crashes every time',
  'is impossible to find',
  'loses what I typed',
  'should have an undo',
  'needs a keyboard shortcut',
  'is the best part of the product',
  'confuses everybody in my team',
  'cannot be turned off',
]
const places = [
  'for large accounts',
  'on slow connections',
  'after the last update',
  'when two people edit at once',
  'outside of office hours',
  'on a tablet',
  'in the German version',
  'with more than a thousand rows',
  'for guests',
  'since we moved to the new plan',
  'on the first day of a month',
]
const remarks = [
  'Please look into it.',
  'We would pay for that.',
  'I have told your support twice already.',
  'Otherwise a good product.',
  'My team waits for this.',
  'It happened again this morning.',
  'Thanks for reading.',
]
const sources = ['zendesk', 'app_store', 'intercom', 'slack', 'survey']
const people = 4000

const pick = <T>(list: readonly T[], n: number) => list[n % list.length]!

export function generateItem(n: number) {
  const m = (n * 2_654_435_761) >>> 7
  const where = n % 6 === 0 ? ` ${pick(places, m >>> 10)}` : ''
  const point = `${pick(subjects, m)} ${pick(troubles, m >>> 5)}${where}, case ${n}.`
  return {
    content: n % 4 === 0 ? `${point} ${pick(remarks, m >>> 15)}` : point,
    source: pick(sources, n),
    external_id: `bench-${n}`,
    occurred_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    ...(n % 2 === 0 && { contact: { email: `person-${n % people}@example.com` } }),
  }
}
