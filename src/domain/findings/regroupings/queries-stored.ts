import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import { isLiveSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import type { Placement, GroupableSubtheme, GroupableTheme } from './grouping.ts'

/* What a grouping is compared with, locked in the order of every write: insights, themes, subthemes. */

const inSubthemes = (org: string, subthemes: readonly string[]): Sql => sql`
  select insight_id from subtheme_insight where org_id = ${org} and subtheme_id = any(${subthemes}::uuid[])`

/** Insights that are not deleted, and those that are in some subthemes. */
export async function lockPlacements(
  db: Db,
  org: string,
  { insights, membersOf }: { insights: readonly string[]; membersOf: readonly string[] },
): Promise<Placement[]> {
  const rows = await db.rows<Omit<Placement, 'subthemes'>>(sql`
    select i.id as insight, i.theme_ids::text[] as themes, i.themes_overridden as overridden from insight i
    where i.org_id = ${org} and i.deleted_at is null
      and (i.id = any(${insights}::uuid[]) or i.id in (${inSubthemes(org, membersOf)}))
    order by i.id for no key update`)
  const links = await db.rows<{ insight: string } & Placement['subthemes'][number]>(sql`
    select l.insight_id as insight, l.subtheme_id as id, l.supports, l.by_person, l.keeps_theme
    from subtheme_insight l where l.org_id = ${org} and l.insight_id = any(${rows.map((row) => row.insight)}::uuid[])
    order by l.insight_id, l.subtheme_id`)
  const bySubtheme = Map.groupBy(links, (link) => link.insight)
  return rows.map((row) => ({
    ...row,
    subthemes: (bySubtheme.get(row.insight) ?? []).map(({ insight: _, ...link }) => link),
  }))
}

export type LockedTheme = GroupableTheme & { pinned: boolean; is_catch_all: boolean }

/** Some themes, and all live ones, whose names are taken; only the former are locked. */
export async function listGroupedThemes(db: Db, org: string): Promise<LockedTheme[]> {
  return db.rows<LockedTheme>(sql`
    select id, name, notes, archived_at is null and merged_into_id is null as live, pinned, is_catch_all,
      pinned or origin = 'manual' as "byPerson"
    from theme where org_id = ${org} order by id`)
}

type LockedSubtheme = GroupableSubtheme

const subthemeColumns = (org: string): Sql => sql`
  s.id, s.theme_id, s.name, s.generated_name, s.origin, s.pinned, ${isLiveSubtheme}
    and exists (select 1 from theme t where t.org_id = ${org} and t.id = s.theme_id and t.archived_at is null
      and t.merged_into_id is null) as live`

/** Some subthemes. */
export const listGroupedSubthemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<LockedSubtheme>(sql`
    select ${subthemeColumns(org)} from subtheme s where s.org_id = ${org} and s.id = any(${ids}::uuid[])`)

/** Some subthemes, which are locked, and all of some themes. */
export async function lockGroupedSubthemes(
  db: Db,
  org: string,
  { ids, themes }: { ids: readonly string[]; themes: readonly string[] },
): Promise<LockedSubtheme[]> {
  await db.run(sql`
    select id from subtheme where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)
  return db.rows<LockedSubtheme>(sql`
    select ${subthemeColumns(org)} from subtheme s
    where s.org_id = ${org} and (s.id = any(${ids}::uuid[]) or s.theme_id = any(${themes}::uuid[]))`)
}
