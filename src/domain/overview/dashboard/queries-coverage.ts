import { maxCoverageInsights } from '#contract/resources/coverage-shapes.ts'
import { dailyCounts } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { endOfPeriod, instantOf } from '#store/page.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'
import { countOf, type DashboardFilters, insightConditions, insightSeries } from './queries-filters.ts'

type CoverageRow = {
  insight_count: number
  contact_count: number
  source_count: number
  is_exact: boolean
  feedback_since: string | null
}

/** Few matching insights are read wherever they are, many only among the newest. */
const limits = { newest: maxCoverageInsights, few: 2000 }

/** From daily counts and the newest insights; combined filters are counted from rows. */
export async function getCoverage(
  db: Db,
  org: string,
  filters: DashboardFilters,
  { newest, few } = limits,
): Promise<CoverageRow> {
  const counted = insightSeries(filters) && (await db.first<CoverageRow>(countedCoverage(org, filters, newest)))!
  if (counted && (counted.is_exact || counted.insight_count > few)) return counted
  return (await db.first<CoverageRow>(sql`
    select count(*) as insight_count, count(distinct i.contact_id) as contact_count,
      count(distinct i.source) as source_count, true as is_exact, min(i.occurred_at) as feedback_since
    from insight i where ${insightConditions(org, filters)}`))!
}

/** The newest insights of a range, read from their index alone: `contact_id`, `source` and what filters compare. */
export const newestInsights = (
  org: string,
  { from, to }: { from?: string; to?: string },
  limit: number = maxCoverageInsights,
): Sql => sql`
  select contact_id, source, category, sentiment, theme_ids, segment_ids from insight
  where ${allOf([
    sql`org_id = ${org} and live`,
    from !== undefined && sql`occurred_at >= ${instantOf(from)}`,
    to !== undefined && sql`occurred_at < ${endOfPeriod(to)}`,
  ])}
  order by occurred_at desc, id desc limit ${limit}`

const matches = (f: DashboardFilters): Sql =>
  allOf([
    f.theme_id !== undefined && sql`i.theme_ids @> array[${f.theme_id}]::uuid[]`,
    f.segment_id !== undefined && sql`i.segment_ids @> array[${f.segment_id}]::uuid[]`,
    f.category && sql`i.category = any(${f.category})`,
    f.sentiment && sql`i.sentiment = any(${f.sentiment})`,
    f.source && sql`i.source = any(${f.source})`,
  ])

/** Different contacts and sources do not add up over days. The first day is read for the time of its first insight. */
function countedCoverage(org: string, filters: DashboardFilters, newest: number): Sql {
  const { series, values } = insightSeries(filters)!
  const { from, to, ...others } = filters
  const range = { from: from && instantOf(from), to: to && endOfPeriod(to) }
  return sql`
    with days as materialized (
      select day, ${countOf(filters.sentiment)} as n from ${dailyCounts(org, series, { values, ...range })} d),
    total as materialized (
      select coalesce(sum(n), 0) as insight_count, min(day) filter (where n > 0) as first_day from days),
    newest as materialized (
      select i.contact_id, i.source from (${newestInsights(org, filters, newest)}) i
      where (select insight_count > 0 from total) and ${matches(others)})
    select t.insight_count, (select count(distinct contact_id) from newest) as contact_count,
      (select count(distinct source) from newest) as source_count,
      (select count(*) from newest) = t.insight_count as is_exact,
      (select min(i.occurred_at) from insight i where ${insightConditions(org, filters)}
        and i.occurred_at >= t.first_day::timestamp at time zone 'UTC'
        and i.occurred_at < (t.first_day + 1)::timestamp at time zone 'UTC') as feedback_since
    from total t`
}
