import { claimEmail } from '#domain/account/identity/people.ts'
import type { Db, Store } from '#store/open.ts'
import { allOf, join, raw, sql } from '#store/sql.ts'
import { demoAdmin, demoMember } from './people.ts'

/** Everything of the demo goes; a demo person of whom another organization still has a record stays. */
export const removeDemo = (store: Store): Promise<{ removed: number }> => store.transaction(closeDemo)

export async function closeDemo(db: Db): Promise<{ removed: number }> {
  await claimEmail(db, demoAdmin.email)
  const orgs = (await db.rows<{ id: string }>(sql`select id from organization where is_demo for update`)).map(
    (row) => row.id,
  )
  const people = await db.rows<{ id: string }>(sql`
    select id from app_user u where email = any(${[demoAdmin.email, demoMember.email]}::text[])
      and exists (select 1 from membership m where m.user_id = u.id and m.org_id = any(${orgs}::text[]))`)
  const removed = await removeOrganizations(db, orgs)
  await removeUnknown(
    db,
    people.map((person) => person.id),
  )
  return { removed }
}

/** In one statement, because references between tables are checked only at its end: no order of tables has to be kept up. */
async function removeOrganizations(db: Db, orgs: readonly string[]): Promise<number> {
  const tables = await db.rows<{ name: string }>(sql`
    select c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`)
  const deletes = tables.map(
    ({ name }, n) => sql`${raw(`t${n}`)} as (delete from ${raw(name)} where org_id = any(${orgs}::text[]))`,
  )
  return db.run(sql`with ${join(deletes, ', ')} delete from organization where id = any(${orgs}::text[])`)
}

/** Removes those people whom no record names any more. */
async function removeUnknown(db: Db, people: readonly string[]) {
  const records = await db.rows<{ table: string; column: string }>(sql`
    select f.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'app_user'::regclass and f.confdeltype = 'a' order by 1, 2`)
  const unnamed = records.map(
    ({ table, column }) => sql`not exists (select 1 from ${raw(table)} r where r.${raw(column)} = u.id)`,
  )
  await db.run(sql`delete from app_user u where ${allOf([sql`u.id = any(${people}::text[])`, ...unnamed])}`)
}
