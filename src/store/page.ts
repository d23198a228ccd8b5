import type { Sql } from './sql.ts'
import { raw, sql } from './sql.ts'

export type Key = string | number | null
export type Pagination = { next_cursor: string | null; has_more: boolean; sync_until?: string }

/** One row more than asked for tells whether there is a next page. */
export function pageOf<Row>(rows: Row[], limit: number, cursorAt: (last: Row) => string): { data: Row[]; pagination: Pagination } {
  const data = rows.length > limit ? rows.slice(0, limit) : rows
  const has_more = rows.length > limit
  return { data, pagination: { next_cursor: has_more ? cursorAt(data.at(-1)!) : null, has_more } }
}

/** An order of a list: a column or expression that is never null, and the id to break ties. */
export type Order = { by: string; type: 'uuid' | 'text' | 'timestamptz' | 'real' | 'integer'; descending: boolean }

export const orderBy = ({ by, descending }: Order, id = 'id'): Sql => {
  const direction = descending ? 'desc' : 'asc'
  return raw(by === id ? `${id} ${direction}` : `${by} ${direction}, ${id} ${direction}`)
}

/** Rows after the cursor's place; a row comparison, so that the index serves it. */
export function after({ by, type, descending }: Order, keys: readonly Key[] | undefined, id = 'id'): Sql | undefined {
  if (!keys) return undefined
  const than = raw(descending ? '<' : '>')
  if (by === id) return sql`${raw(id)} ${than} ${keys[0]}::uuid`
  return sql`(${raw(by)}, ${raw(id)}) ${than} (${keys[0]}::${raw(type)}, ${keys[1]}::uuid)`
}

/** What a caller typed, as a pattern that means itself. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
