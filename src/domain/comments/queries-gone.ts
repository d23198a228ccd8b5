import { isObjectPresent } from '#domain/objects/queries.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Organizations, across all, with comments, or with members who follow something. */
export const listDiscussingOrgs = async (db: Db) =>
  (
    await db.rows<{ org_id: string }>(sql`
      select org_id from comment union select org_id from follow union select org_id from notification order by 1`)
  ).map((row) => row.org_id)

export const deleteCommentsOfGone = (db: Db, org: string) =>
  db.run(sql`delete from comment c where c.org_id = ${org} and not ${isObjectPresent(org, 'c')}`)
