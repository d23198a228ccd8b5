import { insightThemesJson } from '#domain/queries-theme-references.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/** Where insights are put: into a theme, or into a subtheme of it. */
export type PlaceIds = { theme: string; subtheme: string | null }

const isIn = (org: string, { theme, subtheme }: PlaceIds, id: Sql): Sql =>
  subtheme === null
    ? sql`exists (select 1 from insight_theme l
        where l.org_id = ${org} and l.theme_id = ${theme} and l.insight_id = ${id})`
    : sql`exists (select 1 from subtheme_insight l
        where l.org_id = ${org} and l.subtheme_id = ${subtheme} and l.insight_id = ${id})`

/** In a subtheme by a person, or taken out of one. */
const isPlaced = (org: string): Sql => sql`(
  exists (select 1 from subtheme_insight l where l.org_id = ${org} and l.insight_id = i.id and l.by_person)
  or exists (select 1 from subtheme_former_insight l
    where l.org_id = ${org} and l.insight_id = i.id and l.reason <> 'merged'))`

/** Live insights of a place that a person put there, the newest first. An index has those of a theme. */
export const listPlacedIds = async (db: Db, org: string, { theme, subtheme }: PlaceIds, limit: number) =>
  (
    await db.rows<{ id: string }>(
      subtheme === null
        ? sql`
            with placed as materialized (
              select id from insight
              where org_id = ${org} and live and themes_overridden and theme_ids @> array[${theme}::uuid])
            select l.insight_id as id from placed p
            join insight_theme l on l.org_id = ${org} and l.theme_id = ${theme} and l.insight_id = p.id
            order by l.created_at desc, l.insight_id desc limit ${limit}`
        : sql`
            select l.insight_id as id from subtheme_insight l
            join insight i on i.org_id = ${org} and i.id = l.insight_id and i.live
            where l.org_id = ${org} and l.subtheme_id = ${subtheme} and l.by_person
            order by l.insight_id desc limit ${limit}`,
    )
  ).map((row) => row.id)

export type ComparedRow = {
  id: string
  name: string
  quote: string | null
  sentiment: Sentiment
  themes: string | null
  mention: string | null
  vector: Buffer
  /** Only the analysis has placed it, if at all, and somewhere else. */
  movable: boolean
}

/** Live insights with vectors of a model: these, and so many of the newest others. */
export const listCompared = (
  db: Db,
  org: string,
  model: string,
  { ids, others, place }: { ids: readonly string[]; others: number; place: PlaceIds },
) =>
  db.rows<ComparedRow>(sql`
    select i.id, i.name, i.quote, i.sentiment, v.mention, v.vector,
      ${insightThemesJson(org)} as themes,
      not i.themes_overridden and not i.edited_by_human and not ${isPlaced(org)}
        and not ${isIn(org, place, sql`i.id`)} as movable
    from insight i
    join insight_vector v on v.org_id = ${org} and v.insight_id = i.id and v.model = ${model}
    where i.org_id = ${org} and i.live and (i.id = any(${ids}::uuid[]) or i.id in (
      select n.id from insight n where n.org_id = ${org} and n.live order by n.id desc limit ${others}))
    order by i.id`)
