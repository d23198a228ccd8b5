import type { Static } from 'typebox'
import type { Project, projects } from '#contract/resources/projects.ts'
import type { Input } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Order, orderBy, sortedPage, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { initiativeJson, linksJson } from './show.ts'

type Filters = Input<typeof projects.listProjects>
type ListedRow = Static<typeof Project> & { sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: false }
const orders: Record<NonNullable<Filters['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-updated_at': { ...byChange, descending: true },
  title: { by: 'lower(title)', type: 'text', descending: false },
  // As a number of days, because a key is never null; Projects without a date come last.
  target_date: { by: "coalesce(target_date - date '2000-01-01', 2147483647)", type: 'integer', descending: false },
}

const orderOf = ({ updated_since, sort }: Filters): Order => (updated_since ? byChange : orders[sort ?? '-created_at'])

export async function pageOfProjects({ db, org, cursors }: Ctx, filters: Filters) {
  const order = orderOf(filters)
  const key = order.by === 'updated_at' ? raw('iso(updated_at)') : raw(`(${order.by})::text`)
  const { data, pagination } = await sortedPage(order, filters, cursors, (keys) =>
    db.rows<ListedRow>(sql`
    select p.id, p.title, p.slug, p.description, p.status, ${initiativeJson}, ${linksJson}, p.created_at, p.updated_at,
      ${key} as sort_key, ${syncUntil}
    from project p where ${allOf([sql`org_id = ${org}`, shown(filters), ...conditions(org, filters), after(order, keys)])}
    order by ${orderBy(order)} limit ${filters.limit + 1}`),
  )
  return { data: data.map(({ sort_key: _, sync_until: __, ...project }) => project), pagination }
}

type Planned = {
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

/** Read for a whole page at once. */
const plansOf = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<Planned>(sql`
    select p.id, case when u.id is not null then json_build_object('user_id', u.id, 'name', u.name) end as owner, p.start_date, p.target_date, p.started_at, p.completed_at, e.*
    from project p left join app_user u on u.id = p.owner_id
    cross join lateral (select count(*) as evidence_count, count(*) filter (where i.sentiment = 'POSITIVE') as positive,
        count(*) filter (where i.sentiment = 'NEGATIVE') as negative, count(*) filter (where i.sentiment = 'NEUTRAL') as neutral
      from project_insight l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live where l.org_id = p.org_id and l.project_id = p.id) e
    where p.org_id = ${org} and p.id = any(${ids}::uuid[])`)

export async function pageOfPlans(ctx: Ctx, filters: Filters) {
  const { data, pagination } = await pageOfProjects(ctx, filters)
  const plans = new Map(
    (
      await plansOf(
        ctx.db,
        ctx.org,
        data.map(({ id }) => id),
      )
    ).map((plan) => [plan.id, plan]),
  )
  const rows = data.flatMap((project) => {
    const plan = plans.get(project.id)
    if (!plan) return []
    const { positive, negative, neutral, ...rest } = plan
    return [{ ...project, ...rest, sentiment_breakdown: { positive, negative, neutral } }]
  })
  return { data: rows, pagination }
}

/** A mirror must learn of archiving, so a list of changes holds archived Projects too. */
const shown = ({ status, include_archived, updated_since }: Filters): Sql | undefined => {
  if (status) return sql`status = any(${status}::text[])`
  return include_archived || updated_since ? undefined : raw("status <> 'archived'")
}

const conditions = (org: string, f: Filters): (Sql | undefined)[] => [
  f.initiative_id ? sql`initiative_id = ${f.initiative_id}` : undefined,
  f.external_provider
    ? sql`exists (select 1 from project_link l
        where l.org_id = ${org} and l.project_id = p.id and l.provider = any(${f.external_provider}::text[]))`
    : undefined,
  f.owner_id ? sql`owner_id = ${f.owner_id}` : undefined,
  f.segment_id
    ? sql`exists (select 1 from project_insight e join insight i on i.org_id = e.org_id and i.id = e.insight_id and i.live
        where e.org_id = ${org} and e.project_id = p.id and i.segment_ids @> array[${f.segment_id}]::uuid[])`
    : undefined,
  f.q ? sql`(title ilike ${containing(f.q)} or description ilike ${containing(f.q)})` : undefined,
  f.target_before ? sql`target_date < ${f.target_before}` : undefined,
  f.updated_since ? sql`updated_at >= ${instantOf(f.updated_since)}` : undefined,
]
