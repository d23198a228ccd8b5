import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type Segment = { id: string; name: string; color: string }
type InitiativePlanRow = {
  id: string
  owner: { user_id: string; name: string } | null
  segments: Segment[]
  project_count: number
  completed_project_count: number
  positive: number
  negative: number
  neutral: number
}

/** Owner, segments, project progress and sentiment of a page of initiatives, in one statement. */
export async function listPlans(db: Db, org: string, ids: readonly string[]) {
  const rows = await db.rows<InitiativePlanRow>(sql`
    with progress as (
      select initiative_id, count(*) as total, count(*) filter (where status = 'completed') as done
      from project where org_id = ${org} and initiative_id = any(${ids}::uuid[]) and status <> 'archived'
      group by initiative_id),
    targeted as (
      select l.initiative_id,
        json_agg(json_build_object('id', s.id, 'name', s.name, 'color', s.color) order by lower(s.name), s.id)
        as segments
      from initiative_segment l
      join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
      where l.org_id = ${org} and l.initiative_id = any(${ids}::uuid[]) group by l.initiative_id)
    select o.id, case when u.id is not null then json_build_object('user_id', u.id, 'name', u.name) end as owner,
      coalesce(g.segments, '[]') as segments,
      coalesce(p.total, 0) as project_count, coalesce(p.done, 0) as completed_project_count,
      o.positive_count as positive, o.negative_count as negative, o.neutral_count as neutral
    from initiative o left join app_user u on u.id = o.owner_id left join progress p on p.initiative_id = o.id
    left join targeted g on g.initiative_id = o.id
    where o.org_id = ${org} and o.id = any(${ids}::uuid[])`)
  return new Map(
    rows.map(({ positive, negative, neutral, ...row }) => [
      row.id,
      { ...row, sentiment_breakdown: { positive, negative, neutral } },
    ]),
  )
}
