import type { Cursor, PullPage } from './provider.ts'
import { cursorText } from './answers.ts'

/* Lists that are sorted newest first: a pass goes back to where the last one began. */

/** Items that arrive late or out of order by this much are found by the next pass. */
const overlapMs = 60 * 60_000

export const startPass = (since: Date): Cursor => ({ since: since.toISOString() })

type PassPage = {
  items: readonly unknown[]
  timeOf(item: unknown): string | undefined
  /** The position of the next page; undefined at the end of the list. */
  after: Cursor | undefined
  total?: number | undefined
}

/** The page of a pass; the newest time of its first page becomes the end of the next pass. */
export function passPage(cursor: Cursor, { items, timeOf, after, total }: PassPage): PullPage {
  const times = items.flatMap((item) => {
    const time = Date.parse(timeOf(item) ?? '')
    return Number.isNaN(time) ? [] : [time]
  })
  const since = Date.parse(cursorText(cursor, 'since') ?? '') || 0
  const newest = Math.max(Date.parse(cursorText(cursor, 'newest') ?? '') || 0, ...times)
  const hasReachedEnd = times.length > 0 && Math.min(...times) < since
  const more = after !== undefined && items.length > 0 && !hasReachedEnd
  const next = newest > 0 ? new Date(Math.max(since, newest - overlapMs)) : new Date(since)
  return {
    items: items.filter((item) => !(Date.parse(timeOf(item) ?? '') < since)),
    next: more
      ? { ...after, since: new Date(since).toISOString(), newest: new Date(newest).toISOString() }
      : { since: next.toISOString() },
    more,
    total,
  }
}
