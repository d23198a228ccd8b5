import type { OutputOf } from '#web/api/client.ts'
import type { Bucket } from '#web/ui/charts/trend-chart.tsx'

const dayMs = 24 * 3600 * 1000

export const dayBefore = (day: string, days = 1) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

export type Timeline = {
  bucketDays: number
  buckets: Bucket[]
  previous: number[]
  feedback: number[]
  nextBucket: (day: string) => string
}

/** Wider buckets for longer periods, so that bars do not touch. */
function bucketDaysFor(days: number): number {
  if (days <= 92) return 1
  return days <= 400 ? 7 : 30
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The daily numbers of the dashboard, grouped into buckets. */
export function timelineOf({
  sentiment_timeline: days,
  previous_timeline,
  feedback_timeline,
  period,
}: OutputOf<'getDashboard'>): Timeline {
  const bucketDays = bucketDaysFor(days.length)
  const chunk = <T>(list: readonly T[]) =>
    Array.from({ length: Math.ceil(list.length / bucketDays) }, (_, n) =>
      list.slice(n * bucketDays, (n + 1) * bucketDays),
    )
  const end = period.to.slice(0, 10)
  return {
    bucketDays,
    buckets: chunk(days).map((part) => ({
      period: part[0]!.date,
      positive: sum(part.map((one) => one.positive)),
      negative: sum(part.map((one) => one.negative)),
      neutral: sum(part.map((one) => one.neutral)),
    })),
    previous: chunk(previous_timeline).map((part) => sum(part.map((one) => one.value))),
    feedback: chunk(feedback_timeline).map((part) => sum(part.map((one) => one.value))),
    nextBucket: (day) => [dayBefore(day, -bucketDays), end].sort()[0]!,
  }
}
