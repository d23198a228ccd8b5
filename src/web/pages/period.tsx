import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { In, Out } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useFilters } from '#web/search.ts'
import type { Bucket } from '#web/ui/charts.tsx'
import { cx } from '#web/ui/cx.ts'
import { sumOf } from '#web/ui/marks.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf } from '#web/ui/time.tsx'

type Data = Out<'getDashboard'>
const ranges = ['7d', '30d', '90d', '12m', 'custom'] as const
const dayMs = 24 * 3600 * 1000

export const dayBefore = (day: string, days = 1) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
const today = () => new Date().toISOString().slice(0, 10)
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Which days the address asks for. */
export function usePeriod(): { range: (typeof ranges)[number]; from: string; to: string; query: In<'getDashboard'> } {
  const [filters] = useFilters()
  const range = ranges.find((one) => one === filters.range) ?? '30d'
  const to = isDay(filters.to) ? filters.to : today()
  const from = isDay(filters.from) && filters.from <= to ? filters.from : dayBefore(to, 29)
  return { range, from, to, query: (range === 'custom' ? { from, to } : { period: range }) as In<'getDashboard'> }
}

const field = 'h-7.5 rounded-md border border-line-strong bg-panel px-2 text-sm shadow-xs'
const maxDays = 730

export function PeriodPicker() {
  const [filters, setFilters] = useFilters()
  const compared = filters.compare !== 'none'
  const { range, from, to } = usePeriod()
  const choose = (next: string) =>
    setFilters(next === 'custom' ? { range: next, from, to } : { range: next, from: undefined, to: undefined })
  const set = (name: 'from' | 'to', value: string) => isDay(value) && setFilters({ from, to, [name]: value })
  return (
    <>
      <Tabs
        label={t('Period')}
        value={range}
        onChange={choose}
        tabs={[
          { key: '7d', label: t('7 days') },
          { key: '30d', label: t('30 days') },
          { key: '90d', label: t('90 days') },
          { key: '12m', label: t('12 months') },
          { key: 'custom', label: t('Custom') },
        ]}
      />
      {range === 'custom' && (
        <span className="flex items-center gap-1.5 text-xs text-faint">
          <DayField
            label={t('First day')}
            value={from}
            min={dayBefore(to, maxDays)}
            max={to}
            onChange={(day) => set('from', day)}
          />
          –
          <DayField
            label={t('Last day')}
            value={to}
            min={from}
            max={dayBefore(from, -maxDays)}
            onChange={(day) => set('to', day)}
          />
        </span>
      )}
      <button
        type="button"
        aria-pressed={compared}
        onClick={() => setFilters({ compare: compared ? 'none' : undefined })}
        className={cx(
          'inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm',
          compared ? 'bg-sunken font-medium text-ink' : 'text-soft hover:bg-hover',
        )}
      >
        <GitCompareArrows className="size-3.5" />
        {t('Compare with the period before')}
      </button>
    </>
  )
}

/** Holds what is typed until it is a day; follows the address while nobody types in it. */
function DayField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: string
  min: string
  max: string
  onChange: (day: string) => void
}) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement !== ref.current) ref.current!.value = value
  }, [value])
  return (
    <input
      ref={ref}
      type="date"
      aria-label={label}
      defaultValue={value}
      min={min}
      max={max}
      onChange={({ target }) => target.validity.valid && onChange(target.value)}
      className={field}
    />
  )
}

export type Steps = {
  size: number
  buckets: Bucket[]
  before: number[]
  feedback: number[]
  nextOf: (day: string) => string
}

/** So many days to a bar that bars stay apart. */
const sizeFor = (days: number) => (days <= 92 ? 1 : days <= 400 ? 7 : 30)

/** The days of the answer, put together where there are many. */
export function stepsOf({ sentiment_timeline: days, previous_timeline, feedback_timeline, period }: Data): Steps {
  const size = sizeFor(days.length)
  const parts = <T,>(list: readonly T[]) =>
    Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const upto = period.to.slice(0, 10)
  return {
    size,
    buckets: parts(days).map((part) => ({
      period: part[0]!.date,
      positive: total(part.map((one) => one.positive)),
      negative: total(part.map((one) => one.negative)),
      neutral: total(part.map((one) => one.neutral)),
    })),
    before: parts(previous_timeline).map((part) => total(part.map((one) => one.value))),
    feedback: parts(feedback_timeline).map((part) => total(part.map((one) => one.value))),
    nextOf: (day) => [dayBefore(day, -size), upto].sort()[0]!,
  }
}

/** The numbers as a person would say them. */
export function summaryOf(
  { kpis: { insights, feedback, negative_share: share }, negative_rising: [worse], positive_rising: [better] }: Data,
  wanted: boolean,
): string {
  // Where there was nothing before, everything is more.
  const compared = wanted && insights.previous > 0
  if (insights.value === 0 && feedback.value === 0) return t('Nothing came in during this period.')
  const difference = insights.value - insights.previous
  const sentences = [
    t('{insights, one {# insight} other {# insights}} and {feedback, one {# piece} other {# pieces}} of feedback.', {
      insights: insights.value,
      feedback: feedback.value,
    }),
    share.value !== null && t('{share} % of the insights are negative.', { share: Math.round(share.value) }),
    compared &&
      (difference === 0
        ? t('As many insights as in the period before.')
        : difference > 0
          ? t('{count} more insights than in the period before.', { count: numberOf(difference) })
          : t('{count} fewer insights than in the period before.', { count: numberOf(-difference) })),
    compared &&
      worse &&
      t('Complaints rise most about {name} ({before} to {now}).', {
        name: worse.name,
        before: worse.previous,
        now: worse.current,
      }),
    compared &&
      better &&
      t('Praise rises most for {name} ({before} to {now}).', {
        name: better.name,
        before: better.previous,
        now: better.current,
      }),
  ]
  return sentences.filter(Boolean).join(' ')
}

export const volumesOf = ({ buckets }: Steps) => buckets.map(sumOf)
