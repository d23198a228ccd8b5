import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { assignments, raw, type Sql, sql } from '#store/sql.ts'

type View = {
  id: string
  name: string
  path: string
  pinned: boolean
  shared: boolean
  mine: boolean
  user_name: string
  created_at: string
  updated_at: string
}
type NewView = Pick<View, 'name' | 'path' | 'pinned' | 'shared'>

const viewColumns = (user: string): Sql =>
  sql`v.id, v.name, v.path, v.pinned, v.shared, v.user_id = ${user} as mine, v.created_at, v.updated_at`
const ownerName = raw('(select u.name from app_user u where u.id = v.user_id) as user_name')

export const listViews = (db: Db, org: string, user: string) =>
  db.rows<View>(sql`
    select ${viewColumns(user)}, u.name as user_name from saved_view v join app_user u on u.id = v.user_id
    where v.org_id = ${org} and (v.user_id = ${user} or v.shared) order by mine desc, v.id`)

export const countViews = async (db: Db, org: string, user: string) =>
  (await db.first<{ count: number }>(
    sql`select count(*) as count from saved_view where org_id = ${org} and user_id = ${user}`,
  ))!.count

export async function insertView(
  db: Db,
  org: string,
  user: string,
  { name, path, pinned, shared }: NewView,
): Promise<View> {
  const [view, owner] = await pipelined(db, [
    db.first<Omit<View, 'user_name'>>(sql`
      insert into saved_view as v (org_id, id, user_id, name, path, pinned, shared)
      values (${org}, ${newId()}, ${user}, ${name}, ${path}, ${pinned}, ${shared}) returning ${viewColumns(user)}`),
    db.first<{ user_name: string }>(sql`select name as user_name from app_user where id = ${user}`),
  ])
  return { ...view!, ...owner! }
}

type ViewKey = { user: string; id: string }

export const updateView = (db: Db, org: string, { user, id }: ViewKey, change: Partial<NewView>) =>
  db.first<View>(sql`
    update saved_view v set ${assignments(change)}, updated_at = now()
    where v.org_id = ${org} and v.id = ${id} and v.user_id = ${user}
    returning ${viewColumns(user)}, ${ownerName}`)

/** The user's own view; with `includeShared` also the shared views of others. */
export const deleteView = (db: Db, org: string, { user, id }: ViewKey, includeShared: boolean) =>
  db.run(
    sql`
      delete from saved_view
      where org_id = ${org} and id = ${id} and (user_id = ${user} or (shared and ${includeShared}::boolean))`,
  )
