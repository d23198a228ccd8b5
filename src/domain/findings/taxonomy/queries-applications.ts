import type { Db } from '#store/open.ts'
import { type Key, after, newestFirst, orderBy } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import type { TaxonomyUndo } from './snapshot.ts'

/* Documents of themes that were applied, and what an undo of them needs. */

type ApplicationRow = {
  id: string
  change_count: number
  moved_insight_count: number
  created_by: string | null
  created_at: string
  undone_by: string | null
  undone_at: string | null
}

const columns = raw(`id, change_count, moved_insight_count, created_by, iso(created_at) as created_at, undone_by,
  iso(undone_at) as undone_at`)
const ownOne = (org: string, id: string): Sql => sql`org_id = ${org} and id = ${id}`
/** An undo has the ids of all insights that moved. */
const maxKept = 20

type NewApplication = { id: string; changes: number; moved: number; undo: TaxonomyUndo; user: string }

export async function insertApplication(db: Db, org: string, { id, changes, moved, undo, user }: NewApplication) {
  const inserted = db.run(sql`
    insert into taxonomy_application (org_id, id, change_count, moved_insight_count, undo, created_by)
    values (${org}, ${id}, ${changes}, ${moved}, ${JSON.stringify(undo)}::jsonb, ${user})`)
  const deleted = db.run(sql`
    delete from taxonomy_application where org_id = ${org} and id in (
      select id from taxonomy_application where org_id = ${org} order by id desc offset ${maxKept})`)
  await pipelined(db, [inserted, deleted])
}

export const listApplications = (db: Db, org: string, { limit }: { limit: number }, keys: readonly Key[] | undefined) =>
  db.rows<ApplicationRow>(sql`
    select ${columns} from taxonomy_application
    where ${allOf([sql`org_id = ${org}`, after(newestFirst, keys, 'id')])}
    order by ${orderBy(newestFirst, 'id')} limit ${limit + 1}`)

/** Of two concurrent requests the second one waits and finds it undone. */
export const lockApplication = (db: Db, org: string, id: string) =>
  db.first<ApplicationRow & { undo: TaxonomyUndo }>(
    sql`select ${columns}, undo from taxonomy_application where ${ownOne(org, id)} for no key update`,
  )

export const updateApplicationUndone = async (db: Db, org: string, id: string, user: string): Promise<ApplicationRow> =>
  (await db.first<ApplicationRow>(sql`
    update taxonomy_application set undone_at = now(), undone_by = ${user}, updated_at = now()
    where ${ownOne(org, id)} returning ${columns}`))!
