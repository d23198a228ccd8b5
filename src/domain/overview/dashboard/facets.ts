import type { dimensions } from '#contract/resources/dashboard.ts'
import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { type Filters, ofInsights } from './filters.ts'

export type Dimension = (typeof dimensions)[number]
export type FacetRow = { dimension: Dimension; value: string; label: string; count: number }

const max = 20

/** Each dimension as rows of value and label of the insights `i`. */
const counted: Record<Dimension, (org: string) => Sql> = {
  category: (org) =>
    sql`select i.category as value, min(c.name) as label, count(*) as count from i join category c on c.org_id = ${org} and c.key = i.category group by 1`,
  sentiment: () =>
    raw('select i.sentiment as value, min(initcap(i.sentiment)) as label, count(*) as count from i group by 1'),
  source: () =>
    raw('select i.source as value, i.source as label, count(*) as count from i where i.source is not null group by 1'),
  theme: (org) => sql`
    select t.id::text as value, min(t.name) as label, count(*) as count from i cross join unnest(i.theme_ids) x(id)
    join theme t on t.org_id = ${org} and t.id = x.id and t.archived_at is null and t.merged_into_id is null group by 1`,
  segment: (org) => sql`
    select s.id::text as value, min(s.name) as label, count(*) as count from i cross join unnest(i.segment_ids) x(id)
    join segment s on s.org_id = ${org} and s.id = x.id and s.archived_at is null group by 1`,
  language: () =>
    raw(
      'select i.language as value, i.language as label, count(*) as count from i where i.language is not null group by 1',
    ),
}

/** The insights are read once, whatever number of dimensions is asked for. */
export const facetRows = (db: Db, org: string, wanted: readonly Dimension[], filters: Filters) =>
  db.rows<FacetRow | { dimension: null; value: null; label: null; count: number }>(sql`
    with i as materialized (select i.category, i.sentiment, i.source, i.theme_ids, i.segment_ids, i.language from insight i where ${ofInsights(org, filters)})
    select null as dimension, null as value, null as label, count(*) as count from i
    ${join(
      wanted.map(
        (dimension) =>
          sql`union all (select ${raw(`'${dimension}'`)}, value, label, count from (${counted[dimension](org)}) x order by count desc, value limit ${max})`,
      ),
      ' ',
    )}`)

export type CoverageRow = {
  insight_count: number
  contact_count: number
  source_count: number
  feedback_since: string | null
}

export const coverageOf = async (db: Db, org: string, filters: Filters): Promise<CoverageRow> =>
  (await db.first<CoverageRow>(sql`
    select count(*) as insight_count, count(distinct i.contact_id) as contact_count, count(distinct i.source) as source_count, min(i.occurred_at) as feedback_since
    from insight i where ${ofInsights(org, filters)}`))!
