import { t } from '#web/i18n/t.ts'
import type { UrlFilters } from '#web/routes/use-filters.ts'

const rangeDays = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
const dayMs = 86_400_000

type Range = keyof typeof rangeDays
const isRange = (text: string | undefined): text is Range => text !== undefined && Object.hasOwn(rangeDays, text)
export const rangeOf = ({ range }: UrlFilters): Range => (isRange(range) ? range : '90d')

export const rangeLabels = (): Record<Range, string> => ({
  '7d': t('7 days'),
  '30d': t('30 days'),
  '90d': t('90 days'),
  '12m': t('12 months'),
})

/** The first day of the range, which ends today as on the dashboard. */
export const rangeStart = (range: Range) =>
  new Date(Date.now() - (rangeDays[range] - 1) * dayMs).toISOString().slice(0, 10)

export const segmentQuery = ({ segment }: UrlFilters) => (segment ? { segment_id: segment } : {})
