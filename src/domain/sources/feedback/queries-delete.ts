import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { textlessAssignments } from '#store/table/erase.ts'
import { feedbackTable } from './table.ts'

const textless = textlessAssignments(feedbackTable)

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

/** Deleted items stay for delta exports, without their texts. */
export const eraseFeedbackTexts = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update feedback set ${textless} where org_id = ${org} and id = any(${ids}::uuid[])`)
