import type { facetDimensions } from '#contract/resources/dashboard.ts'
import type { Db } from '#store/open.ts'
import { dailyCounts, type Series } from '#domain/daily-counts/queries.ts'
import { endOfPeriod, instantOf } from '#store/page.ts'
import { empty, join, raw, type Sql, sql } from '#store/sql.ts'
import { countOf, type DashboardFilters, insightConditions, insightSeries } from './queries-filters.ts'
import { sentiments, sentimentValues } from '#vocabulary/sentiments.ts'

type Dimension = (typeof facetDimensions)[number]
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

/** The same from daily counts. */
const dimensionSeries: Record<Exclude<Dimension, 'sentiment'>, Series> = {
  category: 'insight.category',
  source: 'insight.source',
  theme: 'insight.theme',
  segment: 'insight.segment',
  language: 'insight.language',
}

const labels: Record<Exclude<Dimension, 'sentiment'>, (org: string) => { label: Sql; from: Sql }> = {
  category: (org) => ({ label: raw('c.name'), from: sql`join category c on c.org_id = ${org} and c.key = d.value` }),
  source: () => ({ label: raw('d.value'), from: empty }),
  language: () => ({ label: raw('d.value'), from: empty }),
  theme: (org) => ({
    label: raw('t.name'),
    from: sql`join theme t on t.org_id = ${org} and t.id = d.value::uuid and t.archived_at is null
      and t.merged_into_id is null`,
  }),
  segment: (org) => ({
    label: raw('s.name'),
    from: sql`join segment s on s.org_id = ${org} and s.id = d.value::uuid and s.archived_at is null`,
  }),
}

function countedFacet(org: string, dimension: Dimension, filters: DashboardFilters): Sql {
  const n = countOf(filters.sentiment)
  if (dimension === 'sentiment')
    return sql`
      select x.value, initcap(x.value) as label, sum(x.n) as count
      from ${dailyCounts(org, 'insight', rangeOf(filters))} d cross join lateral (values
        ${raw(sentimentValues('d'))}) as x (value, n)
      where x.value = any(${filters.sentiment ?? sentiments}::text[]) group by 1
      having sum(x.n) > 0`
  const { label, from } = labels[dimension](org)
  return sql`
    select d.value, min(${label}) as label, sum(${n}) as count
    from ${dailyCounts(org, dimensionSeries[dimension], rangeOf(filters))} d ${from} group by 1 having sum(${n}) > 0`
}

const rangeOf = ({ from, to }: DashboardFilters) => ({ from: from && instantOf(from), to: to && endOfPeriod(to) })

type FacetRows = (FacetRow | { dimension: null; value: null; label: null; count: number })[]

/** From daily counts, unless a filter by one dimension asks for the values of another. */
export const listFacets = (db: Db, org: string, requested: readonly Dimension[], filters: DashboardFilters) =>
  insightSeries(filters)?.series === 'insight'
    ? listCountedFacets(db, org, requested, filters)
    : listFilteredFacets(db, org, requested, filters)

const listCountedFacets = (db: Db, org: string, requested: readonly Dimension[], filters: DashboardFilters) =>
  db.rows<FacetRows[number]>(sql`
    select null as dimension, null as value, null as label, coalesce(sum(${countOf(filters.sentiment)}), 0) as count
    from ${dailyCounts(org, 'insight', rangeOf(filters))} d
    ${join(
      requested.map(
        (dimension) =>
          sql`
            union all (select ${raw(`'${dimension}'`)}, value, label, count
              from (${countedFacet(org, dimension, filters)}) x order by count desc, value limit ${maxValues})`,
      ),
      ' ',
    )}`)

/** Reads the insights once for all dimensions. */
const listFilteredFacets = (db: Db, org: string, requested: readonly Dimension[], filters: DashboardFilters) =>
  db.rows<FacetRows[number]>(sql`
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
