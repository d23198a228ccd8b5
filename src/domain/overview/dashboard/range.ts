import { invalidField } from '#domain/errors.ts'
import type { Range } from './queries.ts'

type Asked = { period: '7d' | '30d' | '90d' | '12m'; from?: string; to?: string }

const dayMs = 24 * 3600 * 1000
const maxDays = 731
const earliest = '1970-01-01'
const daysOf = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The days that are looked at, and how a sentence calls them. */
export function rangeOf({ period, from, to }: Asked, now: Date): Range & { words: string } {
  if (from === undefined && to === undefined) {
    const days = daysOf[period]
    return {
      from: dayOf(now.getTime() - (days - 1) * dayMs),
      days,
      words: period === '12m' ? 'the last 12 months' : `the last ${days} days`,
    }
  }
  if (from === undefined || to === undefined)
    return invalidField(
      from === undefined ? 'query.from' : 'query.to',
      'has to be given with the other end of the range',
    )
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (from < earliest) invalidField('query.from', `has to be ${earliest} or later`)
  if (days < 1) invalidField('query.from', 'has to lie before the end of the range')
  if (days > maxDays) invalidField('query.from', 'has to lie at most two years before the end of the range')
  return { from, days, words: `the ${days === 1 ? 'day' : `${days} days`} up to ${to}` }
}
