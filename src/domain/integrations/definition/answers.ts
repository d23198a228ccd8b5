import type { Cursor, PullAnswer } from './provider.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'

/* Helpers for the streams of providers. */

/** An answer does not have the documented shape. */
export class UnreadableAnswerError extends Error {}

/** The array at a path of an answer; the whole answer without a path. */
export function arrayAt({ json }: PullAnswer, ...path: string[]): readonly unknown[] {
  const found = nestedValue(json, ...path)
  if (!Array.isArray(found)) throw new UnreadableAnswerError(`there is no array at ${path.join('.') || 'the top'}`)
  return found
}

type QueryValue = string | number | boolean | null | undefined

/** A path with those query parameters that have a value. */
export function withQuery(path: string, parameters: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

export const cursorText = (cursor: Cursor, name: string): string | undefined => {
  const value = cursor[name]
  return typeof value === 'string' ? value : undefined
}
export const cursorNumber = (cursor: Cursor, name: string): number | undefined => {
  const value = cursor[name]
  return typeof value === 'number' ? value : undefined
}

export const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** The URL of `rel="next"` in a Link header. */
export function nextLink({ headers }: PullAnswer): string | undefined {
  const { link } = headers
  return typeof link === 'string' ? /<([^>]+)>;\s*rel="?next"?/.exec(link)?.[1] : undefined
}

type Ascending = { cursor: Cursor; pageSize: number; length: number; last: string | undefined }

/**
 * The next position in a list that is sorted by time of change, oldest first, and numbered by page. An item that is
 * edited moves to the end and shifts the pages after it, so the next request starts at the time of the last item
 * instead of the next page; only where a whole page has the same time, the next page is read.
 */
export function advanceByTime({ cursor, pageSize, length, last }: Ascending): { next: Cursor; more: boolean } {
  const more = length >= pageSize
  const since = cursorText(cursor, 'since')
  if (last === undefined) return { next: { since: since ?? null, page: 1 }, more: false }
  const isSame = since !== undefined && Date.parse(last) <= Date.parse(since)
  if (more && isSame) return { next: { since, page: (cursorNumber(cursor, 'page') ?? 1) + 1 }, more }
  return { next: { since: last, page: 1 }, more }
}
