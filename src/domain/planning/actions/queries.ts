import { copyEvidence, copySegments } from '#domain/planning/references/queries-links.ts'
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
  const evidence = copyEvidence(db, org, { opportunityId, initiativeId, insightIds, user })
  const counts = recountInitiatives(db, org, [initiativeId])
  const segments = copySegments(db, org, opportunityId, initiativeId)
  await pipelined(db, [evidence, counts, segments])
}
