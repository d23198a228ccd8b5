import { locale, t } from '#web/i18n/t.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [hour, minute, 'minute'],
  [day, hour, 'hour'],
  [7 * day, day, 'day'],
]

/** How long ago, or the day when that is a week or more. */
function relativeTime(iso: string): string {
  const elapsed = Date.parse(iso) - Date.now()
  const size = Math.abs(elapsed)
  if (size < minute) return t('just now')
  const step = steps.find(([limit]) => size < limit)
  if (!step) return formatDay(iso)
  const [, unitSize, unit] = step
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'narrow' }).format(
    Math.round(elapsed / unitSize),
    unit,
  )
}

export const formatDay = (iso: string) =>
  new Date(iso).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' })
/** A calendar day in UTC, whatever the time zone of the browser. */
export const formatUtcDay = (day: string) =>
  new Date(day).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
export const formatDateTime = (iso: string) =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
export const formatNumber = (value: number, digits = 0) =>
  value.toLocaleString(locale(), { maximumFractionDigits: digits })
export const formatPercent = (part: number, whole: number) => (whole === 0 ? '–' : formatPct((100 * part) / whole))
/** A share of 0 to 100 with its sign, as the language writes it. */
export const formatPct = (value: number, digits = 0) =>
  (value / 100).toLocaleString(locale(), { style: 'percent', maximumFractionDigits: digits })

export function TimeAgo({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {relativeTime(at)}
    </time>
  )
}
