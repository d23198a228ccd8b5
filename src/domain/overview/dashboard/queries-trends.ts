import type { metrics } from '#contract/resources/dashboard.ts'
import type { Db } from '#store/open.ts'
import { endOfPeriod, instantOf } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type CountQuery, dailyCounts, type Series } from '#domain/daily-counts/queries.ts'
import {
  countOf,
  type DashboardFilters,
  feedbackConditions,
  insightConditions,
  insightSeries,
} from './queries-filters.ts'
import { inNpsGroup } from '#vocabulary/nps.ts'
import type { Granularity } from '#vocabulary/periods.ts'

export type Metric = (typeof metrics)[number]

/**
 * `rows` have a time `at`, a count `n`, and the numerator `part` of a share or score; `value` aggregates those of a
 * bucket.
 */
type MetricDefinition = {
  rows(org: string, filters: DashboardFilters): Sql
  value: string
  filters: readonly (keyof DashboardFilters)[]
}

const allFilters: readonly (keyof DashboardFilters)[] = ['theme_id', 'segment_id', 'category', 'sentiment', 'source']
const count = 'coalesce(sum(r.n), 0)'

const opportunityConditions = (org: string, f: DashboardFilters): Sql =>
  allOf([
    sql`o.org_id = ${org} and o.status = 'active'`,
    f.from !== undefined && sql`o.created_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`o.created_at < ${endOfPeriod(f.to)}`,
    f.category && sql`o.category = any(${f.category})`,
    f.segment_id !== undefined &&
      sql`
        o.id in (select opportunity_id from opportunity_segment
          where org_id = ${org} and segment_id = ${f.segment_id})`,
  ])

const npsConditions = (org: string, f: DashboardFilters): Sql =>
  allOf([
    sql`n.org_id = ${org} and n.deleted_at is null`,
    f.from !== undefined && sql`n.responded_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`n.responded_at < ${endOfPeriod(f.to)}`,
    f.source && sql`n.source = any(${f.source})`,
    f.segment_id !== undefined &&
      sql`
        n.contact_id in (select id from contact
          where org_id = ${org} and segment_ids @> array[${f.segment_id}]::uuid[])`,
  ])

/** No filters but the range and those named. */
const hasOnly = (f: DashboardFilters, ...names: (keyof DashboardFilters)[]) =>
  Object.entries(f).every(
    ([name, value]) => value === undefined || ['from', 'to', ...names].includes(name as keyof DashboardFilters),
  )

type Counted = { series: Series; values?: CountQuery['values']; part?: Sql; n?: Sql }

/** The rows of a metric from daily counts. */
const counted = (org: string, { from, to }: DashboardFilters, { series, values, part, n }: Counted): Sql => {
  const range = { from: from && instantOf(from), to: to && endOfPeriod(to) }
  return sql`
    select d.day::timestamp at time zone 'UTC' as at, ${part ?? raw('0')} as part, ${n ?? raw('d.count')} as n
    from ${dailyCounts(org, series, { values, ...range })} d`
}

const insightRows = (org: string, f: DashboardFilters): Sql => {
  const by = insightSeries(f)
  if (!by)
    return sql`
      select i.occurred_at as at, (i.sentiment = 'NEGATIVE')::int as part, 1 as n from insight i
      where ${insightConditions(org, f)}`
  const countsNegative = !f.sentiment || f.sentiment.includes('NEGATIVE')
  return counted(org, f, { ...by, part: raw(countsNegative ? 'd.negative' : '0'), n: countOf(f.sentiment) })
}

const selectFeedback = (org: string, f: DashboardFilters): Sql =>
  sql`select f.occurred_at as at, 0 as part, 1 as n from feedback f where ${feedbackConditions(org, f)}`

const feedbackRows = (org: string, f: DashboardFilters): Sql | undefined => {
  if (!hasOnly(f, 'source')) return undefined
  return counted(org, f, f.source ? { series: 'feedback.source', values: f.source } : { series: 'feedback' })
}

const byNpsGroup = {
  promoter: raw(inNpsGroup('promoter', 'n.score')),
  detractor: raw(inNpsGroup('detractor', 'n.score')),
}

const npsRows = (org: string, f: DashboardFilters): Sql => {
  const part = raw('d.promoters - d.detractors')
  if (hasOnly(f, 'source'))
    return counted(org, f, f.source ? { series: 'nps.source', values: f.source, part } : { series: 'nps', part })
  return sql`
    select n.responded_at as at,
      case when ${byNpsGroup.promoter} then 1 when ${byNpsGroup.detractor} then -1 else 0 end as part, 1 as n
    from nps_response n where ${npsConditions(org, f)}`
}

const metricDefinitions: Record<Metric, MetricDefinition> = {
  insights: {
    filters: allFilters,
    value: count,
    rows: insightRows,
  },
  negative_share: {
    filters: allFilters,
    value: 'round(100.0 * sum(r.part) / nullif(sum(r.n), 0), 1)',
    rows: insightRows,
  },
  feedback: {
    filters: allFilters,
    value: count,
    rows: (org, f) => feedbackRows(org, f) ?? selectFeedback(org, f),
  },
  tickets: {
    filters: allFilters,
    value: count,
    rows: (org, f) =>
      hasOnly(f)
        ? counted(org, f, { series: 'feedback.source_type', values: ['cs_ticket'] })
        : sql`${selectFeedback(org, f)} and f.source_type = 'cs_ticket'`,
  },
  nps: {
    filters: ['segment_id', 'source'],
    value: 'round(100.0 * sum(r.part) / nullif(sum(r.n), 0))',
    rows: npsRows,
  },
  opportunities: {
    filters: ['category', 'segment_id'],
    value: count,
    rows: (org, f) =>
      sql`select o.created_at as at, 0 as part, 1 as n from opportunity o where ${opportunityConditions(org, f)}`,
  },
}

export const metricDefinition = (metric: Metric): MetricDefinition => metricDefinitions[metric]

/** The metric over the whole range, as one number. */
export const getMetricValue = async (db: Db, org: string, metric: Metric, filters: DashboardFilters) => {
  const { rows, value } = metricDefinition(metric)
  return (await db.first<{ value: number | null; count: number }>(sql`
    select (${raw(value)})::double precision as value, coalesce(sum(r.n), 0) as count from (${rows(org, filters)}) r`))!
}

type Bucket = { period: string; value: number | null; count: number }

type TrendQuery = {
  metric: Metric
  granularity: Granularity
  range: { from: string; to: string }
  filters: DashboardFilters
}

export const listBuckets = (db: Db, org: string, { metric, granularity, range, filters }: TrendQuery) => {
  const { rows, value } = metricDefinition(metric)
  return db.rows<Bucket>(sql`
    with bucket as (
      select generate_series(date_trunc(${granularity}, ${range.from}::timestamptz, 'UTC') at time zone 'UTC',
        (${range.to}::timestamptz - interval '1 millisecond') at time zone 'UTC', ('1 ' || ${granularity})::interval)
        as period),
    r as (${rows(org, { ...filters, ...range })})
    select to_char(b.period, 'YYYY-MM-DD') as period, (${raw(value)})::double precision as value,
      coalesce(sum(r.n), 0) as count
    from bucket b left join r on date_trunc(${granularity}, r.at at time zone 'UTC') = b.period group by b.period
    order by b.period`)
}
