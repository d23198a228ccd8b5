import type { Ctx } from '#domain/context.ts'
import { recountInitiatives } from '#domain/ranking/queries-initiatives.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'

/**
 * Locks the insights of an opportunity, so that a change of one waits and then counts for the new initiative as well.
 * To be called before the opportunity is locked, because a change of an insight locks them in this order.
 */
export const lockEvidence = async ({ db, org }: Ctx, opportunityId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from insight
      where org_id = ${org} and id in (
        select insight_id from opportunity_insight where org_id = ${org} and opportunity_id = ${opportunityId})
      order by id for share`)
  ).map((row) => row.id)

type Copy = { opportunityId: string; initiativeId: string; insightIds: readonly string[] }

/** Copies an opportunity's insights, with their reasons, and its segments to a new initiative. */
export async function copyEvidenceAndSegments({ db, org, user }: Ctx, copy: Copy) {
  const { opportunityId, initiativeId, insightIds } = copy
  const evidence = db.run(sql`
    insert into initiative_insight (org_id, initiative_id, insight_id, reason, added_by)
    select l.org_id, ${initiativeId}::uuid, l.insight_id, l.reason, ${user} from opportunity_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.deleted_at is null
    where l.org_id = ${org} and l.opportunity_id = ${opportunityId} and l.insight_id = any(${insightIds}::uuid[])`)
  const counts = recountInitiatives(db, org, [initiativeId])
  const segments = db.run(sql`
    insert into initiative_segment (org_id, initiative_id, segment_id)
    select l.org_id, ${initiativeId}::uuid, l.segment_id from opportunity_segment l
    join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
    where l.org_id = ${org} and l.opportunity_id = ${opportunityId}`)
  await pipelined(db, [evidence, counts, segments])
}
