import type { dimensions } from '#contract/resources/dashboard.ts'
import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { type DashboardFilters, insightConditions } from './queries-filters.ts'

export type Dimension = (typeof dimensions)[number]
export type FacetRow = { dimension: Dimension; value: string; label: string; count: number }

const maxValues = 20

/** Values with labels and counts per dimension, of the insights `i`. */
const facetQueries: Record<Dimension, (org: string) => Sql> = {
  category: (org) =>
    sql`
      select i.category as value, min(c.name) as label, count(*) as count from i
      join category c on c.org_id = ${org} and c.key = i.category group by 1`,
  sentiment: () =>
    raw('select i.sentiment as value, min(initcap(i.sentiment)) as label, count(*) as count from i group by 1'),
  source: () =>
    raw('select i.source as value, i.source as label, count(*) as count from i where i.source is not null group by 1'),
  theme: (org) => sql`
    select t.id::text as value, min(t.name) as label, count(*) as count from i cross join unnest(i.theme_ids) x(id)
    join theme t on t.org_id = ${org} and t.id = x.id and t.archived_at is null and t.merged_into_id is null
    group by 1`,
  segment: (org) => sql`
    select s.id::text as value, min(s.name) as label, count(*) as count from i cross join unnest(i.segment_ids) x(id)
    join segment s on s.org_id = ${org} and s.id = x.id and s.archived_at is null group by 1`,
  language: () =>
    raw(`select i.language as value, i.language as label, count(*) as count from i
      where i.language is not null group by 1`),
}

/** Reads the insights once for all dimensions. */
export const listFacets = (db: Db, org: string, requested: readonly Dimension[], filters: DashboardFilters) =>
  db.rows<FacetRow | { dimension: null; value: null; label: null; count: number }>(sql`
    with i as materialized (select i.category, i.sentiment, i.source, i.theme_ids, i.segment_ids, i.language
      from insight i where ${insightConditions(org, filters)})
    select null as dimension, null as value, null as label, count(*) as count from i
    ${join(
      requested.map(
        (dimension) =>
          sql`
            union all (select ${raw(`'${dimension}'`)}, value, label, count from (${facetQueries[dimension](org)}) x
              order by count desc, value limit ${maxValues})`,
      ),
      ' ',
    )}`)

export type CoverageRow = {
  insight_count: number
  contact_count: number
  source_count: number
  feedback_since: string | null
}

export const getCoverage = async (db: Db, org: string, filters: DashboardFilters): Promise<CoverageRow> =>
  (await db.first<CoverageRow>(sql`
    select count(*) as insight_count, count(distinct i.contact_id) as contact_count,
      count(distinct i.source) as source_count, min(i.occurred_at) as feedback_since
    from insight i where ${insightConditions(org, filters)}`))!
