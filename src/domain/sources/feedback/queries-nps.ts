import { markReasonDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Copies contact, score, time and tags of responses to the feedback of their reasons. */
export const syncFeedbackFields = async (db: Db, org: string, ids: readonly string[]) => {
  const marked = markReasonDaysStale(db, org, ids)
  const synced = db.rows<{ id: string }>(sql`
    update feedback f set contact_id = r.contact_id, rating_value = r.score, rating_min = 0, rating_max = 10,
      occurred_at = r.responded_at, tags = r.tags
    from nps_response r
    where r.org_id = ${org} and r.id = any(${ids}::uuid[]) and f.org_id = r.org_id and f.org_id = ${org}
      and f.id = r.feedback_id
      and (f.contact_id, f.rating_value, f.occurred_at, f.tags)
        is distinct from (r.contact_id, r.score::double precision, r.responded_at, r.tags)
    returning f.id`)
  await marked
  const changed = (await synced).map((row) => row.id)
  if (changed.length === 0) return 0
  return db.run(sql`
    update feedback_state set updated_at = now() where org_id = ${org} and feedback_id = any(${changed}::uuid[])`)
}
