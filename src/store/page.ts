import { firstIdAt } from './ids.ts'
import type { Sql } from './sql.ts'
import { raw, sql } from './sql.ts'

export type Key = string | number | null
export type PaginationFields = { next_cursor: string | null; has_more: boolean; sync_until?: string }

/** `rows` holds one more than the limit when there is a next page. */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  cursorAt: (last: Row) => string,
): { data: Row[]; pagination: PaginationFields } {
  const data = rows.length > limit ? rows.slice(0, limit) : rows
  const has_more = rows.length > limit
  return { data, pagination: { next_cursor: has_more ? cursorAt(data.at(-1)!) : null, has_more } }
}

const usualLimits = new Set([10, 20, 25, 50, 100])
const positions = new Set(['limit', 'cursor', 'sort'])

/**
 * The limit of a list and one row more. PostgreSQL plans a statement anew each time its limit is a parameter, and keeps
 * the plan for a literal; with filters their values may need plans of their own.
 */
export function pageLimit(query: { limit: number }): Sql {
  const isFiltered = Object.entries(query).some(([name, value]) => value !== undefined && !positions.has(name))
  return isFiltered || !usualLimits.has(query.limit) ? sql`${query.limit + 1}` : raw(String(query.limit + 1))
}

type SortKey = { by: string; type: 'uuid' | 'text' | 'timestamptz' | 'real' | 'double precision' | 'integer' }
/** An order of a list: a column or expression that is never null, perhaps a second one, and the id to break ties. */
export type Order = SortKey & { second?: SortKey; descending: boolean }

export const newestFirst: Order = { by: 'id', type: 'uuid', descending: true }

export const orderBy = ({ by, second, descending }: Order, id = 'id'): Sql => {
  const direction = descending ? 'desc' : 'asc'
  const keys = by === id ? [id] : [by, ...(second ? [second.by] : []), id]
  return raw(keys.map((key) => `${key} ${direction}`).join(', '))
}

/** Rows after the cursor, as a row comparison that an index can serve. */
export function after(
  { by, type, second, descending }: Order,
  keys: readonly Key[] | undefined,
  id = 'id',
): Sql | undefined {
  if (!keys) return undefined
  const than = raw(descending ? '<' : '>')
  if (by === id) return sql`${raw(id)} ${than} ${keys[0]}::uuid`
  if (second)
    return sql`(${raw(by)}, ${raw(second.by)}, ${raw(id)})
      ${than} (${keys[0]}::${raw(type)}, ${keys[1]}::${raw(second.type)}, ${keys[2]}::uuid)`
  return sql`(${raw(by)}, ${raw(id)}) ${than} (${keys[0]}::${raw(type)}, ${keys[1]}::uuid)`
}

/** A filter's timestamp; a date means its first instant. */
export const instantOf = (when: string) => new Date(when).toISOString()

const dayMs = 86_400_000
/** The last one that the contract's format of times allows. */
const latestInstant = Date.parse('9998-12-31T23:59:59.999Z')

/** The end of a report's period: the given instant; of a day, the end of it, since people name the last day. */
export function endOfPeriod(when: string): string {
  const isDay = when.length === 10
  return isDay ? new Date(Math.min(Date.parse(when) + dayMs, latestInstant)).toISOString() : instantOf(when)
}

/** More than the clocks of server and database differ, and than a row is written after its transaction began. */
const idClockToleranceMs = 3_600_000

type CreatedQuery = { created_after?: string | undefined; created_before?: string | undefined }

/**
 * Conditions on `created_at`, each with a bound on the id that implies it: an id begins with the time of its creation,
 * so a list in the order of ids starts at the bound instead of reading up to it. `row` qualifies the columns.
 */
export const createdWithin = (query: CreatedQuery, row = ''): Sql[] => [
  ...(query.created_after ? [sql`${raw(`${row}created_at`)} >= ${instantOf(query.created_after)}`] : []),
  ...(query.created_before ? [sql`${raw(`${row}created_at`)} < ${instantOf(query.created_before)}`] : []),
  ...idWithin(query, `${row}id`),
]

/** The bounds on the id alone, for the links to a row. */
export const idWithin = ({ created_after, created_before }: CreatedQuery, column: string): Sql[] => {
  const idNear = (when: string, toleranceMs: number) => firstIdAt(Date.parse(when) + toleranceMs)
  return [
    ...(created_after ? [sql`${raw(column)} >= ${idNear(created_after, -idClockToleranceMs)}::uuid`] : []),
    ...(created_before ? [sql`${raw(column)} < ${idNear(created_before, idClockToleranceMs)}::uuid`] : []),
  ]
}

/**
 * A delta export has seen every change up to this time: a change is dated when it is written and visible when it
 * commits, and no transaction may take longer than the interval.
 */
export const syncUntil: Sql = raw("iso(now() - interval '20 seconds') as sync_until")

export type CursorCodec = { read(cursor: string): readonly Key[]; write(keys: readonly Key[]): string }

type ListedRow = { id: string; sort_key: string; sync_until: string }
type PageQuery = { limit: number; cursor?: string | undefined; updated_since?: string | undefined }
export const readCursor = (cursors: CursorCodec, cursor: string | undefined): readonly Key[] | undefined =>
  cursor === undefined ? undefined : cursors.read(cursor)

type Paging = { limit: number; cursor?: string | undefined }

/**
 * A page of a list in an order of its own, whose cursors hold the keys of a row; `rowsAfter` reads one row more than
 * the limit.
 */
export async function pageByKeys<Row>(
  cursors: CursorCodec,
  { limit, cursor }: Paging,
  rowsAfter: (keys: readonly Key[] | undefined) => Promise<Row[]>,
  keysOf: (row: Row) => readonly Key[],
) {
  return pageOf(await rowsAfter(readCursor(cursors, cursor)), limit, (last) => cursors.write(keysOf(last)))
}

/** The same in the order of ids. */
export const pageById = <Row extends { id: string }>(
  cursors: CursorCodec,
  query: Paging,
  rowsAfter: (id: string | undefined) => Promise<Row[]>,
) =>
  pageByKeys(
    cursors,
    query,
    (keys) => rowsAfter(keys && String(keys[0])),
    (row) => [row.id],
  )

/** A page of a list with sorting and delta export; `rowsAfter` reads one row more than the limit. */
export async function sortedPage<Row extends ListedRow>(
  order: Order,
  { limit, cursor, updated_since }: PageQuery,
  cursors: CursorCodec,
  rowsAfter: (keys: readonly Key[] | undefined) => Promise<Row[]>,
) {
  const rows = await rowsAfter(readCursor(cursors, cursor))
  const { data, pagination } = pageOf(rows, limit, (last) =>
    cursors.write(order.by === 'id' ? [last.id] : [last.sort_key, last.id]),
  )
  const sync = updated_since ? { sync_until: rows[0]?.sync_until ?? instantOf(updated_since) } : {}
  return { data, pagination: { ...pagination, ...sync } as PaginationFields }
}

/** An ILIKE pattern that matches the text literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Rows with one of the tags. The first two conditions are those of the indexes on tags: a GIN index has no operator for
 * a text column, so the organization is in it as the element of an array.
 */
export const hasTag = (org: string, tags: readonly string[]): Sql =>
  sql`array[org_id] @> array[${org}] and tags <> '{}' and tags && ${tags}`
