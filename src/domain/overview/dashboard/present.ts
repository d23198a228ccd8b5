import type { Static } from 'typebox'
import type { Dashboard } from '#contract/resources/dashboard.ts'
import { presentCurrentWork } from './current-work.ts'
import { npsSummary } from './nps-summary.ts'
import type { DashboardFigures, ThemeChange } from './queries.ts'
import { changePct, isQuiet, isRising, share, dashboardSummary, withoutCatchAll } from './summary.ts'

const maxListed = 5
const maxThemes = 30

const presentChange = (figure: ThemeChange) => ({ ...figure, change_pct: changePct(figure) })

function risingThemes(themes: DashboardFigures['themes'], sentiment: 'positive' | 'negative'): ThemeChange[] {
  return withoutCatchAll(themes)
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
    .slice(0, maxListed)
}

const quietThemes = (themes: DashboardFigures['themes']) =>
  withoutCatchAll(themes)
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
    .slice(0, maxListed)

const presentThemes = (themes: DashboardFigures['themes']) =>
  themes
    .filter((theme) => theme.insight_count > 0)
    .slice(0, maxThemes)
    .map(({ theme_id, name, color, insight_count, previous, positive, negative, neutral }) => ({
      theme_id,
      name,
      color,
      insight_count,
      previous_insight_count: previous,
      sentiment_breakdown: { positive, negative, neutral },
    }))

const kpi = (count: { current: number; previous: number }) => ({
  value: count.current,
  previous: count.previous,
  change_pct: changePct(count),
})

const presentKpis = (f: DashboardFigures) => ({
  insights: kpi(f.insights),
  feedback: kpi(f.feedback),
  negative_share: {
    value: share(f.insights.negative, f.insights.current),
    previous: share(f.insights.previous_negative, f.insights.previous),
    insights: f.insights.current,
  },
  initiatives_in_progress: { value: f.initiative_count },
  new_opportunities: { value: f.opportunities.current, previous: f.opportunities.previous },
})

export function presentDashboard(f: DashboardFigures, periodLabel: string): Static<typeof Dashboard> {
  const negative = risingThemes(f.themes, 'negative')
  const positive = risingThemes(f.themes, 'positive')
  return {
    period: f.period,
    summary: dashboardSummary(f, periodLabel, negative, positive),
    kpis: presentKpis(f),
    sentiment_timeline: f.sentiment_timeline,
    previous_timeline: f.previous_timeline,
    feedback_timeline: f.feedback_timeline,
    top_themes: presentThemes(f.themes),
    negative_rising: negative.map(presentChange),
    positive_rising: positive.map(presentChange),
    nps: npsSummary(f.nps),
    new_themes: f.new_themes,
    new_subthemes: f.new_subthemes,
    initiatives_in_progress: f.initiatives_in_progress,
    projects_in_progress: f.projects_in_progress,
    new_opportunities: f.new_opportunities as Static<typeof Dashboard>['new_opportunities'],
    quiet_themes: quietThemes(f.themes),
    ...(presentCurrentWork(f) as Pick<
      Static<typeof Dashboard>,
      'inbox_latest' | 'unsorted_insight_count' | 'running_jobs' | 'latest_checkin'
    >),
    data_since: f.data_since,
  }
}
