import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxMembers = 2000

export const listMemberVectors = (db: Db, org: string, model: string, subthemeId: string) =>
  db.rows<{ vector: Buffer }>(sql`
    select v.vector from subtheme_insight l
    join insight_vector v on v.org_id = l.org_id and v.org_id = ${org} and v.insight_id = l.insight_id
      and v.model = ${model}
    where l.org_id = ${org} and l.subtheme_id = ${subthemeId} order by l.insight_id desc limit ${maxMembers}`)

/** The model of the stored centroids and the mean that they are relative to; undefined before the first synthesis. */
export async function findCentering(db: Db, org: string): Promise<{ model: string; mean: Float32Array } | undefined> {
  const row = await db.first<{ model: string; mean: Buffer }>(
    sql`select model, mean from embedding_space where org_id = ${org} order by updated_at desc limit 1`,
  )
  return row && { model: row.model, mean: new Float32Array(new Uint8Array(row.mean).buffer) }
}
