/* The lengths of the periods by which reports count. */

export const granularities = ['day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]
