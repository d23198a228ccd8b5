import type { Trend } from '#vocabulary/trends.ts'

/**
 * Compares the last 30 days with the 30 before; a trend is a change by a quarter and by three insights. That of an
 * opportunity is computed in its query (`ranking/queries-measure.ts`).
 */
export function countTrend(recent: number, before: number): Trend {
  if (recent >= before * 1.25 && recent - before >= 3) return 'rising'
  if (recent <= before * 0.8 && before - recent >= 3) return 'falling'
  return 'flat'
}
