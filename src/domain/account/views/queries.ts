import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'

export type View = { id: string; name: string; path: string; pinned: boolean; created_at: string; updated_at: string }
type NewView = Pick<View, 'name' | 'path' | 'pinned'>

const shown = sql`id, name, path, pinned, created_at, updated_at`

export const listViews = (db: Db, org: string, user: string) =>
  db.rows<View>(sql`select ${shown} from saved_view where org_id = ${org} and user_id = ${user} order by id`)

export const countViews = async (db: Db, org: string, user: string) =>
  (await db.first<{ count: number }>(sql`select count(*) as count from saved_view where org_id = ${org} and user_id = ${user}`))!.count

export const insertView = (db: Db, org: string, user: string, { name, path, pinned }: NewView) =>
  db.first<View>(sql`
    insert into saved_view (org_id, id, user_id, name, path, pinned) values (${org}, ${newId()}, ${user}, ${name}, ${path}, ${pinned})
    returning ${shown}`)

export const changeView = (db: Db, org: string, user: string, id: string, change: Partial<NewView>) =>
  db.first<View>(sql`
    update saved_view set ${assignments(change)}, updated_at = now() where org_id = ${org} and id = ${id} and user_id = ${user} returning ${shown}`)

export const deleteView = (db: Db, org: string, user: string, id: string) =>
  db.run(sql`delete from saved_view where org_id = ${org} and id = ${id} and user_id = ${user}`)
