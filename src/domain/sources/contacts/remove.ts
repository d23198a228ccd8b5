import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** A deleted contact is found by nothing any more; what they said stays where it is. */
export async function deleteContact(db: Db, org: string, id: string) {
  await db.run(sql`update contact set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)
  await forgetKeys(db, org, [id])
}

/** Deletes those of whom nothing is known but their name: nobody has heard them. */
export async function deleteUnheard(db: Db, org: string, ids: readonly string[]) {
  const unheard = await db.rows<{ id: string }>(sql`
    select id from contact c where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null
      and not exists (select 1 from feedback f where f.org_id = c.org_id and f.contact_id = c.id and f.deleted_at is null)
      and not exists (select 1 from insight i where i.org_id = c.org_id and i.contact_id = c.id and i.live)
      and not exists (select 1 from nps_response r where r.org_id = c.org_id and r.contact_id = c.id and r.deleted_at is null)
      and not exists (select 1 from support_ticket t where t.org_id = c.org_id and t.contact_id = c.id and t.deleted_at is null)
      and not exists (select 1 from survey_response s where s.org_id = c.org_id and s.contact_id = c.id and s.deleted_at is null)
    order by id for no key update`)
  const gone = unheard.map((row) => row.id)
  await db.run(
    sql`update contact set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${gone}::uuid[])`,
  )
  await forgetKeys(db, org, gone)
}

/** Whom a contact was made of: erasing one erases all of them. */
export const withPredecessors = async (db: Db, org: string, id: string) =>
  (
    await db.rows<{ id: string }>(sql`
    select id from contact where org_id = ${org} and (id = ${id} or merged_into_id = ${id}) order by id for no key update`)
  ).map((row) => row.id)

/** Takes away everything that says who a person is; the row stays, so that counts stay. */
export async function erasePerson(db: Db, org: string, ids: readonly string[]) {
  await db.run(sql`
    update contact set name = null, email = null, phone = null, title = null, company = null, country = null, language = null, attributes = '{}', tags = '{}',
      erased_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[])`)
  await db.run(sql`
    update support_message m set author_name = null, author_email = null from support_ticket t
    where t.org_id = ${org} and t.contact_id = any(${ids}::uuid[]) and m.org_id = t.org_id and m.ticket_id = t.id and m.author_type = 'customer'`)
  await forgetKeys(db, org, ids)
  await evaluateContacts(db, org, ids)
}

async function forgetKeys(db: Db, org: string, ids: readonly string[]) {
  await db.run(sql`delete from contact_identity where org_id = ${org} and contact_id = any(${ids}::uuid[])`)
  await db.run(
    sql`delete from contact_suggestion where org_id = ${org} and (contact_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[]))`,
  )
}
