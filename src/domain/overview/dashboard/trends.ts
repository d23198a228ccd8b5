import type { metrics } from '#contract/resources/dashboard.ts'
import type { Db } from '#store/open.ts'
import { instantOf } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type Filters, ofFeedback, ofInsights } from './filters.ts'

export type Metric = (typeof metrics)[number]
export type Granularity = 'day' | 'week' | 'month'

/** Rows with a moment `at` each, and how a bucket's value comes from them; `part` marks the rows that a share or score is about. */
type Measure = { rows(org: string, filters: Filters): Sql; value: string; knows: readonly (keyof Filters)[] }

const all: readonly (keyof Filters)[] = ['theme_id', 'segment_id', 'category', 'sentiment', 'source']
const count = 'count(r.at)'

const ofOpportunities = (org: string, f: Filters): Sql =>
  allOf([
    sql`o.org_id = ${org} and o.status = 'active'`,
    f.from !== undefined && sql`o.created_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`o.created_at < ${instantOf(f.to)}`,
    f.category && sql`o.category = any(${f.category})`,
    f.segment_id !== undefined &&
      sql`o.id in (select opportunity_id from opportunity_segment where org_id = ${org} and segment_id = ${f.segment_id})`,
  ])

const ofNps = (org: string, f: Filters): Sql =>
  allOf([
    sql`n.org_id = ${org} and n.deleted_at is null`,
    f.from !== undefined && sql`n.responded_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`n.responded_at < ${instantOf(f.to)}`,
    f.source && sql`n.source = any(${f.source})`,
    f.segment_id !== undefined &&
      sql`n.contact_id in (select id from contact where org_id = ${org} and segment_ids @> array[${f.segment_id}]::uuid[])`,
  ])

/** Each metric is a line; a new source of numbers is a new line. */
const measures: Record<Metric, Measure> = {
  insights: {
    knows: all,
    value: count,
    rows: (org, f) => sql`select i.occurred_at as at, 0 as part from insight i where ${ofInsights(org, f)}`,
  },
  negative_share: {
    knows: all,
    value: 'round(100.0 * sum(r.part) / nullif(count(r.at), 0), 1)',
    rows: (org, f) =>
      sql`select i.occurred_at as at, (i.sentiment = 'NEGATIVE')::int as part from insight i where ${ofInsights(org, f)}`,
  },
  feedback: {
    knows: all,
    value: count,
    rows: (org, f) => sql`select f.occurred_at as at, 0 as part from feedback f where ${ofFeedback(org, f)}`,
  },
  tickets: {
    knows: all,
    value: count,
    rows: (org, f) =>
      sql`select f.occurred_at as at, 0 as part from feedback f where ${ofFeedback(org, f)} and f.source_type = 'cs_ticket'`,
  },
  nps: {
    knows: ['segment_id', 'source'],
    value: 'round(100.0 * sum(r.part) / nullif(count(r.at), 0))',
    rows: (org, f) =>
      sql`select n.responded_at as at, case when n.score >= 9 then 1 when n.score <= 6 then -1 else 0 end as part from nps_response n where ${ofNps(org, f)}`,
  },
  opportunities: {
    knows: ['category', 'segment_id'],
    value: count,
    rows: (org, f) => sql`select o.created_at as at, 0 as part from opportunity o where ${ofOpportunities(org, f)}`,
  },
}

export const measureOf = (metric: Metric): Measure => measures[metric]

/** The metric over all of a time, as one number. */
export const valueIn = async (db: Db, org: string, metric: Metric, filters: Filters) => {
  const { rows, value } = measureOf(metric)
  return (await db.first<{ value: number | null; count: number }>(sql`
    select (${raw(value)})::double precision as value, count(r.at) as count from (${rows(org, filters)}) r`))!
}

export type Bucket = { period: string; value: number | null; count: number }

export const buckets = (
  db: Db,
  org: string,
  metric: Metric,
  granularity: Granularity,
  range: { from: string; to: string },
  filters: Filters,
) => {
  const { rows, value } = measureOf(metric)
  return db.rows<Bucket>(sql`
    with bucket as (
      select generate_series(date_trunc(${granularity}, ${range.from}::timestamptz, 'UTC') at time zone 'UTC',
        (${range.to}::timestamptz - interval '1 millisecond') at time zone 'UTC', ('1 ' || ${granularity})::interval) as period),
    r as (${rows(org, { ...filters, ...range })})
    select to_char(b.period, 'YYYY-MM-DD') as period, (${raw(value)})::double precision as value, count(r.at) as count
    from bucket b left join r on date_trunc(${granularity}, r.at at time zone 'UTC') = b.period group by b.period order by b.period`)
}
