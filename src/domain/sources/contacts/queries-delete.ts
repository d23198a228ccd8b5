import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { clearedAssignments } from '#store/table/erase.ts'
import { contactTable } from './table.ts'

export const markContactsDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(
    sql`update contact set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`,
  )

/** Locks those of the contacts that nothing refers to. */
export const lockUnreferencedContacts = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from contact c where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null
        and not exists (select 1 from feedback f
          where f.org_id = c.org_id and f.org_id = ${org} and f.contact_id = c.id and f.deleted_at is null)
        and not exists (select 1 from insight i where i.org_id = c.org_id and i.org_id = ${org} and i.contact_id = c.id
          and i.live)
        and not exists (select 1 from nps_response r
          where r.org_id = c.org_id and r.org_id = ${org} and r.contact_id = c.id and r.deleted_at is null)
        and not exists (select 1 from support_ticket t
          where t.org_id = c.org_id and t.org_id = ${org} and t.contact_id = c.id and t.deleted_at is null)
        and not exists (select 1 from survey_response s
          where s.org_id = c.org_id and s.org_id = ${org} and s.contact_id = c.id and s.deleted_at is null)
      order by id for no key update`)
  ).map((row) => row.id)

/** A contact and those that were merged into it. */
export const lockWithMergedContacts = async (db: Db, org: string, id: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from contact where org_id = ${org} and (id = ${id} or merged_into_id = ${id})
      order by id for no key update`)
  ).map((row) => row.id)

/** Removes personal data; the rows stay, so that counts stay. */
export const clearPersonalData = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update contact set ${clearedAssignments(contactTable)}, erased_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Identities and merge suggestions. */
export async function deleteContactKeys(db: Db, org: string, ids: readonly string[]) {
  await db.run(sql`delete from contact_identity where org_id = ${org} and contact_id = any(${ids}::uuid[])`)
  await db.run(sql`
    delete from contact_suggestion
    where org_id = ${org} and (contact_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[]))`)
}

export type ContactErasure = { org_id: string; contact_id: string }

/** Erased contacts of one organization, or of the installation. */
export const listErasures = (db: Db, org: string | undefined) =>
  db.rows<ContactErasure & { erased_at: string }>(sql`
    select org_id, id as contact_id, erased_at from contact
    where erased_at is not null and ${org === undefined ? raw('true') : sql`org_id = ${org}`} order by org_id, id`)

export const listNotErased = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) and erased_at is null order by id`)
  ).map((row) => row.id)
