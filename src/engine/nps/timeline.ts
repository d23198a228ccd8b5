import { subtractTally, emptyTally, addTally } from './score.ts'
import type { NpsTally } from '#vocabulary/nps.ts'
import type { Granularity } from '#vocabulary/periods.ts'

/* Scores over time: buckets of calendar days, each with a rolling window that ends with it. */

/** The responses of one day (UTC): those inside the period, and all that a window may include. */
export type DayTally = { day: string; inside: NpsTally; all: NpsTally }
type Bucket = { period: string; tally: NpsTally; rolling: NpsTally }

const dayMs = 86_400_000
export const dayNumber = (day: string) => Math.floor(Date.parse(day) / dayMs)
const dayText = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** The first day of a day's bucket; weeks begin on Monday. */
function bucketStart(day: number, granularity: Granularity): number {
  if (granularity === 'day') return day
  // Day 0, 1 January 1970, was a Thursday.
  if (granularity === 'week') return day - ((((day + 3) % 7) + 7) % 7)
  return dayNumber(`${dayText(day).slice(0, 8)}01`)
}

function nextStart(start: number, granularity: Granularity): number {
  if (granularity === 'day') return start + 1
  return granularity === 'week' ? start + 7 : bucketStart(start + 31, 'month')
}

/** The approximate number of buckets of a span of days. */
export const periodCount = (first: number, last: number, granularity: Granularity) =>
  Math.ceil((last - first + 1) / { day: 1, week: 7, month: 28 }[granularity])

/** Day numbers of the period, and the length of the rolling window in days. */
type TimelinePeriod = { first: number; last: number; granularity: Granularity; windowDays: number }

/** Every bucket from the first to the last day, empty ones too. A window ends with its bucket, or with the last day. */
export function npsTimeline(
  days: readonly DayTally[],
  { first, last, granularity, windowDays }: TimelinePeriod,
): Bucket[] {
  const from = Math.min(bucketStart(first, granularity), last - windowDays, ...days.map(({ day }) => dayNumber(day)))
  const length = last - from + 2
  const inside: NpsTally[] = Array(length).fill(emptyTally)
  const all: NpsTally[] = Array(length).fill(emptyTally)
  for (const { day, ...tallies } of days) {
    inside[dayNumber(day) - from + 1] = tallies.inside
    all[dayNumber(day) - from + 1] = tallies.all
  }
  // Prefix sums: entry n is the sum of all days before `from + n`.
  for (let n = 1; n < length; n++) {
    inside[n] = addTally(inside[n]!, inside[n - 1]!)
    all[n] = addTally(all[n]!, all[n - 1]!)
  }
  const until = (sums: readonly NpsTally[], day: number) => sums[Math.max(0, Math.min(day, last + 1) - from)]!
  const buckets: Bucket[] = []
  for (let start = bucketStart(first, granularity); start <= last; start = nextStart(start, granularity)) {
    const end = Math.min(nextStart(start, granularity), last + 1)
    buckets.push({
      period: dayText(start),
      tally: subtractTally(until(inside, end), until(inside, start)),
      rolling: subtractTally(until(all, end), until(all, end - windowDays)),
    })
  }
  return buckets
}
