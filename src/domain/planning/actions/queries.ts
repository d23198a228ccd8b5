import type { Ctx } from '#domain/context.ts'
import { sql } from '#store/sql.ts'

/** Copies an opportunity's insights, with their reasons, and its segments to a new initiative. */
export async function copyEvidenceAndSegments({ db, org, user }: Ctx, opportunityId: string, initiativeId: string) {
  const evidence = db.run(sql`
    insert into initiative_insight (org_id, initiative_id, insight_id, reason, added_by)
    select l.org_id, ${initiativeId}::uuid, l.insight_id, l.reason, ${user} from opportunity_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.deleted_at is null
    where l.org_id = ${org} and l.opportunity_id = ${opportunityId}`)
  const segments = db.run(sql`
    insert into initiative_segment (org_id, initiative_id, segment_id)
    select l.org_id, ${initiativeId}::uuid, l.segment_id from opportunity_segment l
    join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
    where l.org_id = ${org} and l.opportunity_id = ${opportunityId}`)
  await Promise.all([evidence, segments])
}
