import type { Static } from 'typebox'
import type { CompetitorInsight } from '#contract/resources/competitor-shapes.ts'
import { isOfOpportunity } from '#domain/planning/opportunities/queries-merged.ts'
import { countReturned } from '#store/count-returned.ts'
import type { Db } from '#store/open.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'

export type PublishedInsight = Static<typeof CompetitorInsight>

/** In the shape of the response; `m` is the membership in the version. */
const columns = raw(`i.id, i.name, i.sentiment, i.category,
  json_build_object('text', i.quote, 'competitor_id', i.competitor_id, 'insight_id', i.id, 'sentiment', i.sentiment,
    'source', r.source, 'source_type', r.source_type,
    'source_url', r.url, 'parent_text', r.parent_text, 'thread_role', r.thread_role,
    'published_at', iso(r.published_at)) as quote,
  i.competitor_id, c.name as competitor_name, m.subtheme_id, iso(i.created_at) as created_at`)

const insightJoins = (org: string): Sql => sql`
  join competitor_insight i on i.org_id = m.org_id and i.org_id = ${org} and i.id = m.insight_id
  join competitor_review r on r.org_id = i.org_id and r.org_id = ${org} and r.id = i.review_id
  join competitor c on c.org_id = i.org_id and c.org_id = ${org} and c.id = i.competitor_id`

type InsightFilters = { competitor_id?: string; subtheme_id?: string; teaser_id?: string; sentiment?: string[] }

/** Insights of the published version, the newest first. */
export const insightPageSql = (
  org: string,
  limit: number,
  after: string | undefined,
  filters: InsightFilters,
): Sql => sql`
  select ${columns} from competitor_graph v
    join competitor_version_insight m on m.org_id = v.org_id and m.org_id = ${org} and m.version = v.version
      ${insightJoins(org)}
  where ${allOf([
    sql`v.org_id = ${org}`,
    filters.competitor_id !== undefined && sql`i.competitor_id = ${filters.competitor_id}`,
    filters.subtheme_id !== undefined && sql`m.subtheme_id = ${filters.subtheme_id}`,
    filters.teaser_id !== undefined && sql`m.teaser_id = ${filters.teaser_id}`,
    filters.sentiment && sql`i.sentiment = any(${filters.sentiment})`,
    after !== undefined && sql`m.insight_id < ${after}::uuid`,
  ])} order by m.insight_id desc limit ${limit + 1}`

export const findInsight = (db: Db, org: string, id: string) =>
  db.first<PublishedInsight>(sql`
    select ${columns} from competitor_graph v
    join competitor_version_insight m on m.org_id = v.org_id and m.org_id = ${org} and m.version = v.version
      and m.insight_id = ${id} ${insightJoins(org)}
    where v.org_id = ${org}`)

/** The ids that exist in the published version. */
export const listExistingReviewInsightIds = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
    select m.insight_id as id from competitor_graph g
    join competitor_version_insight m on m.org_id = g.org_id and m.org_id = ${org} and m.version = g.version
    where g.org_id = ${org} and m.insight_id = any(${ids}::uuid[])`)
  ).map((row) => row.id)

type OpportunityPage = { opportunity: string; limit: number; after: string | undefined }

/** The competitor insights linked to an opportunity; the links outlive versions of the graph. */
export const listInsightsOfOpportunity = (db: Db, org: string, { opportunity, limit, after }: OpportunityPage) =>
  db.rows<PublishedInsight>(sql`
    select ${columns} from (
      select distinct l.org_id, l.insight_id, x.subtheme_id from opportunity_competitor_insight l
      left join competitor_graph g on g.org_id = l.org_id and g.org_id = ${org}
      left join competitor_version_insight x on x.org_id = l.org_id and x.org_id = ${org} and x.version = g.version
        and x.insight_id = l.insight_id
      where ${allOf([
        sql`l.org_id = ${org} and ${isOfOpportunity(org, opportunity)}`,
        after !== undefined && sql`l.insight_id < ${after}::uuid`,
      ])}
      order by l.insight_id desc limit ${limit + 1}) m ${insightJoins(org)} order by m.insight_id desc`)

/** Returns how many were new. */
export const insertOpportunityInsights = (
  db: Db,
  org: string,
  { opportunity, insights, by }: { opportunity: string; insights: readonly string[]; by: string },
) =>
  countReturned(
    db,
    sql`
    insert into opportunity_competitor_insight (org_id, opportunity_id, insight_id, added_by)
    select ${org}, ${opportunity}::uuid, insight_id, ${by} from unnest(${insights}::uuid[]) as insight_id
    on conflict do nothing returning insight_id`,
  )
