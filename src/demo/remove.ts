import { listOrganizationTables } from '#domain/organizations/deletion/queries.ts'
import { lockEmail } from '#domain/identity/queries-users.ts'
import type { Db, Store } from '#store/open.ts'
import { inSavepoint } from '#store/savepoint.ts'
import { quoteIdentifier, raw, sql } from '#store/sql.ts'
import { demoAdmin, demoTeam } from './people.ts'

/** Deletes the demo; keeps a demo user that another organization still references. */
export const removeDemo = (store: Store): Promise<{ removed: number }> => store.transaction(deleteDemo)

export async function deleteDemo(db: Db): Promise<{ removed: number }> {
  await lockEmail(db, demoAdmin.email)
  const orgs = (await db.rows<{ id: string }>(sql`select id from organization where is_demo for update`)).map(
    (row) => row.id,
  )
  const emails = [demoAdmin, ...demoTeam.map(({ person }) => person)].map(({ email }) => email)
  const people = await db.rows<{ id: string }>(sql`
    select id from app_user u where email = any(${emails}::text[])
      and exists (select 1 from membership m where m.user_id = u.id and m.org_id = any(${orgs}::text[]))`)
  let removed = 0
  for (const org of orgs) removed += await deleteOrganization(db, org)
  for (const { id } of people) await deleteUnreferencedUser(db, id)
  return { removed }
}

/** Table by table, those that refer to others first. */
async function deleteOrganization(db: Db, org: string): Promise<number> {
  for (const name of await listOrganizationTables(db))
    await db.run(sql`delete from ${raw(quoteIdentifier(name))} where org_id = ${org}`)
  return db.run(sql`delete from organization where id = ${org}`)
}

/** A user that another organization still refers to stays: the foreign key refuses. */
async function deleteUnreferencedUser(db: Db, user: string) {
  try {
    await inSavepoint(db, () => db.run(sql`delete from app_user where id = ${user}`))
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
  }
}
