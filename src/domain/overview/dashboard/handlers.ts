import type { Static } from 'typebox'
import { type dashboard, type Dashboard, dimensions } from '#contract/resources/dashboard.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import { shownAtHand } from './at-hand.ts'
import { threshold, verdictOf } from './coverage.ts'
import { coverageOf, facetRows, type FacetRow } from './facets.ts'
import type { Filters } from './filters.ts'
import { npsOf } from './nps-figures.ts'
import { type Figures, figures, type Move } from './queries.ts'
import { rangeOf } from './range.ts'
import { changePct, isQuiet, isRising, share, summaryOf, withoutMixed } from './summary.ts'
import { buckets, type Granularity, measureOf, type Metric } from './trends.ts'

const listMost = 5
const themesMost = 30
const maxBuckets = 1000

const move = (figure: Move) => ({ ...figure, change_pct: changePct(figure) })

function moves(themes: Figures['themes'], sentiment: 'positive' | 'negative'): Move[] {
  return withoutMixed(themes)
    .map(({ theme_id, name, color, ...t }) => ({
      theme_id,
      name,
      color,
      current: t[sentiment],
      previous: t[`previous_${sentiment}`],
    }))
    .filter(isRising)
    .sort(
      (a, b) =>
        b.current - b.previous - (a.current - a.previous) ||
        b.current - a.current ||
        (a.theme_id < b.theme_id ? -1 : 1),
    )
    .slice(0, listMost)
}

const quiet = (themes: Figures['themes']) =>
  withoutMixed(themes)
    .map(({ theme_id, name, color, last_insight_at, previous, insight_count }) => ({
      theme_id,
      name,
      color,
      last_insight_at,
      previous,
      current: insight_count,
    }))
    .filter(isQuiet)
    .sort((a, b) => b.previous - b.current - (a.previous - a.current) || (a.theme_id < b.theme_id ? -1 : 1))
    .slice(0, listMost)

function shown(f: Figures, words: string): Static<typeof Dashboard> {
  const negative = moves(f.themes, 'negative')
  const positive = moves(f.themes, 'positive')
  const kpi = (count: { current: number; previous: number }) => ({
    value: count.current,
    previous: count.previous,
    change_pct: changePct(count),
  })
  return {
    period: f.period,
    summary: summaryOf(f, words, negative, positive),
    kpis: {
      insights: kpi(f.insights),
      feedback: kpi(f.feedback),
      negative_share: {
        value: share(f.insights.negative, f.insights.current),
        previous: share(f.insights.previous_negative, f.insights.previous),
        insights: f.insights.current,
      },
      initiatives_in_progress: { value: f.initiative_count },
      new_opportunities: { value: f.opportunities.current, previous: f.opportunities.previous },
    },
    sentiment_timeline: f.sentiment_timeline,
    previous_timeline: f.previous_timeline,
    feedback_timeline: f.feedback_timeline,
    top_themes: f.themes
      .filter((t) => t.insight_count > 0)
      .slice(0, themesMost)
      .map(({ theme_id, name, color, insight_count, previous, positive, negative, neutral }) => ({
        theme_id,
        name,
        color,
        insight_count,
        previous_insight_count: previous,
        sentiment_breakdown: { positive, negative, neutral },
      })),
    negative_rising: negative.map(move),
    positive_rising: positive.map(move),
    nps: npsOf(f.nps),
    new_themes: f.new_themes,
    new_subthemes: f.new_subthemes,
    initiatives_in_progress: f.initiatives_in_progress,
    projects_in_progress: f.projects_in_progress,
    new_opportunities: f.new_opportunities as Static<typeof Dashboard>['new_opportunities'],
    quiet_themes: quiet(f.themes),
    ...(shownAtHand(f) as Pick<Static<typeof Dashboard>, 'inbox_latest' | 'running_jobs' | 'latest_checkin'>),
    data_since: f.data_since,
  }
}

const dayMs = 24 * 3600 * 1000
const bucketMs = { day: dayMs, week: 7 * dayMs, month: 28 * dayMs }

function spanOf({ from, to }: Filters, granularity: Granularity, now: Date) {
  const end = to === undefined ? new Date(now.getTime() + 1) : new Date(to)
  const start = from === undefined ? new Date(end.getTime() - 90 * dayMs) : new Date(from)
  if (start >= end) invalidField('query.from', 'has to lie before the end of the range')
  if ((end.getTime() - start.getTime()) / bucketMs[granularity] > maxBuckets)
    invalidField('query.from', `makes more than ${maxBuckets} buckets; take a coarser granularity`)
  return { from: start.toISOString(), to: end.toISOString() }
}

function refuseUnknown(metric: Metric, filters: Filters) {
  const { from: _, to: __, ...others } = filters
  const { knows } = measureOf(metric)
  for (const name of Object.keys(others))
    if (!knows.includes(name as keyof Filters)) invalidField(`query.${name}`, `does not apply to the metric ${metric}`)
}

export const handlers: Handlers<typeof dashboard, Ctx> = {
  async getDashboard({ db, org, now }, { segment_id, ...asked }) {
    const { words, ...range } = rangeOf(asked, now)
    return shown(await figures(db, org, range, segment_id), words)
  },

  async getDashboardTrends({ db, org, now }, { metric, granularity, ...filters }) {
    refuseUnknown(metric, filters)
    const range = spanOf(filters, granularity, now)
    return { metric, granularity, ...range, data: await buckets(db, org, metric, granularity, range, filters) }
  },

  async getDashboardFacets({ db, org }, { dimensions: wanted = [...dimensions], ...filters }) {
    const rows = await facetRows(db, org, wanted, filters)
    const ofDimension = (name: string) =>
      rows
        .filter((row): row is FacetRow => row.dimension === name)
        .map(({ value, label, count }) => ({ value, label, count }))
    return {
      insight_count: rows.find((row) => row.dimension === null)!.count,
      facets: Object.fromEntries(wanted.map((name) => [name, ofDimension(name)])),
    }
  },

  async getDashboardCoverage({ db, org }, filters) {
    const row = await coverageOf(db, org, filters)
    return { verdict: verdictOf(row), ...row, threshold }
  },
}
