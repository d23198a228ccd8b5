import { locale, t } from '#web/i18n/t.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [hour, minute, 'minute'],
  [day, hour, 'hour'],
  [14 * day, day, 'day'],
  [60 * day, 7 * day, 'week'],
  [365 * day, 30 * day, 'month'],
  [Infinity, 365 * day, 'year'],
]

export function ago(iso: string): string {
  const elapsed = Date.parse(iso) - Date.now()
  const size = Math.abs(elapsed)
  if (size < minute) return t('just now')
  const [, unitSize, unit] = steps.find(([limit]) => size < limit)!
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'narrow' }).format(
    Math.round(elapsed / unitSize),
    unit,
  )
}

export const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' })
/** A calendar day as it is counted, in UTC, whatever the clock here says. */
export const dateOf = (day: string) =>
  new Date(day).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
export const momentOf = (iso: string) =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
export const numberOf = (value: number, digits = 0) => value.toLocaleString(locale(), { maximumFractionDigits: digits })
export const percentOf = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)

export function TimeAgo({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={momentOf(at)} className={className}>
      {ago(at)}
    </time>
  )
}
