import type { Db } from '#store/db.ts'
import {
  documentItem,
  type DocumentRow,
  orderKeys,
  readDocuments,
  renderPage,
  sortKey,
  tombstone,
} from '#store/document-page.ts'
import { type CursorCodec, type Key, type Order, orderBy, readCursor } from '#store/page.ts'
import { empty, raw, type Sql, sql } from '#store/sql.ts'
import { appendedMembers } from '#store/table/document.ts'
import type { List } from './define.ts'
import {
  type ListQuery,
  liveCondition,
  type Narrowing,
  orderOf,
  type PageParameters,
  pageStatement,
  showsGone,
} from './page-statement.ts'

/* A list whose rows hold their JSON text; what other tables know of a page is read once and appended. */

export type DocumentList<Query = never, Part extends string = string> = {
  list: List<Query>
  /** Members of the document that its row computes when it is read: `|| ',"name":' || …`. */
  members?: (context: { org: string; query: Query }) => Sql
  /** What `close` needs of a row; columns of it that `parts` read are named in `columns`. */
  extra?: string
  columns?: readonly string[]
  /** What a delta shows of a row that is not live. */
  gone?: { deletedAt: string; mergedInto: string }
  /** What other tables know of the rows of a page, each read once. */
  parts?: (org: string) => Record<Part, Sql>
  /** Completes the documents of a page. */
  close?: (row: DocumentRow<Part>) => (id: string, extra: string) => string
}

function itemOf(
  documents: Pick<DocumentList, 'list' | 'members' | 'extra' | 'gone'>,
  org: string,
  query: ListQuery,
  order: Order,
): Sql {
  const { list, members, extra = "''", gone } = documents
  const { name } = list.table
  const key = sortKey(order)
  const appended = members?.({ org, query: query as never }) ?? empty
  const document = sql`${raw(`${name}.document`)} ${appendedMembers(list.table, name)} ${appended}`
  const live = documentItem(document, raw(extra), key)
  if (!gone || !showsGone(list, query)) return live
  return sql`case when ${liveCondition(list, query)} then ${live}
    else ${tombstone(raw(gone.deletedAt), raw(gone.mergedInto), key)} end`
}

export function readDocumentList<Part extends string>(
  db: Db,
  documents: DocumentList<never, Part>,
  query: ListQuery,
  given: Narrowing & { org: string; keys: readonly Key[] | undefined },
): Promise<DocumentRow<Part>> {
  const { list, columns = [], parts } = documents
  const { org } = given
  const order = orderOf(list, query)
  const page = sql`
    select ${raw(['id', ...columns].join(', '))}, ${itemOf(documents, org, query, order)} as item
    from (${pageStatement(list, org, query, given)}) ${raw(list.table.name)} order by ${orderBy(order)}`
  return readDocuments(db, org, {
    page,
    parts: parts?.(org) ?? ({} as Record<Part, Sql>),
    updated_since: query.updated_since,
  })
}

type Reading = { db: Db; org: string; cursors: CursorCodec }
/** Members beside those of `close`, from the ids of the page. */
type MoreMembers = (row: { items: string | null }) => Promise<(id: string) => string>

/** The response of a list operation as JSON text. */
export async function documentPage<Query extends PageParameters, Part extends string>(
  { db, org, cursors }: Reading,
  documents: DocumentList<Query, Part>,
  given: NoInfer<Query>,
  { condition, more }: Narrowing & { more?: MoreMembers | undefined } = {},
): Promise<string> {
  const { cursor, ...query }: PageParameters = given
  const row = await readDocumentList(db, documents, query, { org, condition, keys: readCursor(cursors, cursor) })
  const close = documents.close?.(row) ?? (() => '')
  const further = await more?.(row)
  return renderPage(row, query, {
    cursors,
    keysOf: orderKeys(orderOf(documents.list, query)),
    close: further ? (id, extra) => close(id, extra) + further(id) : close,
  })
}
