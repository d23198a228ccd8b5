import type { SynthesisPlan } from '#engine/clustering/plan-synthesis.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import { isLiveSubtheme } from './queries-shown.ts'

export async function insertSubthemes(
  db: Db,
  org: string,
  model: string,
  { plan, themeIds }: { plan: SynthesisPlan; themeIds: ReadonlyMap<string, string> },
) {
  if (plan.subthemes.length === 0) return
  const rows = plan.subthemes.map(({ id, theme, name, description, centroid, subject, aspect }) => ({
    id,
    theme_id: themeIds.get(theme) ?? theme,
    name,
    description,
    centroid: Buffer.from(quantize(centroid)).toString('base64'),
    subject,
    aspect,
  }))
  await db.run(sql`
    insert into subtheme (org_id, id, theme_id, name, description, model, centroid, subject, aspect)
    select ${org}, id, theme_id, name, description, ${model}, decode(centroid, 'base64'), subject, aspect
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, theme_id uuid, name text, description text, centroid text, subject text, aspect text)`)
}

type NewSubthemeLink = { insight: string; subtheme: string; supports: boolean }

/** Of live insights that have the theme, and that no person has put elsewhere since; existing links stay. */
export const insertSubthemeLinks = (db: Db, org: string, links: readonly NewSubthemeLink[]) =>
  db.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id, supports)
    select ${org}, x.subtheme, i.id, x.supports
    from unnest(${links.map(({ insight }) => insight)}::uuid[], ${links.map(({ subtheme }) => subtheme)}::uuid[],
      ${links.map(({ supports }) => supports)}::boolean[]) as x (insight, subtheme, supports)
    join subtheme s on s.org_id = ${org} and s.id = x.subtheme and ${isLiveSubtheme}
    join insight i on i.org_id = ${org} and i.id = x.insight and i.live and s.theme_id = any(i.theme_ids)
    where not exists (
      select 1 from subtheme_insight l where l.org_id = ${org} and l.insight_id = i.id and l.by_person)
    on conflict do nothing`)

export const deleteSubthemeLinks = (db: Db, org: string, subthemes: readonly string[], insights: readonly string[]) =>
  db.run(sql`
    delete from subtheme_insight
    where org_id = ${org} and subtheme_id = any(${subthemes}::uuid[]) and insight_id = any(${insights}::uuid[])`)

/** A subject that was the theme stays what it was when the subtheme is moved. */
const subjectAfterMove: Sql = sql`case when s.subject is null and s.aspect is not null then t.name else s.subject end`

export const moveSomeSubthemes = (
  db: Db,
  org: string,
  { from, to, ids }: { from: string; to: string; ids: readonly string[] },
) =>
  db.run(sql`
    update subtheme s set theme_id = ${to}, subject = ${subjectAfterMove}, updated_at = now()
    from theme t where t.org_id = ${org} and t.id = s.theme_id
      and s.org_id = ${org} and s.theme_id = ${from} and s.id = any(${ids}::uuid[])`)

/** Of insights that did not come along to the theme that the subthemes were moved to. */
export const deleteLinksOutsideTheme = (db: Db, org: string, subthemes: readonly string[]) =>
  db.run(sql`
    delete from subtheme_insight l using subtheme s, insight i
    where s.org_id = ${org} and s.id = l.subtheme_id and i.org_id = ${org} and i.id = l.insight_id
      and l.org_id = ${org} and l.subtheme_id = any(${subthemes}::uuid[]) and s.theme_id <> all(i.theme_ids)`)

export const moveAllSubthemes = (db: Db, org: string, from: readonly string[], to: string) =>
  db.run(sql`
    update subtheme s set theme_id = ${to}, subject = ${subjectAfterMove}, updated_at = now()
    from theme t where t.org_id = ${org} and t.id = s.theme_id
      and s.org_id = ${org} and s.theme_id = any(${from}::uuid[])`)

/** Names that the analysis gave, of subthemes whose subject is the theme: “Export: problems”. */
export const followThemeName = (
  db: Db,
  org: string,
  themeId: string,
  { before, name }: { before: string; name: string },
) => {
  const start = `${before}: `
  const follow = (column: Sql): Sql => sql`case when starts_with(${column}, ${start})
    then ${name}::text || substr(${column}, ${before.length + 1}::integer) else ${column} end`
  return db.run(sql`
    update subtheme set updated_at = now(),
      name = case when generated_name is null then ${follow(sql`name`)} else name end,
      generated_name = ${follow(sql`generated_name`)}
    where org_id = ${org} and theme_id = ${themeId} and origin = 'auto' and subject is null and aspect is not null
      and starts_with(coalesce(generated_name, name), ${start})`)
}

/** A centroid as base64 text. */
export type RecomputedCentroid = { id: string; centroid: string }

/** Centroids by another model. */
export const updateCentroids = (db: Db, org: string, model: string, centroids: readonly RecomputedCentroid[]) =>
  db.run(sql`
    update subtheme s set model = ${model}, centroid = decode(x.centroid, 'base64')
    from unnest(${centroids.map(({ id }) => id)}::uuid[], ${centroids.map(({ centroid }) => centroid)}::text[])
      as x (id, centroid)
    where s.org_id = ${org} and s.id = x.id`)

export type SubthemeTextChange = {
  before: { id: string; name: string; description: string | null }
  name: string
  description: string
}

/** Unless another request has named it in between; answers whether it was changed. */
export const updateSubthemeText = async (db: Db, org: string, { before, name, description }: SubthemeTextChange) =>
  (await db.run(sql`
    update subtheme set name = ${name}, description = ${description}, updated_at = now()
    where org_id = ${org} and id = ${before.id} and name = ${before.name} and not pinned and generated_name is null`)) >
  0
