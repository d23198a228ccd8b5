import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

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
        where f.org_id = ${org} and f.deleted_at is null and f.id <> all(${feedbackIds}::uuid[])
          and (f.id = i.feedback_id or f.id in (
            select q.feedback_id from quote q where q.org_id = ${org} and q.insight_id = i.id)))`)

export const lockFeedbackItems = (db: Db, org: string, ids: readonly string[]) =>
  db.run(
    sql`select 1 from feedback_item where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`,
  )

export const markInsightsDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update insight set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Answers the contacts of the deleted items; an item that was not analyzed yet is skipped. */
export async function markFeedbackDeleted(db: Db, org: string, ids: readonly string[]) {
  const deleted = await db.rows<{ id: string; contact_id: string | null }>(sql`
    update feedback set deleted_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null returning id, contact_id`)
  await db.run(sql`
    update feedback_state set updated_at = now(),
      status = case when status in ('received', 'queued') then 'skipped' else status end
    where org_id = ${org} and feedback_id = any(${deleted.map((row) => row.id)}::uuid[])`)
  return deleted
}

export const redactedText = '[redacted]'

const withoutQuotations = (column: string): Sql => raw(`regexp_replace(${column}, '“[^”]*”', '“${redactedText}”', 'g')`)

/** Quotations in texts of a language model about insights of these contacts. */
export async function redactWrittenTexts(db: Db, org: string, contactIds: readonly string[]) {
  const insights = sql`select id from insight where org_id = ${org} and contact_id = any(${contactIds}::uuid[])`
  const written = (kind: string) =>
    sql`select resource_id from language_model_text where org_id = ${org} and kind = ${kind}`
  await db.run(sql`
    update subtheme set description = ${withoutQuotations('description')}
    where org_id = ${org} and id in (${written('subtheme')}) and description like '%“%' and id in (
      select subtheme_id from subtheme_insight where org_id = ${org} and insight_id in (${insights}))`)
  await db.run(sql`
    update theme set notes = ${withoutQuotations('notes')}
    where org_id = ${org} and id in (${written('theme')}) and notes like '%“%' and id in (
      select theme_id from insight_theme where org_id = ${org} and insight_id in (${insights}))`)
  await db.run(sql`
    update evidence_story set narrative = ${withoutQuotations('narrative::text')}::json,
      key_findings = ${withoutQuotations('key_findings::text')}::json
    where org_id = ${org} and id in (${written('evidence_story')}) and exists (
      select 1 from (
        select * from json_array_elements(narrative) union all select * from json_array_elements(key_findings))
        as s (sentence)
      cross join json_array_elements_text(s.sentence -> 'insight_ids') as c (id)
      where c.id::uuid in (${insights}))`)
}
