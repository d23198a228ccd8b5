import { modelIds } from '#engine/embed/embedder.ts'
import { joinVectors, vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { corpusMean } from '#engine/embed/static-encoder.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The last id before the newest ones; null when there are no more than these. */
export const findIdBeforeNewest = async (db: Db, org: string, count: number) =>
  (
    await db.first<{ id: string }>(sql`
      select insight_id as id from insight_vector where org_id = ${org}
      order by insight_id desc offset ${count} limit 1`)
  )?.id ?? null

/** The lowest id of two minutes earlier: ids begin with the time in milliseconds. */
export function lowestIdBefore(id: string): string {
  const at = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - 120_000)
    .toString(16)
    .padStart(12, '0')
  return `${at.slice(0, 8)}-${at.slice(8)}-0000-0000-000000000000`
}

/** That of the organization, or of texts in general while it has no themes. */
export async function findCenteringMean(db: Db, org: string, model: string): Promise<Float32Array> {
  const row = await db.first<{ mean: Buffer }>(
    sql`select mean from embedding_space where org_id = ${org} and model = ${model}`,
  )
  if (row) return new Float32Array(new Uint8Array(row.mean).buffer)
  return model === modelIds.model ? joinVectors(corpusMean(), new Float32Array(vectorDimensions)) : corpusMean()
}

/** Those of the insights that are live and still have a vector, with their feedback. */
export const listLiveInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string; feedback_id: string | null }>(sql`
    select i.id, i.feedback_id
    from insight_vector v join insight i on i.org_id = v.org_id and i.org_id = ${org} and i.id = v.insight_id and i.live
    where v.org_id = ${org} and v.insight_id = any(${ids}::uuid[])`)

export const listInsightIdsOfFeedback = (db: Db, org: string, feedbackId: string) =>
  db.rows<{ id: string }>(
    sql`select id from insight where org_id = ${org} and feedback_id = ${feedbackId} and live order by id limit 60`,
  )
