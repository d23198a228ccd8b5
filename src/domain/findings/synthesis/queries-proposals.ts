import type { ClusteredInsight } from '#engine/clustering/review-themes.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { MAX_CLUSTERED_VECTORS } from '#engine/thresholds/clustering.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { areaOfVector } from './queries.ts'

/** A sample of the insights in subthemes, the same each time. */
export async function listClusteredInsights(db: Db, org: string, model: string): Promise<ClusteredInsight[]> {
  const rows = await db.rows<Omit<ClusteredInsight, 'vector'> & { vector: Buffer }>(sql`
    select s.id as subtheme, s.theme_id as theme, coalesce(i.quote, i.name) as text, v.vector, v.mention,
      ${areaOfVector} as area
    from subtheme_insight l join subtheme s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.subtheme_id
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    join insight_vector v on v.org_id = l.org_id and v.org_id = ${org} and v.insight_id = l.insight_id
      and v.model = ${model}
    where l.org_id = ${org} order by md5(l.insight_id::text), s.id limit ${MAX_CLUSTERED_VECTORS}`)
  return rows.map((row) => ({ ...row, vector: dequantize(row.vector) }))
}
