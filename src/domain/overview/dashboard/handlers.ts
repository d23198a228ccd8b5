import { type dashboard, facetDimensions } from '#contract/resources/dashboard.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { invalidField } from '#domain/errors.ts'
import { endOfPeriod } from '#store/page.ts'
import { coverageThreshold, coverageVerdict } from './coverage.ts'
import { dateRange } from './date-range.ts'
import { presentDashboard } from './present.ts'
import { getDashboardFigures } from './queries.ts'
import { getCoverage } from './queries-coverage.ts'
import { type FacetRow, listFacets } from './queries-facets.ts'
import type { DashboardFilters } from './queries-filters.ts'
import { listBuckets, type Metric, metricDefinition } from './queries-trends.ts'
import type { Granularity } from '#vocabulary/periods.ts'

const maxBuckets = 1000
const dayMs = 24 * 3600 * 1000
const bucketMs = { day: dayMs, week: 7 * dayMs, month: 28 * dayMs }

function trendRange({ from, to }: DashboardFilters, granularity: Granularity, now: Date) {
  const end = to === undefined ? new Date(now.getTime() + 1) : new Date(endOfPeriod(to))
  const start = from === undefined ? new Date(end.getTime() - 90 * dayMs) : new Date(from)
  if (start >= end) invalidField('query.from', 'must be before the end of the range')
  if ((end.getTime() - start.getTime()) / bucketMs[granularity] > maxBuckets)
    invalidField('query.from', `produces more than ${maxBuckets} buckets; use a coarser granularity`)
  return { from: start.toISOString(), to: end.toISOString() }
}

function requireApplicableFilters(metric: Metric, filters: DashboardFilters) {
  const { from: _, to: __, ...others } = filters
  const { filters: applicable } = metricDefinition(metric)
  for (const name of Object.keys(others))
    if (!applicable.includes(name as keyof DashboardFilters))
      invalidField(`query.${name}`, `does not apply to the metric ${metric}`)
}

export const handlers: Handlers<typeof dashboard> = {
  async getDashboard({ db, org, now }, { segment_id, ...period }) {
    const { label, ...range } = dateRange(period, now)
    return presentDashboard(await getDashboardFigures(db, org, range, segment_id), label)
  },

  async getDashboardTrends({ db, org, now }, { metric, granularity, ...filters }) {
    requireApplicableFilters(metric, filters)
    const range = trendRange(filters, granularity, now)
    return { metric, granularity, ...range, data: await listBuckets(db, org, { metric, granularity, range, filters }) }
  },

  async getDashboardFacets({ db, org }, { dimensions: requestedDimensions = [...facetDimensions], ...filters }) {
    const rows = await listFacets(db, org, requestedDimensions, filters)
    const ofDimension = (name: string) =>
      rows
        .filter((row): row is FacetRow => row.dimension === name)
        .map(({ value, label, count }) => ({ value, label, count }))
    return {
      insight_count: rows.find((row) => row.dimension === null)!.count,
      facets: Object.fromEntries(requestedDimensions.map((name) => [name, ofDimension(name)])),
    }
  },

  async getDashboardCoverage({ db, org }, filters) {
    const row = await getCoverage(db, org, filters)
    return { verdict: coverageVerdict(row), ...row, threshold: coverageThreshold }
  },
}
