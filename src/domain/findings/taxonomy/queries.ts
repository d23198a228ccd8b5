import { isLiveSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* The themes that a document of all themes has; the catch-all theme is not among them. */

export type TaxonomyThemeRow = {
  id: string
  name: string
  definition: string | null
  belongs: string[]
  does_not_belong: string[]
  origin: string
  insight_count: number
  merged: string[]
}

/** As many as a document may have; names of other themes that there are now are left out. */
const maxMergedNames = 200

export const listTaxonomyThemes = (db: Db, org: string) =>
  db.rows<TaxonomyThemeRow>(sql`
    select t.id, t.name, t.definition, t.belongs, t.does_not_belong, t.origin, t.insight_count, array(
        select min(m.name) from theme m
        where m.org_id = ${org} and m.merged_into_id = t.id and not exists (
          select 1 from theme o where o.org_id = ${org} and lower(o.name) = lower(m.name) and o.archived_at is null
            and o.merged_into_id is null)
        group by lower(m.name) order by lower(m.name) limit ${maxMergedNames}) as merged
    from theme t
    where t.org_id = ${org} and t.archived_at is null and t.merged_into_id is null and not t.is_catch_all
    order by lower(t.name), t.id`)

export type TaxonomySubthemeRow = { id: string; theme_id: string; name: string; description: string | null }

/** Those that people made or pinned. */
export const listTaxonomySubthemes = (db: Db, org: string) =>
  db.rows<TaxonomySubthemeRow>(sql`
    select s.id, s.theme_id, s.name, s.description from subtheme s
    where s.org_id = ${org} and ${isLiveSubtheme} and (s.origin = 'manual' or s.pinned)
    order by lower(s.name), s.id`)

export const findCatchAllName = async (db: Db, org: string) =>
  (
    await db.first<{ name: string }>(sql`
      select name from theme
      where org_id = ${org} and is_catch_all and archived_at is null and merged_into_id is null`)
  )?.name

export type MovableRow = { id: string; vector: Buffer; themes: string[] }
type ScannedRow = { id: string; vector: Buffer | null; themes: string[] | null }

/**
 * A page of the insights with vectors, in the order of ids; a vector only of those that are live and whose themes no
 * person chose. Each insight is looked up by its id, also while PostgreSQL has no statistics of the tables yet.
 */
export const listScanned = (db: Db, org: string, model: string, page: { after: string | null; limit: number }) =>
  db.rows<ScannedRow>(sql`
    select v.insight_id as id, case when i.themes is not null then v.vector end as vector, i.themes
    from (
      select insight_id, vector from insight_vector
      where org_id = ${org} and model = ${model} and insight_id > coalesce(${page.after}::uuid, ${lowestId}::uuid)
      order by insight_id limit ${page.limit}) v
    left join lateral (
      select theme_ids::text[] as themes from insight
      where org_id = ${org} and id = v.insight_id and live and not themes_overridden and not edited_by_human
      offset 0) i on true
    order by v.insight_id`)

const lowestId = '00000000-0000-0000-0000-000000000000'

type InsightTextRow = { id: string; name: string; text: string; language: string | null }

export const listInsightTexts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<InsightTextRow>(sql`
    select id, name, coalesce(quote, name) as text, language from insight
    where org_id = ${org} and id = any(${ids}::uuid[])`)

type MergedRow = { themes: string[]; insight_count: number; samples: string[] }

/** The live insights of themes, without some, by all the themes that they have of these and others. */
export const listMergedInsights = (db: Db, org: string, merged: readonly string[], { without, among }: MergedQuery) =>
  db.rows<MergedRow>(sql`
    select array(select t::text from unnest(i.theme_ids) t where t = any(${among}::uuid[])) as themes,
      count(*) as insight_count, (array_agg(i.id::text order by i.id))[1:3] as samples
    from insight i
    where i.org_id = ${org} and i.live and i.id <> all(${without}::uuid[]) and i.id in (
      select insight_id from insight_theme where org_id = ${org} and theme_id = any(${merged}::uuid[]))
    group by 1`)

type MergedQuery = { without: readonly string[]; among: readonly string[] }

export const listInsightIdsOfThemes = async (db: Db, org: string, themes: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct insight_id as id from insight_theme where org_id = ${org} and theme_id = any(${themes}::uuid[])`)
  ).map((row) => row.id)
