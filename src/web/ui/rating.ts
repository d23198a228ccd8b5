import { t } from '#web/i18n/t.ts'
import { sentimentLabels } from '#web/labels.ts'
import { formatDateTime, formatNumber, formatUtcDay } from './time.tsx'

type Rating = { value: number; scale_min: number; scale_max: number }

/** `2 of 5`; a score with two levels only is good or bad. */
export function formatRating({ value, scale_min, scale_max }: Rating): string {
  if (scale_max - scale_min === 1 && (value === scale_min || value === scale_max))
    return sentimentLabels()[value === scale_max ? 'POSITIVE' : 'NEGATIVE']!
  return t('{value} of {max}', { value: formatNumber(value, 2), max: formatNumber(scale_max, 2) })
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const midnight = 'T00:00:00.000Z'

/** A value of an imported row, as text; a column of days has no times. */
export const formatCell = (value: unknown): string => {
  if (typeof value === 'string' && instant.test(value))
    return value.endsWith(midnight) ? formatUtcDay(value) : formatDateTime(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.join(', ')
  return 'scale_max' in value ? formatRating(value as Rating) : JSON.stringify(value)
}
