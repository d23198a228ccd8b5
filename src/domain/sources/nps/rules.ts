import { invalidField } from '#domain/errors.ts'
import { endOfPeriod } from '#store/page.ts'

export type NpsPeriod = { from: string; to: string }

export const dayMs = 86_400_000
const defaultDays = 90

/** The period of a report; the last 90 days unless given. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): NpsPeriod {
  const end = to === undefined ? now : new Date(endOfPeriod(to))
  const start = from === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(from)
  if (start >= end) invalidField(from === undefined ? 'query.to' : 'query.from', 'must be before the end of the period')
  return { from: start.toISOString(), to: end.toISOString() }
}

/** The period of the same length right before. */
export const previousPeriod = ({ from, to }: NpsPeriod): NpsPeriod => ({
  from: new Date(2 * Date.parse(from) - Date.parse(to)).toISOString(),
  to: from,
})
