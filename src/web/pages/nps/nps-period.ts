import type { Filters } from '#web/use-filters.ts'

const rangeDays = { '30d': 30, '90d': 90, '12m': 365 } as const
const dayMs = 86_400_000

export type Range = keyof typeof rangeDays
export const rangeOf = ({ range }: Filters): Range => (range === '30d' || range === '12m' ? range : '90d')

/** The first day of the range, counted back from today. */
export const startOf = (range: Range) => new Date(Date.now() - rangeDays[range] * dayMs).toISOString().slice(0, 10)

export const segmentQuery = ({ segment }: Filters) => (segment ? { segment_id: segment } : {})
