import type { Db } from '#store/db.ts'
import { type CursorCodec, type Order, orderBy, sortedPage, syncUntil, type PaginationFields } from '#store/page.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { List } from './define.ts'
import { type Narrowing, orderOf, type PageParameters, pageStatement } from './page-statement.ts'

/* A list whose rows are read by columns and shown one by one. */

export type RowList<Query = never, Row = unknown, Item = Row> = {
  list: List<Query>
  /** The rows of a page in the form of the contract. */
  select: (org: string, page: Sql) => Sql
  present: (row: Row) => Item
}

/** The sort key of a row as text, so that a cursor holds it without loss of precision. */
function sortKey({ by, type }: Order): Sql {
  if (by === 'id') return raw("''")
  return raw(type === 'timestamptz' ? `iso(${by})` : `(${by})::text`)
}

type Listed<Row> = Row & {
  id: string
  deleted_at?: string | null
  merged_into_id?: string | null
  sort_key: string
  sync_until: string
}
type Reading = { db: Db; org: string; cursors: CursorCodec }

/** The response of a list operation. A delta shows of a deleted row that it is. */
export async function rowPage<Query extends PageParameters, Row, Item>(
  { db, org, cursors }: Reading,
  { list, select, present }: RowList<Query, Row, Item>,
  given: NoInfer<Query>,
  narrowing: Narrowing = {},
): Promise<{ data: Item[]; pagination: PaginationFields }> {
  const { cursor: _, ...query }: PageParameters = given
  const order = orderOf(list, query)
  const { data, pagination } = await sortedPage<Listed<Row>>(order, given, cursors, (keys) =>
    db.rows<Listed<Row>>(sql`
      select s.*, ${sortKey(order)} as sort_key, ${syncUntil}
      from (${select(org, pageStatement(list, org, query, { ...narrowing, keys }))}) s order by ${orderBy(order)}`),
  )
  const show = ({ sort_key: _key, sync_until: _until, deleted_at, ...row }: Listed<Row>) =>
    deleted_at
      ? ({ id: row.id, deleted: true, deleted_at, merged_into_id: row.merged_into_id ?? null } as Item)
      : present(row as Row)
  return { data: data.map(show), pagination }
}
