import { toBytes } from '#engine/embed/bytes.ts'
import { palette } from '#engine/palette.ts'
import { recountSubthemes } from '#domain/ranking/subthemes.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Plan } from './think.ts'

/* Puts a plan into the tables. Insights are held first, then themes, as everywhere. */

export type Written = { themes: { id: string; name: string }[]; subthemes: string[] }

export async function writePlan(
  db: Db,
  org: string,
  model: string,
  plan: Plan,
  considered: readonly string[],
): Promise<Written> {
  const links = [
    ...plan.joins,
    ...plan.subthemes.flatMap((one) => one.members.map((insight) => ({ insight, subtheme: one.id }))),
  ]
  await db.run(
    sql`select id from insight where org_id = ${org} and id = any(${[...new Set([...links.map((one) => one.insight), ...considered])]}::uuid[]) order by id for no key update`,
  )
  const themes = await insertThemes(db, org, plan)
  await insertSubthemes(db, org, model, plan, themes)
  await db.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org}, x.subtheme, i.id from unnest(${links.map((one) => one.insight)}::uuid[], ${links.map((one) => one.subtheme)}::uuid[]) as x (insight, subtheme)
    join insight i on i.org_id = ${org} and i.id = x.insight and i.live on conflict do nothing`)
  await linkThemes(
    db,
    org,
    links.map((one) => one.insight),
    plan.steered,
  )
  await db.run(
    sql`update insight_vector set clustered_at = now() where org_id = ${org} and insight_id = any(${considered}::uuid[])`,
  )
  await keepFrame(db, org, model, plan)
  const touched = [...new Set(links.map((one) => one.subtheme))]
  await recountSubthemes(db, org, touched, true)
  return { themes: plan.themes.map(({ id, name }) => ({ id: themes.get(id)!, name })), subthemes: touched }
}

/** A theme of that name that came to be meanwhile is taken instead of a new one. */
async function insertThemes(db: Db, org: string, { themes }: Plan): Promise<Map<string, string>> {
  if (themes.length === 0) return new Map()
  const uses = (await db.first<{ count: number }>(sql`select count(*) as count from theme where org_id = ${org}`))!
    .count
  await db.run(sql`
    insert into theme (org_id, id, name, color, is_catch_all, origin)
    select ${org}, id, name, color, is_catch_all, 'auto' from unnest(${themes.map((one) => one.id)}::uuid[], ${themes.map((one) => one.name)}::text[],
      ${themes.map((_, n) => palette[(uses + n) % palette.length]!)}::text[], ${themes.map((one) => one.is_catch_all)}::boolean[]) as x (id, name, color, is_catch_all)
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)
  const rows = await db.rows<{ given: string; id: string }>(sql`
    select x.id as given, t.id from unnest(${themes.map((one) => one.id)}::uuid[], ${themes.map((one) => one.name)}::text[]) as x (id, name)
    join theme t on t.org_id = ${org} and lower(t.name) = lower(x.name) and t.archived_at is null and t.merged_into_id is null`)
  return new Map(rows.map((row) => [row.given, row.id]))
}

async function insertSubthemes(
  db: Db,
  org: string,
  model: string,
  { subthemes }: Plan,
  themes: ReadonlyMap<string, string>,
) {
  if (subthemes.length === 0) return
  const rows = subthemes.map(({ id, theme, name, description, centre }) => ({
    id,
    theme_id: themes.get(theme) ?? theme,
    name,
    description,
    centre: Buffer.from(toBytes(centre)).toString('base64'),
  }))
  await db.run(sql`
    insert into subtheme (org_id, id, theme_id, name, description, model, centroid)
    select ${org}, id, theme_id, name, description, ${model}, decode(centre, 'base64')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, theme_id uuid, name text, description text, centre text)`)
}

/** An insight without a theme gets that of its subtheme, and whatever a definition claims. */
async function linkThemes(db: Db, org: string, placed: readonly string[], steered: Plan['steered']) {
  const rows = await db.rows<{ insight_id: string; theme_id: string }>(sql`
    select distinct w.insight_id, t.id as theme_id from (
      select s.insight_id, u.theme_id from subtheme_insight s join subtheme u on u.org_id = s.org_id and u.id = s.subtheme_id
      join insight i on i.org_id = s.org_id and i.id = s.insight_id and i.theme_ids = '{}' and not i.edited_by_human
      where s.org_id = ${org} and s.insight_id = any(${placed}::uuid[])
      union select insight, theme from unnest(${steered.map((one) => one.insight)}::uuid[], ${steered.map((one) => one.theme)}::uuid[]) as x (insight, theme)) w
    join theme t on t.org_id = ${org} and t.id = w.theme_id and t.archived_at is null and t.merged_into_id is null order by 1, 2`)
  await linkAll(db, org, rows)
}

/** Many links at once; those that exist are left as they are. The insights are held. */
export async function linkAll(db: Db, org: string, rows: readonly { insight_id: string; theme_id: string }[]) {
  if (rows.length === 0) return 0
  const themes = [...new Set(rows.map((row) => row.theme_id))]
  await db.run(
    sql`select id from theme where org_id = ${org} and id = any(${themes}::uuid[]) order by id for no key update`,
  )
  const added = await db.rows<{ insight_id: string; theme_id: string }>(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, x.theme, i.id from unnest(${rows.map((row) => row.theme_id)}::uuid[], ${rows.map((row) => row.insight_id)}::uuid[]) as x (theme, insight)
    join insight i on i.org_id = ${org} and i.id = x.insight and i.live on conflict do nothing returning insight_id, theme_id`)
  await db.run(sql`
    update insight i set theme_ids = i.theme_ids || x.themes, updated_at = now()
    from (select insight, array_agg(theme order by theme) as themes from unnest(${added.map((row) => row.insight_id)}::uuid[], ${added.map((row) => row.theme_id)}::uuid[]) as x (insight, theme)
      group by insight) x where i.org_id = ${org} and i.id = x.insight`)
  await db.run(sql`
    update theme t set insight_count = t.insight_count + x.count
    from (select theme, count(*) as count from unnest(${added.map((row) => row.theme_id)}::uuid[]) as theme group by theme) x where t.org_id = ${org} and t.id = x.theme`)
  return added.length
}

const keepFrame = (db: Db, org: string, model: string, { mean, leftOver }: Plan) =>
  db.run(sql`
    insert into embedding_space (org_id, model, mean, unclustered_count) values (${org}, ${model}, ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)}, ${leftOver})
    on conflict (org_id, model) do update set unclustered_count = excluded.unclustered_count, updated_at = now()`)
