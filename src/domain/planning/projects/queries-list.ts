import type { projectPlans } from '#contract/resources/project-plans.ts'
import type { projects } from '#contract/resources/projects.ts'
import { type Input, rawJson, type Output } from '#contract/core/route.ts'
import type { ReadCtx } from '#domain/context.ts'
import { customFieldFilters } from '#domain/custom-fields/queries-filter.ts'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import type { Db } from '#store/open.ts'
import { type DocumentRow, pageIds, readTexts } from '#store/document-page.ts'
import { defineList } from '#store/lists/define.ts'
import { type DocumentList, documentPage } from '#store/lists/document-list.ts'
import { contains } from '#store/lists/filters.ts'
import { raw, sql } from '#store/sql.ts'
import { linksArray } from './queries-detail.ts'
import { projectTable } from './table.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

type ProjectListQuery = Input<typeof projects.listProjects>

const projectList = defineList<ProjectListQuery>()({
  table: projectTable,
  orders: {
    title: { by: 'lower(title)', type: 'text' },
    // A number of days, because a sort key must not be null; Projects without a date come last.
    target_date: { by: "coalesce(target_date - date '2000-01-01', 2147483647)", type: 'integer' },
  },
  // A delta export includes archived Projects, so that clients see the archiving.
  scope: ({ status, include_archived, updated_since }) => [
    status || include_archived || updated_since ? undefined : raw("status <> 'archived'"),
  ],
  filters: {
    ...customFieldFilters,
    external_provider: (providers, { org }) => sql`exists (
      select 1 from project_link l
      where l.org_id = ${org} and l.project_id = project.id and l.provider = any(${providers}::text[]))`,
    segment_id: (id, { org }) => sql`exists (
      select 1 from project_insight e
      join insight i on i.org_id = e.org_id and i.org_id = ${org} and i.id = e.insight_id and i.live
      where e.org_id = ${org} and e.project_id = project.id and i.segment_ids @> array[${id}]::uuid[])`,
    q: contains(['title', 'description']),
    target_before: (day) => sql`target_date < ${day}`,
    include_archived: { elsewhere: 'scope' },
  },
})

/** What other tables know of the Projects of a page, each read once. */
const partsOfPage = (org: string) => ({
  initiatives: sql`
    select i.id, json_build_object('id', i.id, 'title', i.title, 'slug', i.slug, 'status', i.status)::text as text
    from initiative i where i.org_id = ${org} and i.id = any(array(select initiative_id from page))`,
  links: sql`
    select l.project_id as id, ${linksArray}::text as text from project_link l
    where l.org_id = ${org} and l.project_id = any(array(select id from page)) group by l.project_id`,
})

function closeProject(row: DocumentRow<'initiatives' | 'links'>): (id: string, initiativeId: string) => string {
  const [initiatives, links] = [readTexts(row.initiatives), readTexts(row.links)]
  return (id, initiativeId) =>
    `,"initiative":${initiatives.get(initiativeId) ?? 'null'},"external_links":${links.get(id) ?? '[]'}`
}

const projectDocuments: DocumentList<ProjectListQuery, 'initiatives' | 'links'> = {
  list: projectList,
  extra: "coalesce(initiative_id::text, '')",
  columns: ['initiative_id'],
  parts: partsOfPage,
  close: closeProject,
}

export async function listProjects(ctx: ReadCtx, given: ProjectListQuery) {
  const { query, condition } = await fieldNarrowing(ctx, 'project', given)
  return rawJson<Output<typeof projects.listProjects>>(await documentPage(ctx, projectDocuments, query, { condition }))
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

const bySentiment = raw(sentimentCounts('i.sentiment'))

const listPlanRows = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ProjectPlanRow>(sql`
    select p.id, case when u.id is not null then json_build_object('user_id', u.id, 'name', u.name) end as owner,
      p.start_date, p.target_date, p.started_at, p.completed_at, e.*
    from project p left join app_user u on u.id = p.owner_id
    cross join lateral (select count(*) as evidence_count, ${bySentiment}
      from project_insight l
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      where l.org_id = p.org_id and l.org_id = ${org} and l.project_id = p.id) e
    where p.org_id = ${org} and p.id = any(${ids}::uuid[])`)

export async function listProjectPlans(ctx: ReadCtx, given: ProjectListQuery) {
  const { query, condition } = await fieldNarrowing(ctx, 'project', given)
  const more = async ({ items }: { items: string | null }) => {
    const plans = await listPlanRows(ctx.db, ctx.org, pageIds(items, query.limit))
    const members = new Map(plans.map((plan) => [plan.id, planMembers(plan)]))
    return (id: string) => members.get(id) ?? ''
  }
  return rawJson<Output<typeof projectPlans.listProjectPlans>>(
    await documentPage(ctx, projectDocuments, query, { condition, more }),
  )
}

function planMembers({ id: _, positive, negative, neutral, ...plan }: ProjectPlanRow): string {
  const members = { ...plan, sentiment_breakdown: { positive, negative, neutral } }
  return `,${JSON.stringify(members).slice(1, -1)}`
}
