import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { dayBefore } from './timeline.ts'

const ranges = ['7d', '30d', '90d', '12m', 'custom'] as const
const today = () => new Date().toISOString().slice(0, 10)
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The period in the URL. */
export function usePeriod(): {
  range: (typeof ranges)[number]
  from: string
  to: string
  query: InputOf<'getDashboard'>
} {
  const [filters] = useFilters()
  const range = ranges.find((one) => one === filters.range) ?? '30d'
  const to = isDay(filters.to) ? filters.to : today()
  const from = isDay(filters.from) && filters.from <= to ? filters.from : dayBefore(to, 29)
  return { range, from, to, query: (range === 'custom' ? { from, to } : { period: range }) as InputOf<'getDashboard'> }
}

const dayFieldClass = 'h-7.5 rounded-md border border-line-strong bg-panel px-2 text-sm shadow-xs'
const maxDays = 730

export function PeriodPicker() {
  const [, setFilters] = useFilters()
  const { range, from, to } = usePeriod()
  const choose = (next: string) =>
    setFilters(next === 'custom' ? { range: next, from, to } : { range: next, from: undefined, to: undefined })
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
      {range === 'custom' && <CustomRange from={from} to={to} />}
      <CompareToggle />
    </>
  )
}

function CustomRange({ from, to }: { from: string; to: string }) {
  const [, setFilters] = useFilters()
  const set = (name: 'from' | 'to', value: string) => isDay(value) && setFilters({ from, to, [name]: value })
  return (
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
  )
}

function CompareToggle() {
  const [filters, setFilters] = useFilters()
  const compared = filters.compare !== 'none'
  return (
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
      {t('Compare with the previous period')}
    </button>
  )
}

type DayFieldProps = { label: string; value: string; min: string; max: string; onChange: (day: string) => void }

/** Uncontrolled, so that a partly typed date is not lost; follows the URL while it has no focus. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
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
      className={dayFieldClass}
    />
  )
}
