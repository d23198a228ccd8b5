import type { Db } from './db.ts'
import { type CursorCodec, type Key, type Order, syncUntil } from './page.ts'
import { empty, join, OrgRead, raw, type Sql, sql } from './sql.ts'

/*
 * Pages of stored documents: each row of the list holds its JSON text without the closing brace, and what other tables
 * hold is read once for the page and appended as text (docs/decisions/0005).
 */

/** Separators: control characters do not occur in JSON text. */
const itemSeparator = '\x1e'
const fieldSeparator = '\x1f'
const sqlItemSeparator = raw("E'\\x1e'")
const sqlFieldSeparator = raw("E'\\x1f'")

/** The extra field of a document that is complete: what a client sees of a deleted row. */
const complete = '-'

/** An item of a page: the document, what `close` needs to complete it, and the sort key as text. */
export const documentItem = (document: Sql, extra: Sql, key: Sql): Sql =>
  sql`${document} || ${sqlFieldSeparator} || ${extra} || ${sqlFieldSeparator} || ${key}`

/** What a client that synchronizes sees of a row that is deleted or merged. */
export const tombstone = (deletedAt: Sql, mergedIntoId: Sql, key: Sql): Sql =>
  documentItem(
    sql`'{"id":"' || id || '","deleted":true,"deleted_at":"' || iso(${deletedAt}) || '","merged_into_id":'
      || coalesce('"' || ${mergedIntoId} || '"', 'null')`,
    raw(`'${complete}'`),
    key,
  )

/** The sort key of a row as text; none where the id alone is the order. A text is escaped: it may have separators. */
export function sortKey({ by, type, second }: Order): Sql {
  if (by === 'id') return raw("''")
  if (second) return raw(`json_build_array(${by}, ${second.by})::text`)
  if (type === 'text') return raw(`to_json(${by})::text`)
  return by === 'updated_at' || by === 'occurred_at' ? raw(`iso(${by})`) : raw(`(${by})::text`)
}

/** Texts by an id, as `readTexts` reads them: a query with the columns `id` and `text`. */
const textsById = (query: Sql): Sql =>
  sql`(select string_agg(part.id || ${sqlFieldSeparator} || part.text, ${sqlItemSeparator}) from (${query}) part)`

export type DocumentRow<Part extends string> = Record<Part, string | null> & {
  items: string | null
  sync_until?: string
}

type DocumentPage<Part extends string> = {
  /** Has the column `item` and those that `parts` use. */
  page: Sql
  /** Read once for the whole page. */
  parts: Record<Part, Sql>
  updated_since?: string | undefined
}

/** A page of an organization in one statement and one row. */
export const readDocuments = async <Part extends string>(db: Db, org: string, page: DocumentPage<Part>) =>
  (await db.first<DocumentRow<Part>>(new OrgRead(org, documentPage(page))))!

const documentPage = <Part extends string>({ page, parts, updated_since }: DocumentPage<Part>): Sql => sql`
  with page as materialized (${page})
  select (select string_agg(item, ${sqlItemSeparator}) from page) as items
    ${join(
      Object.entries<Sql>(parts).map(([name, query]) => sql`, ${textsById(query)} as ${raw(name)}`),
      '',
    )}
    ${updated_since ? sql`, ${syncUntil}` : empty}`

/** Of a UUID as text. */
export const idLength = 36
/** Every document begins with `{"id":"`. */
const idStart = 7

function endOf(text: string, from: number): number {
  const end = text.indexOf(itemSeparator, from)
  return end < 0 ? text.length : end
}

/** The texts of a part by their ids. */
export function readTexts(part: string | null): Map<string, string> {
  const text = part ?? ''
  const found = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const end = endOf(text, at)
    found.set(text.slice(at, at + idLength), text.slice(at + idLength + 1, end))
    at = end + 1
  }
  return found
}

/** The ids of a page, at most `limit`. */
export function pageIds(items: string | null, limit: number): string[] {
  const text = items ?? ''
  const ids: string[] = []
  for (let at = 0; at < text.length && ids.length < limit; at = endOf(text, at) + 1)
    ids.push(text.slice(at + idStart, at + idStart + idLength))
  return ids
}

type PageQuery = { limit: number; updated_since?: string | undefined }

/** Keys of a cursor after a row, from its sort key and id. */
export const orderKeys =
  ({ by, type, second }: Order) =>
  (key: string, id: string) => {
    if (by === 'id') return [id]
    if (second) return [...(JSON.parse(key) as Key[]), id]
    return [type === 'text' ? (JSON.parse(key) as string) : key, id]
  }

type Rendering = {
  cursors: CursorCodec
  keysOf: (key: string, id: string) => (string | number | null)[]
  /** Members that are appended to a document, from its id and its extra field. */
  close: (id: string, extra: string) => string
}

/** The response: scans the text by its separators and copies only what goes into it. */
export function renderPage(
  { items, sync_until }: { items: string | null; sync_until?: string },
  { limit, updated_since }: PageQuery,
  { cursors, keysOf: keys, close }: Rendering,
): string {
  const text = items ?? ''
  let data = ''
  let next = 'null'
  let at = 0
  for (let left = limit; at < text.length; left--) {
    const first = text.indexOf(fieldSeparator, at)
    const second = text.indexOf(fieldSeparator, first + 1)
    const end = endOf(text, second)
    const id = text.slice(at + idStart, at + idStart + idLength)
    const extra = text.slice(first + 1, second)
    data += `${at === 0 ? '' : ','}${text.slice(at, first)}${extra === complete ? '' : close(id, extra)}}`
    if (left === 1 && end < text.length) {
      next = JSON.stringify(cursors.write(keys(text.slice(second + 1, end), id)))
      break
    }
    at = end + 1
  }
  const sync = updated_since ? `,"sync_until":"${sync_until}"` : ''
  return `{"data":[${data}],"pagination":{"next_cursor":${next},"has_more":${next !== 'null'}${sync}}}`
}
