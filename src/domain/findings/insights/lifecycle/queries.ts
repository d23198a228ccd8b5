import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/**
 * Automatic insights that only these items support; an insight that a person edited, or that another item supports, is
 * not among them.
 */
export const listInsightsOnlyFrom = (db: Db, org: string, feedbackIds: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select id from insight i
    where org_id = ${org} and origin = 'auto' and not edited_by_human and deleted_at is null
      and id in (
        select id from insight where org_id = ${org} and feedback_id = any(${feedbackIds}::uuid[])
        union select insight_id from quote where org_id = ${org} and feedback_id = any(${feedbackIds}::uuid[]))
      and not exists (
        select 1 from feedback f
        where f.org_id = i.org_id and f.deleted_at is null and f.id <> all(${feedbackIds}::uuid[])
          and (f.id = i.feedback_id or f.id in (
            select q.feedback_id from quote q where q.org_id = i.org_id and q.insight_id = i.id)))`)

export const lockFeedbackItems = (db: Db, org: string, ids: readonly string[]) =>
  db.run(
    sql`select 1 from feedback_item where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`,
  )

export const markInsightsDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update insight set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Answers the contacts of the deleted items; an item that was not analyzed yet is skipped. */
export const markFeedbackDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ contact_id: string | null }>(sql`
    with deleted as (
      update feedback set deleted_at = now()
      where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null returning id, contact_id)
    update feedback_state s set updated_at = now(),
      status = case when status in ('received', 'queued') then 'skipped' else status end
    from deleted where s.org_id = ${org} and s.feedback_id = deleted.id returning deleted.contact_id`)

const redactedText = '[redacted]'

/** Redacts the quotes of erased contacts; their insights stay and still count. */
export async function redactQuotes(db: Db, org: string, contactIds: readonly string[]) {
  const quotes = await db.rows<{ insight_id: string }>(sql`
    update quote q set text = ${redactedText}, redacted = true, speaker = null, start_offset = null, end_offset = null
    from insight i where i.org_id = ${org} and q.org_id = i.org_id and q.insight_id = i.id and (
      i.contact_id = any(${contactIds}::uuid[])
      or q.feedback_id in (select id from feedback where org_id = ${org} and contact_id = any(${contactIds}::uuid[])))
    returning q.insight_id`)
  const insightIds = quotes.map((row) => row.insight_id)
  await db.run(sql`
    update insight i set quote = case when quote is null then null else ${redactedText} end, user_email = null,
      user_name = null, updated_at = now()
    where org_id = ${org} and contact_id = any(${contactIds}::uuid[])`)
  await db.run(sql`
    update insight i set quote = ${redactedText}, updated_at = now()
    from quote q where i.org_id = ${org} and i.id = any(${insightIds}::uuid[])
      and q.org_id = i.org_id and q.insight_id = i.id and q.is_representative and q.redacted`)
  // A vector is computed from the quote.
  await db.run(sql`
    delete from insight_vector where org_id = ${org} and (insight_id = any(${insightIds}::uuid[])
      or insight_id in (select id from insight where org_id = ${org} and contact_id = any(${contactIds}::uuid[])))`)
}

/** Keeps the events about erased contacts, without their content. */
export const redactEvents = (db: Db, org: string, contactIds: readonly string[]) =>
  db.run(sql`
    update event set object = null, previous = null
    where org_id = ${org} and object is not null and object::text ~ ${contactIds.join('|')}`)
