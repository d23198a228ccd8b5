import { countReturned } from '#store/count-returned.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export const lockExistingProjects = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from project where org_id = ${org} and id = any(${ids}) order by id for key share`)
  ).map(({ id }) => id)

/** Returns how many were not linked before. */
export const insertProjectLinks = (db: Db, org: string, opportunity: string, projectIds: readonly string[]) =>
  countReturned(
    db,
    sql`
    insert into opportunity_project (org_id, opportunity_id, project_id)
    select ${org}, ${opportunity}::uuid, id from unnest(${projectIds}::uuid[]) id
    on conflict do nothing returning project_id`,
  )

export const deleteProjectLink = (db: Db, org: string, opportunity: string, project: string) =>
  db.run(sql`
    delete from opportunity_project
    where org_id = ${org} and opportunity_id = ${opportunity} and project_id = ${project}`)
