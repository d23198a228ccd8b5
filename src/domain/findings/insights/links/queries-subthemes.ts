import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'

/** Insights that left themes also leave the subthemes of these; they are locked. */
export async function leaveSubthemesOf(db: Db, org: string, insights: readonly string[], themes: readonly string[]) {
  if (insights.length === 0 || themes.length === 0) return
  const ofThemes = sql`select id from subtheme where org_id = ${org} and theme_id = any(${themes}::uuid[])`
  const [locked] = await pipelined(db, [
    db.rows<{ id: string }>(sql`
      ${ofThemes} and id in (
        select subtheme_id from subtheme_insight where org_id = ${org} and insight_id = any(${insights}::uuid[]))
      order by id for no key update`),
    db.run(sql`
      delete from subtheme_insight
      where org_id = ${org} and insight_id = any(${insights}::uuid[]) and subtheme_id in (${ofThemes})`),
  ])
  const subthemes = locked.map((row) => row.id)
  if (subthemes.length > 0) await recountSubthemes(db, org, subthemes, false)
}
