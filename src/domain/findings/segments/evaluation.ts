import type { JobRun } from '#domain/context.ts'
import { holdRules, inherit, reevaluate, type Ruled, segmentsToApply } from '#domain/segmentation/evaluate.ts'
import { contactsAfter, markEvaluated } from '#domain/segmentation/everybody.ts'
import { refreshAllOpportunities } from '#domain/ranking/refresh.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** One segment with its rules of now, archived or not; all of them when none is named. */
async function wanted(db: Db, org: string, segmentId: string | null): Promise<Ruled[]> {
  if (segmentId === null) return segmentsToApply(db, org)
  return db.rows<Ruled>(sql`
    select id, case when archived_at is null then rules end as rules from segment where org_id = ${org} and id = ${segmentId}`)
}

/** Measures every contact by the rules, chunk by chunk, each in a short transaction that reads the rules anew. */
export const evaluateSegments = async (
  { org, db, write, progress, signal }: JobRun,
  { segment_id }: { segment_id: string | null },
) => {
  const { total } = (await db.first<{ total: number }>(
    sql`select count(*) as total from contact where org_id = ${org} and deleted_at is null`,
  ))!
  await progress({ stage: 'evaluating', done: 0, total })
  let moved = 0
  let done = 0
  for (let ids = await contactsAfter(db, org, null); ids.length > 0; ids = await contactsAfter(db, org, ids.at(-1)!)) {
    signal.throwIfAborted()
    moved += await write(async (tx) => {
      await holdRules(tx, org)
      const changed = await reevaluate(tx, org, await wanted(tx, org, segment_id), ids)
      await inherit(tx, org, ids)
      return changed
    })
    done += ids.length
    await progress({ done: Math.min(done, total) })
  }
  return async (tx: Db) => {
    await markEvaluated(
      tx,
      org,
      (await wanted(tx, org, segment_id)).map((segment) => segment.id),
    )
    if (moved > 0) await refreshAllOpportunities(tx, org)
  }
}
