import type { CountQuery, Series } from '#domain/daily-counts/queries.ts'
import { endOfPeriod, instantOf } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type Sentiment, sentimentCountNames, sentiments } from '#vocabulary/sentiments.ts'

export type DashboardFilters = {
  from?: string
  to?: string
  theme_id?: string
  segment_id?: string
  category?: string[]
  sentiment?: string[]
  source?: string[]
}

/** Conditions on an insight `i`. */
export const insightConditions = (org: string, f: DashboardFilters): Sql =>
  allOf([
    sql`i.org_id = ${org} and i.live`,
    f.from !== undefined && sql`i.occurred_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`i.occurred_at < ${endOfPeriod(f.to)}`,
    f.theme_id !== undefined &&
      sql`i.id in (select insight_id from insight_theme where org_id = ${org} and theme_id = ${f.theme_id})`,
    f.segment_id !== undefined && sql`i.segment_ids @> array[${f.segment_id}]::uuid[]`,
    f.category && sql`i.category = any(${f.category})`,
    f.sentiment && sql`i.sentiment = any(${f.sentiment})`,
    f.source && sql`i.source = any(${f.source})`,
  ])

/** Conditions on feedback `f`, through its contact and its insights. */
export const feedbackConditions = (org: string, f: DashboardFilters): Sql => {
  const filtersInsights = f.theme_id !== undefined || f.category || f.sentiment
  const { from: _, to: __, source: ___, segment_id: ____, ...insightFilters } = f
  return allOf([
    sql`f.org_id = ${org} and f.deleted_at is null`,
    f.from !== undefined && sql`f.occurred_at >= ${instantOf(f.from)}`,
    f.to !== undefined && sql`f.occurred_at < ${endOfPeriod(f.to)}`,
    f.segment_id !== undefined &&
      sql`
        f.contact_id in (select id from contact
          where org_id = ${org} and segment_ids @> array[${f.segment_id}]::uuid[])`,
    f.source && sql`f.source = any(${f.source})`,
    filtersInsights &&
      sql`f.id in (select i.feedback_id from insight i where ${insightConditions(org, insightFilters)})`,
  ])
}

type CountedBy = { series: Series; values?: CountQuery['values'] }

const dimensionsOf = (f: DashboardFilters): CountedBy[] => [
  ...(f.theme_id === undefined ? [] : [{ series: 'insight.theme' as const, values: [f.theme_id] }]),
  ...(f.segment_id === undefined ? [] : [{ series: 'insight.segment' as const, values: [f.segment_id] }]),
  ...(f.category ? [{ series: 'insight.category' as const, values: f.category }] : []),
  ...(f.source ? [{ series: 'insight.source' as const, values: f.source }] : []),
]

/** The daily counts that answer the filters; none when several dimensions are combined. */
export function insightSeries(f: DashboardFilters): CountedBy | undefined {
  const dimensions = dimensionsOf(f)
  return dimensions.length > 1 ? undefined : (dimensions[0] ?? { series: 'insight' })
}

/** The insights of a daily count that have one of the sentiments. */
export const countOf = (requested: readonly string[] = sentiments): Sql =>
  raw(
    requested.length === 0
      ? '0'
      : [...new Set(requested)].map((name) => sentimentCountNames[name as Sentiment]).join(' + '),
  )
