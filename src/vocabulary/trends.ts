/* Where a figure is heading. */

export const trends = ['rising', 'falling', 'flat'] as const
export type Trend = (typeof trends)[number]
