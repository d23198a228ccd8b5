import type { RowList } from '#store/lists/row-list.ts'
import { rowPage } from '#store/lists/row-list.ts'
import type { Db } from '#store/db.ts'
import { type Sql, sql } from '#store/sql.ts'

/* Calls whose row types row-types.test.ts reads. Never run. */

type Contact = { id: string; tags: string[]; deleted_at: string | null; is_new?: boolean }

export const ofRows = (db: Db) => db.rows<Contact>(sql`select id`)
export const ofFirst = (db: Db) => db.first<{ count: number; company: { name: string } | null; hash: Buffer }>(sql``)
export const inferred = (db: Db): Promise<{ name: string }[]> => db.rows(sql`select name`)
export const unread = (db: Db) => db.first(sql`select 1`)
export const written = (db: Db) => db.run(sql`delete from contact`)
export async function awaited(db: Db) {
  return await db.first<{ status: 'open' | 'closed' }>(sql`select status`)
}
export const withMore = <Row>(db: Db, query: Sql) => db.rows<Row & { sort_key: string }>(query)
export const list = (db: Db, contacts: RowList<{ limit: number }, Contact, string>) =>
  rowPage({ db, org: '', cursors: { read: () => [], write: () => '' } }, contacts, { limit: 1 })
