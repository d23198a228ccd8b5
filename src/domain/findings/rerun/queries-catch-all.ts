import { isTouched } from '#domain/findings/analysis/queries-touched.ts'
import { markUnclustered } from '#domain/findings/analysis/queries-vectors.ts'
import { addToThemeCounts, deleteAllLinksOf } from '#domain/findings/insights/links/queries.ts'
import { deleteSubthemeLinks } from '#domain/findings/subthemes/queries-write.ts'
import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const batchSize = 1000

/**
 * Takes insights out of the catch-all theme and its subthemes, so that the next synthesis assigns them anew. What a
 * person touched stays, and so do subthemes on which an opportunity is based. Answers whether there may be more.
 */
export async function releaseFromCatchAll(db: Db, org: string): Promise<boolean> {
  const rows = await db.rows<{ id: string; theme: string }>(sql`
    select i.id, t.id as theme from insight i
    join theme t on t.org_id = ${org} and i.theme_ids = array[t.id] and t.is_catch_all and not t.pinned
    where i.org_id = ${org} and i.live and not ${isTouched(org)}
      and not exists (
        select 1 from subtheme_insight l
        join subtheme s on s.org_id = ${org} and s.id = l.subtheme_id and (s.pinned or s.generated_name is not null)
        where l.org_id = ${org} and l.insight_id = i.id)
      and not exists (
        select 1 from subtheme_insight l
        join opportunity_subtheme o on o.org_id = ${org} and o.subtheme_id = l.subtheme_id
        where l.org_id = ${org} and l.insight_id = i.id)
    order by i.id limit ${batchSize} for no key update of i`)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return false
  const themes = [...new Set(rows.map((row) => row.theme))].sort()
  const subthemes = await db.rows<{ id: string }>(sql`
    select s.id from subtheme s
    where s.org_id = ${org} and s.theme_id = any(${themes}::uuid[]) and s.id in (
      select subtheme_id from subtheme_insight where org_id = ${org} and insight_id = any(${ids}::uuid[]))
    order by s.id for no key update`)
  const subthemeIds = subthemes.map((row) => row.id)
  await deleteSubthemeLinks(db, org, subthemeIds, ids)
  await deleteAllLinksOf(db, org, ids, themes)
  for (const theme of themes) {
    const count = rows.filter((row) => row.theme === theme).length
    await addToThemeCounts(db, org, [theme], -count)
  }
  if (subthemeIds.length > 0) await recountSubthemes(db, org, subthemeIds, false)
  await markUnclustered(db, org, ids)
  return ids.length === batchSize
}
