import type { ClusteredInsight, ThemeProposal } from '#engine/clustering/review-themes.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { MAX_CLUSTERED_VECTORS } from '#engine/thresholds/clustering.ts'
import { newId } from '#store/ids.ts'
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

/** Open proposals that no longer hold are deleted; decided ones are not made again. */
export async function replaceProposals(db: Db, org: string, proposals: readonly ThemeProposal[]) {
  const rows = proposals.map(({ kind, theme, other, subthemes, name, reason, insights }) => ({
    id: newId(),
    kind,
    theme_id: theme,
    other_theme_id: other,
    subtheme_ids: subthemes,
    name,
    reason,
    insight_count: insights,
  }))
  const json = JSON.stringify(rows)
  await db.run(sql`
    delete from theme_proposal p where p.org_id = ${org} and p.status = 'open' and not exists (
      select 1 from jsonb_to_recordset(${json}::jsonb) as x (kind text, theme_id uuid, other_theme_id uuid, name text)
      where x.kind = p.kind and x.theme_id = p.theme_id
        and x.other_theme_id is not distinct from p.other_theme_id and x.name is not distinct from p.name)`)
  await db.run(sql`
    insert into theme_proposal (org_id, id, kind, theme_id, other_theme_id, subtheme_ids, name, reason, insight_count)
    select ${org}, x.id, x.kind, x.theme_id, x.other_theme_id,
      array(select jsonb_array_elements_text(x.subtheme_ids)::uuid), x.name, x.reason, x.insight_count
    from jsonb_to_recordset(${json}::jsonb) as x (id uuid, kind text, theme_id uuid, other_theme_id uuid,
      subtheme_ids jsonb, name text, reason text, insight_count integer)
    join theme t on t.org_id = ${org} and t.id = x.theme_id and t.archived_at is null and t.merged_into_id is null
    order by x.id
    on conflict do nothing`)
}
