import type { Db } from '#store/open.ts'
import { newestFirst, after, type Key, orderBy } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import type { GroupCounts, GroupingChanges } from './changes.ts'
import type { GroupingUndo } from './undo-grouping.ts'

export type RegroupingRow = {
  id: string
  change_set_id: string | null
  moved_insight_count: number
  created_by: string | null
  created_at: string
  undone_by: string | null
  undone_at: string | null
}

const columns = raw(`id, change_set_id, moved_insight_count, created_by, iso(created_at) as created_at, undone_by,
  iso(undone_at) as undone_at`)
const ownOne = (org: string, id: string): Sql => sql`org_id = ${org} and id = ${id}`

type NewRegrouping = {
  id: string
  changeSet: string | null
  user: string | null
  movedCount: number
  changes: GroupingChanges
  undo: GroupingUndo
}

export const insertRegrouping = async (db: Db, org: string, one: NewRegrouping): Promise<RegroupingRow> =>
  (await db.first<RegroupingRow>(sql`
    insert into regrouping (org_id, id, change_set_id, moved_insight_count, changes, undo, created_by)
    values (${org}, ${one.id}, ${one.changeSet}, ${one.movedCount}, ${JSON.stringify(one.changes)}::jsonb,
      ${JSON.stringify(one.undo)}::jsonb, ${one.user})
    returning ${columns}`))!

export const listRegroupings = (
  db: Db,
  org: string,
  { limit, change_set_id }: { limit: number; change_set_id?: string | undefined },
  keys: readonly Key[] | undefined,
) =>
  db.rows<RegroupingRow>(sql`
    select ${columns} from regrouping
    where ${allOf([
      sql`org_id = ${org}`,
      change_set_id !== undefined && sql`change_set_id = ${change_set_id}`,
      after(newestFirst, keys, 'id'),
    ])}
    order by ${orderBy(newestFirst, 'id')} limit ${limit + 1}`)

export const findRegrouping = (db: Db, org: string, id: string) =>
  db.first<RegroupingRow & { changes: GroupingChanges }>(
    sql`select ${columns}, changes from regrouping where ${ownOne(org, id)}`,
  )

/** Of two concurrent requests the second one waits and finds it undone. */
export const lockRegrouping = (db: Db, org: string, id: string) =>
  db.first<RegroupingRow & { undo: GroupingUndo }>(
    sql`select ${columns}, undo from regrouping where ${ownOne(org, id)} for no key update`,
  )

export const updateRegroupingUndone = async (db: Db, org: string, id: string, user: string): Promise<RegroupingRow> =>
  (await db.first<RegroupingRow>(sql`
    update regrouping set undone_at = now(), undone_by = ${user}, updated_at = now()
    where ${ownOne(org, id)} returning ${columns}`))!

export async function countGroups(
  db: Db,
  org: string,
  { themes, subthemes }: { themes: readonly string[]; subthemes: readonly string[] },
): Promise<GroupCounts> {
  const rows = await db.rows<{ id: string; insight_count: number }>(sql`
    select id, insight_count from theme where org_id = ${org} and id = any(${themes}::uuid[])
    union all select id, insight_count from subtheme where org_id = ${org} and id = any(${subthemes}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row.insight_count]))
}

type RegroupedInsight = { insight_id: string; name: string; quote: string | null }

/** Read when it is shown, so that deleted and erased words never appear. */
export const listRegroupedInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<RegroupedInsight>(sql`
    select id as insight_id, name, quote from insight
    where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`)
