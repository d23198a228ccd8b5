import type { projectPlans } from '#contract/resources/project-plans.ts'
import type { projects } from '#contract/resources/projects.ts'
import { type Input, json, type Output } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { documentItem, idsOf, keysOf, readDocuments, readTexts, renderPage, sortKey } from '#store/document-page.ts'
import { after, containing, instantOf, type Key, type Order, orderBy, pageLimit } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { linksArray } from './queries-detail.ts'

type ProjectListQuery = Input<typeof projects.listProjects>

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

/** What other tables know of the Projects of a page, each read once. */
const partsOfPage = (org: string) => ({
  initiatives: sql`
    select i.id, json_build_object('id', i.id, 'title', i.title, 'slug', i.slug, 'status', i.status)::text as text
    from initiative i where i.org_id = ${org} and i.id = any(array(select initiative_id from page))`,
  links: sql`
    select l.project_id as id, ${linksArray}::text as text from project_link l
    where l.org_id = ${org} and l.project_id = any(array(select id from page)) group by l.project_id`,
})

function listDocuments(db: Db, org: string, query: ProjectListQuery, keys: readonly Key[] | undefined) {
  const order = orderOf(query)
  const item = documentItem(raw('document'), raw("coalesce(initiative_id::text, '')"), sortKey(order))
  const page = sql`
    select id, initiative_id, ${item} as item from project p
    where ${allOf([sql`org_id = ${org}`, statusCondition(query), ...conditions(org, query), after(order, keys)])}
    order by ${orderBy(order)} limit ${pageLimit(query)}`
  return readDocuments(db, org, { page, parts: partsOfPage(org), updated_since: query.updated_since })
}

/** The members that `listMembers` finds are appended to each Project of the page. */
async function renderProjects(
  { db, org, cursors }: Ctx,
  query: ProjectListQuery,
  listMembers: (ids: string[]) => Promise<Map<string, string>> | undefined = () => undefined,
): Promise<string> {
  const row = await listDocuments(db, org, query, query.cursor === undefined ? undefined : cursors.read(query.cursor))
  const members = await listMembers(idsOf(row.items, query.limit))
  const [initiatives, links] = [readTexts(row.initiatives), readTexts(row.links)]
  const close = (id: string, initiativeId: string) =>
    `,"initiative":${initiatives.get(initiativeId) ?? 'null'},"external_links":${links.get(id) ?? '[]'}${
      members?.get(id) ?? ''
    }`
  return renderPage(row, query, { cursors, keysOf: keysOf(orderOf(query)), close })
}

export const listProjects = async (ctx: Ctx, query: ProjectListQuery) =>
  json<Output<typeof projects.listProjects>>(await renderProjects(ctx, query))

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
  const text = await renderProjects(ctx, query, async (ids) => {
    const plans = await listPlanRows(ctx.db, ctx.org, ids)
    return new Map(plans.map((plan) => [plan.id, planMembers(plan)]))
  })
  return json<Output<typeof projectPlans.listProjectPlans>>(text)
}

function planMembers({ id: _, positive, negative, neutral, ...plan }: ProjectPlanRow): string {
  const members = { ...plan, sentiment_breakdown: { positive, negative, neutral } }
  return `,${JSON.stringify(members).slice(1, -1)}`
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
