import type { Static } from 'typebox'
import type { projects } from '#contract/resources/projects.ts'
import type { Project } from '#contract/resources/project-shapes.ts'
import type { Input } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Order, orderBy, pageLimit, sortedPage, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { initiativeJson, linksJson } from './queries-detail.ts'

type ProjectListQuery = Input<typeof projects.listProjects>
type ListedRow = Static<typeof Project> & { sort_key: string; sync_until: string }

const newestFirst: Order = { by: 'id', type: 'uuid', descending: true }
const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: false }
const orders: Record<NonNullable<ProjectListQuery['sort']>, Order> = {
  '-created_at': newestFirst,
  created_at: { ...newestFirst, descending: false },
  '-updated_at': { ...byChange, descending: true },
  title: { by: 'lower(title)', type: 'text', descending: false },
  // A number of days, because a sort key must not be null; Projects without a date come last.
  target_date: { by: "coalesce(target_date - date '2000-01-01', 2147483647)", type: 'integer', descending: false },
}

const orderOf = ({ updated_since, sort }: ProjectListQuery): Order =>
  updated_since ? byChange : orders[sort ?? '-created_at']

export async function listProjects({ db, org, cursors }: Ctx, query: ProjectListQuery) {
  const order = orderOf(query)
  const key = order.by === 'updated_at' ? raw('iso(updated_at)') : raw(`(${order.by})::text`)
  const { data, pagination } = await sortedPage(order, query, cursors, (keys) =>
    db.rows<ListedRow>(sql`
    select p.id, p.title, p.slug, p.description, p.status, ${initiativeJson(org)}, ${linksJson(org)}, p.created_at,
      p.updated_at,
      ${key} as sort_key, ${syncUntil}
    from project p
    where ${allOf([sql`org_id = ${org}`, statusCondition(query), ...conditions(org, query), after(order, keys)])}
    order by ${orderBy(order)} limit ${pageLimit(query)}`),
  )
  return { data: data.map(({ sort_key: _, sync_until: __, ...project }) => project), pagination }
}

type ProjectPlanRow = {
  id: string
  owner: { user_id: string; name: string } | null
  start_date: string | null
  target_date: string | null
  started_at: string | null
  completed_at: string | null
  evidence_count: number
  positive: number
  negative: number
  neutral: number
}

const listPlanRows = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ProjectPlanRow>(sql`
    select p.id, case when u.id is not null then json_build_object('user_id', u.id, 'name', u.name) end as owner,
      p.start_date, p.target_date, p.started_at, p.completed_at, e.*
    from project p left join app_user u on u.id = p.owner_id
    cross join lateral (select count(*) as evidence_count, count(*) filter (where i.sentiment = 'POSITIVE') as positive,
        count(*) filter (where i.sentiment = 'NEGATIVE') as negative,
        count(*) filter (where i.sentiment = 'NEUTRAL') as neutral
      from project_insight l
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      where l.org_id = p.org_id and l.org_id = ${org} and l.project_id = p.id) e
    where p.org_id = ${org} and p.id = any(${ids}::uuid[])`)

export async function listProjectPlans(ctx: Ctx, query: ProjectListQuery) {
  const { data, pagination } = await listProjects(ctx, query)
  const ids = data.map(({ id }) => id)
  const plans = new Map((await listPlanRows(ctx.db, ctx.org, ids)).map((plan) => [plan.id, plan]))
  const rows = data.flatMap((project) => {
    const plan = plans.get(project.id)
    if (!plan) return []
    const { positive, negative, neutral, ...rest } = plan
    return [{ ...project, ...rest, sentiment_breakdown: { positive, negative, neutral } }]
  })
  return { data: rows, pagination }
}

/** A delta export includes archived Projects, so that clients learn of the archiving. */
const statusCondition = ({ status, include_archived, updated_since }: ProjectListQuery): Sql | undefined => {
  if (status) return sql`status = any(${status}::text[])`
  return include_archived || updated_since ? undefined : raw("status <> 'archived'")
}

const conditions = (org: string, f: ProjectListQuery): (Sql | undefined)[] => [
  f.initiative_id ? sql`initiative_id = ${f.initiative_id}` : undefined,
  f.external_provider
    ? sql`exists (select 1 from project_link l
        where l.org_id = ${org} and l.project_id = p.id and l.provider = any(${f.external_provider}::text[]))`
    : undefined,
  f.owner_id ? sql`owner_id = ${f.owner_id}` : undefined,
  f.segment_id
    ? sql`
      exists (select 1 from project_insight e
        join insight i on i.org_id = e.org_id and i.org_id = ${org} and i.id = e.insight_id and i.live
        where e.org_id = ${org} and e.project_id = p.id and i.segment_ids @> array[${f.segment_id}]::uuid[])`
    : undefined,
  f.q ? sql`(title ilike ${containing(f.q)} or description ilike ${containing(f.q)})` : undefined,
  f.target_before ? sql`target_date < ${f.target_before}` : undefined,
  f.updated_since ? sql`updated_at >= ${instantOf(f.updated_since)}` : undefined,
]
