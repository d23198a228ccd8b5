import { lockEmail } from '#domain/account/identity/queries-users.ts'
import type { Db, Store } from '#store/open.ts'
import { allOf, join, raw, sql } from '#store/sql.ts'
import { demoAdmin, demoMember } from './people.ts'

/** Deletes the demo; keeps a demo user that another organization still references. */
export const removeDemo = (store: Store): Promise<{ removed: number }> => store.transaction(deleteDemo)

export async function deleteDemo(db: Db): Promise<{ removed: number }> {
  await lockEmail(db, demoAdmin.email)
  const orgs = (await db.rows<{ id: string }>(sql`select id from organization where is_demo for update`)).map(
    (row) => row.id,
  )
  const people = await db.rows<{ id: string }>(sql`
    select id from app_user u where email = any(${[demoAdmin.email, demoMember.email]}::text[])
      and exists (select 1 from membership m where m.user_id = u.id and m.org_id = any(${orgs}::text[]))`)
  const removed = await deleteOrganizations(db, orgs)
  await deleteUnreferencedUsers(
    db,
    people.map((person) => person.id),
  )
  return { removed }
}

/** One statement: foreign keys are checked at its end, so the order of the tables does not matter. */
async function deleteOrganizations(db: Db, orgs: readonly string[]): Promise<number> {
  const tables = await db.rows<{ name: string }>(sql`
    select c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`)
  const deletes = tables.map(
    ({ name }, n) => sql`${raw(`t${n}`)} as (delete from ${raw(name)} where org_id = any(${orgs}::text[]))`,
  )
  return db.run(sql`with ${join(deletes, ', ')} delete from organization where id = any(${orgs}::text[])`)
}

/** Deletes users that no foreign key references. */
async function deleteUnreferencedUsers(db: Db, people: readonly string[]) {
  const references = await db.rows<{ table: string; column: string }>(sql`
    select f.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'app_user'::regclass and f.confdeltype = 'a' order by 1, 2`)
  const unreferenced = references.map(
    ({ table, column }) => sql`not exists (select 1 from ${raw(table)} r where r.${raw(column)} = u.id)`,
  )
  await db.run(sql`delete from app_user u where ${allOf([sql`u.id = any(${people}::text[])`, ...unreferenced])}`)
}
