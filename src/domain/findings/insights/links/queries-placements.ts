import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'
import { recountThemes } from './queries.ts'

type ThemePlacement = { insight: string; themes: readonly string[]; overridden: boolean }

/** Replaces the themes of many insights, which are locked, and recounts the themes that they left or came to. */
export async function replaceThemesOf(
  db: Db,
  org: string,
  placements: readonly ThemePlacement[],
  changedThemes: readonly string[],
) {
  if (placements.length === 0) return
  const ids = placements.map((one) => one.insight)
  const links = placements.flatMap(({ insight, themes }) => themes.map((theme) => ({ insight, theme })))
  const linked = sql`unnest(${links.map((one) => one.theme)}::uuid[], ${links.map((one) => one.insight)}::uuid[])`
  const rows = JSON.stringify(placements)
  await pipelined(db, [
    db.run(sql`
      delete from insight_theme l where l.org_id = ${org} and l.insight_id = any(${ids}::uuid[])
        and (l.theme_id, l.insight_id) not in (select x.theme, x.insight from ${linked} as x (theme, insight))`),
    db.run(sql`
      insert into insight_theme (org_id, theme_id, insight_id)
      select ${org}, x.theme, x.insight from ${linked} as x (theme, insight) on conflict do nothing`),
    db.run(sql`
      update insight i set updated_at = now(), themes_overridden = x.overridden,
        theme_ids = array(select jsonb_array_elements_text(x.themes)::uuid)
      from jsonb_to_recordset(${rows}::jsonb) as x (insight uuid, themes jsonb, overridden boolean)
      where i.org_id = ${org} and i.id = x.insight`),
    recountThemes(db, org, changedThemes),
  ])
}
