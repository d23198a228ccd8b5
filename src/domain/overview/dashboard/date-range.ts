import { invalidField } from '#domain/errors.ts'
import type { DateRange } from './queries.ts'

type PeriodQuery = { period: '7d' | '30d' | '90d' | '12m'; from?: string; to?: string }

const dayMs = 24 * 3600 * 1000
const maxDays = 731
const earliest = '1970-01-01'
const daysOfPeriod = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The days of the period, and its name in a sentence. */
export function dateRange({ period, from, to }: PeriodQuery, now: Date): DateRange & { label: string } {
  if (from === undefined && to === undefined) {
    const days = daysOfPeriod[period]
    return {
      from: dayOf(now.getTime() - (days - 1) * dayMs),
      days,
      label: period === '12m' ? 'the last 12 months' : `the last ${days} days`,
    }
  }
  if (from === undefined || to === undefined)
    return invalidField(from === undefined ? 'query.from' : 'query.to', 'must be given with the other end of the range')
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (from < earliest) invalidField('query.from', `must be ${earliest} or later`)
  if (days < 1) invalidField('query.from', 'must be before the end of the range')
  if (days > maxDays) invalidField('query.from', 'must be at most two years before the end of the range')
  return { from, days, label: `the ${days === 1 ? 'day' : `${days} days`} up to ${to}` }
}
