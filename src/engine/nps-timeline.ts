import { less, none, sum, type Tally } from './nps.ts'

/* Scores over time: buckets of calendar days and, at the end of each, a window that looks back. */

export type Granularity = 'day' | 'week' | 'month'
/** The answers of one day (UTC): those inside the asked period, and all that a window may look back on. */
export type DayTally = { day: string; inside: Tally; all: Tally }
export type Bucket = { period: string; tally: Tally; rolling: Tally }

const dayMs = 86_400_000
export const dayNumber = (day: string) => Math.floor(Date.parse(day) / dayMs)
const dayText = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** The first day of the bucket a day lies in; weeks begin on Monday. */
export function bucketStart(day: number, granularity: Granularity): number {
  if (granularity === 'day') return day
  // Day 0, the first of January 1970, was a Thursday.
  if (granularity === 'week') return day - ((((day + 3) % 7) + 7) % 7)
  return dayNumber(`${dayText(day).slice(0, 8)}01`)
}

const nextStart = (start: number, granularity: Granularity) =>
  granularity === 'day' ? start + 1 : granularity === 'week' ? start + 7 : bucketStart(start + 31, 'month')

/** About how many buckets a span of days makes. */
export const bucketsIn = (first: number, last: number, granularity: Granularity) =>
  Math.ceil((last - first + 1) / { day: 1, week: 7, month: 28 }[granularity])

/** Every bucket from the first to the last day, empty ones too. A window ends with its bucket, or with the last day. */
export function timelineOf(
  days: readonly DayTally[],
  first: number,
  last: number,
  granularity: Granularity,
  window: number,
): Bucket[] {
  const from = Math.min(bucketStart(first, granularity), last - window, ...days.map(({ day }) => dayNumber(day)))
  const length = last - from + 2
  const inside: Tally[] = Array(length).fill(none)
  const all: Tally[] = Array(length).fill(none)
  for (const { day, ...tallies } of days) {
    inside[dayNumber(day) - from + 1] = tallies.inside
    all[dayNumber(day) - from + 1] = tallies.all
  }
  // Running sums: at n, everything before day `from + n`.
  for (let n = 1; n < length; n++) {
    inside[n] = sum(inside[n]!, inside[n - 1]!)
    all[n] = sum(all[n]!, all[n - 1]!)
  }
  const until = (sums: readonly Tally[], day: number) => sums[Math.max(0, Math.min(day, last + 1) - from)]!
  const buckets: Bucket[] = []
  for (let start = bucketStart(first, granularity); start <= last; start = nextStart(start, granularity)) {
    const end = Math.min(nextStart(start, granularity), last + 1)
    buckets.push({
      period: dayText(start),
      tally: less(until(inside, end), until(inside, start)),
      rolling: less(until(all, end), until(all, end - window)),
    })
  }
  return buckets
}
