import { moveSegmentDecisions } from '#domain/segmentation/queries-members.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { mergeStatement } from '#store/table/merge.ts'
import { contactTable } from './table.ts'

const mergeInto = mergeStatement(contactTable)

/** Fills empty fields of a contact from others, the oldest first, and returns the email that it should have. */
export const fillEmptyFields = async (db: Db, org: string, from: readonly string[], to: string) =>
  (await db.first<{ email: string | null }>(mergeInto({ org, from, to })))!.email

export async function moveReferences(db: Db, org: string, from: readonly string[], to: string) {
  await db.run(
    sql`update contact_identity set contact_id = ${to} where org_id = ${org} and contact_id = any(${from}::uuid[])`,
  )
  const moved = await db.rows<{ id: string }>(sql`
    update feedback set contact_id = ${to} where org_id = ${org} and contact_id = any(${from}::uuid[]) returning id`)
  await db.run(sql`
    update feedback_state set updated_at = now()
    where org_id = ${org} and feedback_id = any(${moved.map(({ id }) => id)}::uuid[])`)
  for (const table of ['nps_response', 'survey_response', 'support_ticket', 'insight'])
    await db.run(sql`
      update ${raw(table)} set contact_id = ${to}, updated_at = now()
      where org_id = ${org} and contact_id = any(${from}::uuid[])`)
  await moveSegmentDecisions(db, org, from, to)
  await db.run(sql`
    delete from contact_suggestion
    where org_id = ${org} and (contact_id = any(${from}::uuid[]) or other_id = any(${from}::uuid[]))`)
}

/** Contacts merged into one of these earlier are redirected too, so that a redirect always names the final contact. */
export const markContactsMerged = (db: Db, org: string, ids: readonly string[], into: string) =>
  db.run(sql`
    update contact set merged_into_id = ${into}, deleted_at = coalesce(deleted_at, (select now())), updated_at = now()
    where org_id = ${org} and (id = any(${ids}::uuid[]) or merged_into_id = any(${ids}::uuid[]))`)

export const updateEmail = (db: Db, org: string, id: string, email: string | null) =>
  db.run(sql`update contact set email = ${email} where org_id = ${org} and id = ${id}`)

type MergeSuggestion = {
  id: string
  contact_id: string
  other_contact_id: string
  reason: 'email' | 'phone'
  created_at: string
}

export const listMergeSuggestions = (db: Db, org: string, limit: number, after: string | undefined) =>
  db.rows<MergeSuggestion>(sql`
    select id, contact_id, other_id as other_contact_id, reason, created_at from contact_suggestion
    where org_id = ${org} and (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
    order by id desc limit ${limit + 1}`)
