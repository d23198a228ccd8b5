import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { recountThemes } from './queries.ts'

type AssignedThemes = { id: string; themes: readonly string[] }

/**
 * Gives insights, which are locked, other ones of some themes than they have; no person chose them. Their subthemes
 * stay with the caller.
 */
export async function replaceAssignedThemes(
  db: Db,
  org: string,
  insights: readonly AssignedThemes[],
  among: readonly string[],
) {
  const ids = insights.map(({ id }) => id)
  const links = insights.flatMap(({ id, themes }) => themes.map((theme) => ({ id, theme })))
  const [linkIds, linkThemes] = [links.map(({ id }) => id), links.map(({ theme }) => theme)]
  await db.run(sql`
    delete from insight_theme
    where org_id = ${org} and insight_id = any(${ids}::uuid[]) and theme_id = any(${among}::uuid[])`)
  await db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, x.theme, x.id from unnest(${linkIds}::uuid[], ${linkThemes}::uuid[]) as x (id, theme)
    on conflict do nothing`)
  await db.run(sql`
    update insight i set updated_at = now(), theme_ids = array(
        select t from unnest(i.theme_ids) t where t <> all(${among}::uuid[])) || x.themes
    from (
      select w.id, array_remove(array_agg(l.theme order by l.theme), null) as themes
      from unnest(${ids}::uuid[]) as w (id)
      left join unnest(${linkIds}::uuid[], ${linkThemes}::uuid[]) as l (id, theme) on l.id = w.id group by w.id) x
    where i.org_id = ${org} and i.id = x.id`)
  await recountThemes(db, org, among)
}
