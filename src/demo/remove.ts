import { claimEmail } from '#domain/account/identity/people.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { demoAdmin, demoMember } from './people.ts'

/** Everything of the demo goes; a demo person of whom another organization still has a record stays. */
export const removeDemo = (store: Store): Promise<{ removed: number }> =>
  store.transaction(async (db) => {
    await claimEmail(db, demoAdmin.email)
    const orgs = (await db.rows<{ id: string }>(sql`select id from organization where is_demo for update`)).map((row) => row.id)
    const people = await db.rows<{ id: string }>(sql`
      select u.id from app_user u where u.email = any(${[demoAdmin.email, demoMember.email]}::text[])
        and exists (select 1 from membership m where m.user_id = u.id and m.org_id = any(${orgs}::text[]))`)
    // Quotes hold on to feedback, and the organization would let go of the feedback first.
    await db.run(sql`delete from quote where org_id = any(${orgs}::text[])`)
    const removed = await db.run(sql`delete from organization where id = any(${orgs}::text[])`)
    await db.run(sql`
      delete from app_user u where u.id = any(${people.map((person) => person.id)}::text[])
        and not exists (select 1 from membership m where m.user_id = u.id)
        and not exists (select 1 from api_key k where k.user_id = u.id)
        and not exists (select 1 from invitation i where i.invited_by = u.id)`)
    return { removed }
  })
