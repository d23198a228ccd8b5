import type { JobRun } from '#domain/context.ts'
import { lockRulesShared, reevaluateContacts } from '#domain/segmentation/evaluate.ts'
import { copySegmentsToInsights, listActiveSegments, listContactIdsAfter } from '#domain/segmentation/queries.ts'
import { refreshAllOpportunities } from '#domain/ranking/refresh.ts'
import type { Db } from '#store/open.ts'
import { countOrganizationContacts, listSegmentWithRules, markEvaluated } from './queries.ts'

/** One segment, archived or not; all active ones when none is named. */
const listSegmentsToEvaluate = (db: Db, org: string, segmentId: string | null) =>
  segmentId === null ? listActiveSegments(db, org) : listSegmentWithRules(db, org, segmentId)

/** Evaluates every contact in chunks, each in a short transaction that reads the current rules. */
export const evaluateSegments = async (
  { org, db, write, progress, signal }: JobRun,
  { segment_id }: { segment_id: string | null },
) => {
  const total = await countOrganizationContacts(db, org)
  await progress({ stage: 'evaluating', done: 0, total })
  let changes = 0
  let done = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await listContactIdsAfter(db, org, after)
    if (ids.length === 0) break
    after = ids.at(-1)!
    signal.throwIfAborted()
    changes += await write(async (tx) => {
      await lockRulesShared(tx, org)
      const changed = await reevaluateContacts(tx, org, await listSegmentsToEvaluate(tx, org, segment_id), ids)
      await copySegmentsToInsights(tx, org, ids)
      return changed
    })
    done += ids.length
    await progress({ done: Math.min(done, total) })
  }
  return async (tx: Db) => {
    await markEvaluated(
      tx,
      org,
      (await listSegmentsToEvaluate(tx, org, segment_id)).map((segment) => segment.id),
    )
    if (changes > 0) await refreshAllOpportunities(tx, org)
  }
}
