import { redactedText } from '#domain/findings/insights/lifecycle/queries.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { DueRecord } from './queries.ts'

/** Deleted rows stay as tombstones for delta exports; their texts go. */
export async function eraseTexts(db: Db, org: string, due: readonly DueRecord[]) {
  const idsOf = (kind: DueRecord['kind']) => due.filter((one) => one.kind === kind).map(({ id }) => id)
  const feedback = [...new Set(due.flatMap(({ feedback_ids }) => feedback_ids))]
  await eraseInsights(db, org, feedback)
  await db.run(sql`
    update feedback set content = '', title = null, url = null, metadata = '{}', tags = '{}', content_hash = null
    where org_id = ${org} and id = any(${feedback}::uuid[])`)
  await db.run(sql`delete from interview_segment where org_id = ${org} and interview_id = any(${feedback}::uuid[])`)
  await db.run(sql`
    update interview set participants = '[]', summary = null where org_id = ${org} and id = any(${feedback}::uuid[])`)
  const tickets = idsOf('support_ticket')
  await db.run(sql`delete from support_message where org_id = ${org} and ticket_id = any(${tickets}::uuid[])`)
  await db.run(sql`
    update support_ticket set subject = '', body = null, custom_fields = '{}', csat_comment = null, url = null,
      tags = '{}', assignee_name = null, company = null
    where org_id = ${org} and id = any(${tickets}::uuid[])`)
  const responses = idsOf('survey_response')
  await db.run(sql`delete from survey_answer where org_id = ${org} and response_id = any(${responses}::uuid[])`)
  await db.run(sql`
    update survey_response set metadata = '{}' where org_id = ${org} and id = any(${responses}::uuid[])`)
}

/** An insight that stays (edited by a person, or supported by other feedback) loses the quotes of this feedback. */
async function eraseInsights(db: Db, org: string, feedback: readonly string[]) {
  await db.run(sql`
    update insight i set quote = ${redactedText}, updated_at = now() from quote q
    where i.org_id = ${org} and q.org_id = ${org} and q.insight_id = i.id and q.is_representative
      and q.feedback_id = any(${feedback}::uuid[]) and i.quote is not null`)
  await db.run(sql`
    update quote set text = ${redactedText}, redacted = true, speaker = null, start_offset = null, end_offset = null
    where org_id = ${org} and feedback_id = any(${feedback}::uuid[])`)
  await db.run(sql`
    delete from insight_vector where org_id = ${org} and insight_id in (
      select id from insight where org_id = ${org} and feedback_id = any(${feedback}::uuid[]))`)
  await db.run(sql`
    update insight set name = ${redactedText}, quote = null, description = null, user_email = null, user_name = null,
      source_url = null
    where org_id = ${org} and feedback_id = any(${feedback}::uuid[]) and deleted_at is not null`)
}

/** Messages of threads, from which the feedback of a thread would be built again. */
export const deleteThreadMessages = (db: Db, org: string, source: string, before: string) =>
  db.run(sql`
    delete from thread_message where org_id = ${org} and sent_at < ${before} and integration_id in (
      select id from integration where org_id = ${org} and source = ${source})`)
