import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import type { SynthesisPlan } from '#engine/clustering/plan-synthesis.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import { palette } from '#engine/palette.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { lockInsightRows } from './queries.ts'

/* Writes a synthesis plan. Insights are locked before themes, as everywhere. */

export type WrittenPlan = { themes: { id: string; name: string }[]; subthemes: string[] }

/** `clusteredIds` are the insights that the plan has considered, whether it assigned them or not. */
export async function writePlan(
  db: Db,
  org: string,
  model: string,
  { plan, clusteredIds }: { plan: SynthesisPlan; clusteredIds: readonly string[] },
): Promise<WrittenPlan> {
  const links = [
    ...plan.joins,
    ...plan.subthemes.flatMap(({ id, members }) => members.map((member) => ({ ...member, subtheme: id }))),
  ]
  const linkedIds = links.map(({ insight }) => insight)
  await lockInsightRows(db, org, [...new Set([...linkedIds, ...clusteredIds])])
  const themeIds = await insertThemes(db, org, plan)
  await insertSubthemes(db, org, model, { plan, themeIds })
  await db.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id, supports)
    select ${org}, x.subtheme, i.id, x.supports
    from unnest(${linkedIds}::uuid[], ${links.map(({ subtheme }) => subtheme)}::uuid[],
      ${links.map(({ supports }) => supports)}::boolean[]) as x (insight, subtheme, supports)
    join insight i on i.org_id = ${org} and i.id = x.insight and i.live on conflict do nothing`)
  await linkToThemes(
    db,
    org,
    linkedIds,
    plan.themeMatches.map(({ insight, theme }) => ({ insight, theme: themeIds.get(theme) ?? theme })),
  )
  await db.run(sql`
    update insight_vector set clustered_at = now()
    where org_id = ${org} and insight_id = any(${clusteredIds}::uuid[])`)
  await upsertEmbeddingSpace(db, org, model, plan)
  const changed = [...new Set(links.map(({ subtheme }) => subtheme))]
  await recountSubthemes(db, org, changed, true)
  return { themes: plan.themes.map(({ id, name }) => ({ id: themeIds.get(id)!, name })), subthemes: changed }
}

/** Lost the insert race: a live theme with the same name is used instead. Answers the stored id of each new theme. */
async function insertThemes(db: Db, org: string, { themes }: SynthesisPlan): Promise<Map<string, string>> {
  if (themes.length === 0) return new Map()
  const [ids, names] = [themes.map(({ id }) => id), themes.map(({ name }) => name)]
  const { count } = (await db.first<{ count: number }>(sql`select count(*) as count from theme where org_id = ${org}`))!
  const colors = themes.map((_, n) => palette[(count + n) % palette.length]!)
  await db.run(sql`
    insert into theme (org_id, id, name, color, is_catch_all, area, origin)
    select ${org}, id, name, color, is_catch_all, area, 'auto'
    from unnest(${ids}::uuid[], ${names}::text[], ${colors}::text[],
      ${themes.map(({ is_catch_all }) => is_catch_all)}::boolean[], ${themes.map(({ area }) => area)}::text[])
      as x (id, name, color, is_catch_all, area)
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)
  const rows = await db.rows<{ new_id: string; id: string }>(sql`
    select x.id as new_id, t.id from unnest(${ids}::uuid[], ${names}::text[]) as x (id, name)
    join theme t on t.org_id = ${org} and lower(t.name) = lower(x.name)
      and t.archived_at is null and t.merged_into_id is null`)
  return new Map(rows.map((row) => [row.new_id, row.id]))
}

async function insertSubthemes(
  db: Db,
  org: string,
  model: string,
  { plan, themeIds }: { plan: SynthesisPlan; themeIds: ReadonlyMap<string, string> },
) {
  if (plan.subthemes.length === 0) return
  const rows = plan.subthemes.map(({ id, theme, name, description, centroid, point }) => ({
    id,
    theme_id: themeIds.get(theme) ?? theme,
    name,
    description,
    centroid: Buffer.from(quantize(centroid)).toString('base64'),
    point: Buffer.from(quantize(point.vector)).toString('base64'),
    point_sentiment: point.sentiment,
  }))
  await db.run(sql`
    insert into subtheme (org_id, id, theme_id, name, description, model, centroid, point, point_sentiment)
    select ${org}, id, theme_id, name, description, ${model}, decode(centroid, 'base64'), decode(point, 'base64'),
      point_sentiment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, theme_id uuid, name text, description text, centroid text, point text, point_sentiment text)`)
}

/** An insight without a theme gets that of its subtheme, and every theme that it matches otherwise. */
async function linkToThemes(
  db: Db,
  org: string,
  insightIds: readonly string[],
  matches: SynthesisPlan['themeMatches'],
) {
  const rows = await db.rows<{ insight_id: string; theme_id: string }>(sql`
    select distinct l.insight_id, t.id as theme_id from (
      select s.insight_id, u.theme_id
      from subtheme_insight s join subtheme u on u.org_id = s.org_id and u.org_id = ${org} and u.id = s.subtheme_id
      join insight i on i.org_id = s.org_id and i.org_id = ${org} and i.id = s.insight_id and i.theme_ids = '{}'
        and not i.edited_by_human and not i.themes_overridden
      where s.org_id = ${org} and s.insight_id = any(${insightIds}::uuid[])
      union select insight, theme
      from unnest(${matches.map(({ insight }) => insight)}::uuid[], ${matches.map(({ theme }) => theme)}::uuid[])
        as x (insight, theme)) l
    join theme t on t.org_id = ${org} and t.id = l.theme_id and t.archived_at is null and t.merged_into_id is null
    order by 1, 2`)
  await insertAssignedThemes(db, org, rows)
}

/** The insights must be locked; existing links are left as they are. */
export async function insertAssignedThemes(
  db: Db,
  org: string,
  links: readonly { insight_id: string; theme_id: string }[],
) {
  if (links.length === 0) return 0
  const themes = [...new Set(links.map((link) => link.theme_id))]
  await db.run(
    sql`select id from theme where org_id = ${org} and id = any(${themes}::uuid[]) order by id for no key update`,
  )
  const added = await db.rows<{ insight_id: string; theme_id: string }>(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, x.theme, i.id
    from unnest(${links.map((link) => link.theme_id)}::uuid[], ${links.map((link) => link.insight_id)}::uuid[])
      as x (theme, insight)
    join insight i on i.org_id = ${org} and i.id = x.insight and i.live
    on conflict do nothing returning insight_id, theme_id`)
  const [insightIds, themeIds] = [added.map((row) => row.insight_id), added.map((row) => row.theme_id)]
  await db.run(sql`
    update insight i set theme_ids = i.theme_ids || x.themes, updated_at = now()
    from (
      select insight, array_agg(theme order by theme) as themes
      from unnest(${insightIds}::uuid[], ${themeIds}::uuid[]) as x (insight, theme) group by insight) x
    where i.org_id = ${org} and i.id = x.insight`)
  await db.run(sql`
    update theme t set insight_count = t.insight_count + x.count
    from (select theme, count(*) as count from unnest(${themeIds}::uuid[]) as theme group by theme) x
    where t.org_id = ${org} and t.id = x.theme`)
  return added.length
}

const upsertEmbeddingSpace = (db: Db, org: string, model: string, { mean, unclusteredCount }: SynthesisPlan) =>
  db.run(sql`
    insert into embedding_space (org_id, model, mean, unclustered_count, updated_at)
    values (${org}, ${model}, ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)}, ${unclusteredCount}, now())
    on conflict (org_id, model) do update set unclustered_count = excluded.unclustered_count,
      updated_at = excluded.updated_at`)
