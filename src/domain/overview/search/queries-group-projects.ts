import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { OpenProjectStatus } from '#vocabulary/statuses.ts'

type GroupProject = {
  /** The position of the group. */
  n: number
  id: string
  title: string
  status: OpenProjectStatus
  insight_count: number
}

/** `insight_ids` are the members of a group that is neither a subtheme nor a theme. */
type Group = { type: string; id: string | null; insight_ids: readonly string[] }

const maxProjects = 3

/** The Projects with the most insights of each group as evidence, their own or that of their opportunities. */
export const listProjectsOfGroups = (db: Db, org: string, groups: readonly Group[]): Promise<GroupProject[]> =>
  db.rows<GroupProject>(sql`
    with requested as (
      select (n - 1)::int as n, value->>'type' as type, (value->>'id')::uuid as id, value->'insight_ids' as insight_ids
      from json_array_elements(${JSON.stringify(groups)}::json) with ordinality as given(value, n)),
    evidence as materialized (
      select project_id, insight_id from project_insight where org_id = ${org}
      union
      select l.project_id, e.insight_id from opportunity_project l
      join opportunity_insight e on e.org_id = l.org_id and e.org_id = ${org} and e.opportunity_id = l.opportunity_id
      where l.org_id = ${org}),
    members as (
      select r.n, m.insight_id from requested r
      join subtheme_insight m on m.org_id = ${org} and m.subtheme_id = r.id where r.type = 'subtheme'
      union all
      select r.n, m.insight_id from requested r
      join insight_theme m on m.org_id = ${org} and m.theme_id = r.id where r.type in ('theme', 'rest_of_theme')
      union all
      select r.n, value::uuid from requested r, json_array_elements_text(r.insight_ids) where r.id is null),
    counted as (
      select m.n, e.project_id, count(*)::int as insight_count,
        row_number() over (partition by m.n order by count(*) desc, e.project_id desc) as place
      from members m join evidence e on e.insight_id = m.insight_id
      join project p on p.org_id = ${org} and p.id = e.project_id and p.archived_at is null
      group by m.n, e.project_id)
    select c.n, p.id, p.title, p.status, c.insight_count from counted c
    join project p on p.org_id = ${org} and p.id = c.project_id
    where c.place <= ${maxProjects} order by c.n, c.place`)
