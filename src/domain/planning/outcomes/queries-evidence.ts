import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type Part = { id: string; name: string; evidence: number }
export type ProjectEvidence = {
  project: { completed_at: string | null }
  total: number
  subthemes: (Part & { theme_id: string })[]
  themes: Part[]
  segments: Part[]
}

const maxParts = 5

/** What the live evidence of a Project is about, with how much of it; undefined if there is no such Project. */
export const findEvidence = (db: Db, org: string, projectId: string) =>
  db.first<ProjectEvidence>(sql`
    with evidence as materialized (
      select i.id, i.theme_ids, i.segment_ids from project_insight e
      join insight i on i.org_id = e.org_id and i.org_id = ${org} and i.id = e.insight_id and i.live
      where e.org_id = ${org} and e.project_id = ${projectId})
    select json_build_object('completed_at', iso(p.completed_at)) as project,
      (select count(*)::int from evidence) as total,
      (select coalesce(json_agg(s order by s.evidence desc, s.id), '[]') from (
        select s.id, s.name, s.theme_id, count(*)::int as evidence from evidence i
        join subtheme_insight l on l.org_id = ${org} and l.insight_id = i.id
        join subtheme s on s.org_id = ${org} and s.id = l.subtheme_id and s.segment_id is null
        group by s.id, s.name, s.theme_id order by evidence desc, s.id limit ${maxParts}) s) as subthemes,
      (select coalesce(json_agg(t order by t.evidence desc, t.id), '[]') from (
        select t.id, t.name, count(*)::int as evidence from evidence i
        join theme t on t.org_id = ${org} and t.id = any(i.theme_ids)
        where t.archived_at is null and t.merged_into_id is null and not t.is_catch_all
        group by t.id, t.name order by evidence desc, t.id limit ${maxParts}) t) as themes,
      (select coalesce(json_agg(g order by g.evidence desc, g.id), '[]') from (
        select g.id, g.name, count(*)::int as evidence from evidence i
        join segment g on g.org_id = ${org} and g.id = any(i.segment_ids) and g.archived_at is null
        group by g.id, g.name order by evidence desc, g.id limit ${maxParts}) g) as segments
    from project p where p.org_id = ${org} and p.id = ${projectId}`)

type Neighbour = { id: string; name: string; theme_id: string }

/** The largest other subthemes of the themes. */
export const listNeighbours = (
  db: Db,
  org: string,
  { themeIds, subthemeIds, limit }: { themeIds: readonly string[]; subthemeIds: readonly string[]; limit: number },
) =>
  db.rows<Neighbour>(sql`
    select id, name, theme_id from subtheme
    where org_id = ${org} and theme_id = any(${themeIds}::uuid[]) and segment_id is null
      and not id = any(${subthemeIds}::uuid[])
    order by insight_count desc, id limit ${limit}`)
