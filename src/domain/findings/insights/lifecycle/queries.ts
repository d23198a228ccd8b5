import type { Db } from '#store/open.ts'
import { redactedQuote } from '#domain/findings/insights/queries.ts'
import { insightTable } from '#domain/findings/insights/table.ts'
import { sql } from '#store/sql.ts'
import { redacted, textlessAssignments } from '#store/table/erase.ts'

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

/** An insight that stays (edited by a person, or supported by other feedback) loses the quotes of this feedback. */
export async function redactQuotesOfFeedback(db: Db, org: string, feedback: readonly string[]) {
  await db.run(sql`
    update insight i set quote = ${redacted}, updated_at = now() from quote q
    where i.org_id = ${org} and q.org_id = ${org} and q.insight_id = i.id and q.is_representative
      and q.feedback_id = any(${feedback}::uuid[]) and i.quote is not null`)
  await db.run(sql`
    update quote set ${redactedQuote}
    where org_id = ${org} and feedback_id = any(${feedback}::uuid[])`)
}

const textless = textlessAssignments(insightTable, redacted)

/** Deleted insights stay for delta exports, without their texts. */
export const eraseDeletedInsights = (db: Db, org: string, feedback: readonly string[]) =>
  db.run(sql`
    update insight set ${textless}
    where org_id = ${org} and feedback_id = any(${feedback}::uuid[]) and deleted_at is not null`)
