import { lazy, Suspense, useMemo } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { UnsortedLink } from '#web/shell/unsorted-insights.tsx'
import { ShareLinkButton } from '#web/shell/sharing/share-link-button.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Legend } from '#web/ui/charts/legend.tsx'
import { Treemap } from '#web/ui/charts/treemap.tsx'
import { TrendChart } from '#web/ui/charts/trend-chart.tsx'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { Checklist } from './checklist.tsx'
import { RunningJobs } from './current-work.tsx'
import { DashboardCards } from './dashboard-cards.tsx'
import { Kpis } from './kpis.tsx'
import type { ListFilters } from './list-filters.ts'
import { PeriodPicker, usePeriod } from './period-picker.tsx'
import { summaryParagraph } from './summary.ts'
import { type Timeline, timelineOf } from './timeline.ts'

type Data = OutputOf<'getDashboard'>

/** Only of an empty organization. */
const Onboarding = lazy(() => import('./onboarding.tsx').then(({ Onboarding: page }) => ({ default: page })))

const jobsPollIntervalMs = 10_000
/** More tiles than this would be too small for their names. */
const maxTiles = 9

export function DashboardPage() {
  const [filters] = useFilters()
  const { query } = usePeriod()
  const dashboard = useApiQuery(
    'getDashboard',
    { ...query, ...(filters.segment && { segment_id: filters.segment }) },
    { keepPrevious: true, refetchInterval: (latest) => (latest?.running_jobs.length ? jobsPollIntervalMs : false) },
  )
  return (
    <Page
      title={t('Dashboard')}
      actions={<ShareLinkButton target={{ kind: 'dashboard' }} />}
      toolbar={
        <>
          <PeriodPicker />
          <SegmentFilter />
        </>
      }
    >
      <DashboardState {...dashboard} />
    </Page>
  )
}

type State = { data: Data | undefined; error: unknown; refetch: () => void }

function DashboardState({ data, error, refetch }: State) {
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading rows={10} />
  if (!isEmpty(data)) return <Content data={data} />
  return (
    <Suspense fallback={<Loading rows={10} />}>
      <Onboarding />
    </Suspense>
  )
}

/** Insights count too: they can be written before there is any feedback. */
const isEmpty = ({ data_since, kpis: { insights }, running_jobs }: Data) =>
  data_since === null && insights.value + insights.previous === 0 && running_jobs.length === 0

function Content({ data }: { data: Data }) {
  const [filters] = useFilters()
  const compared = filters.compare !== 'none'
  const timeline = useMemo(() => timelineOf(data), [data])
  const listFilters: ListFilters = {
    after: data.period.from.slice(0, 10),
    before: data.period.to.slice(0, 10),
    segment: filters.segment,
  }
  return (
    <div className="grid gap-4">
      <Checklist />
      <p className="text-base text-soft">{summaryParagraph(data, compared)}</p>
      <Kpis data={data} timeline={timeline} compared={compared} listFilters={listFilters} />
      <RunningJobs jobs={data.running_jobs} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SentimentPlot timeline={timeline} compared={compared} listFilters={listFilters} />
        <ThemesPlot themes={data.top_themes} unsorted={data.unsorted_insight_count} listFilters={listFilters} />
      </div>
      <DashboardCards data={data} compared={compared} listFilters={listFilters} />
    </div>
  )
}

function timelineNote(bucketDays: number): string {
  if (bucketDays === 1) return t('Insights by day')
  return bucketDays === 7 ? t('Insights by week') : t('Insights by 30-day period')
}

type SentimentPlotProps = { timeline: Timeline; compared: boolean; listFilters: ListFilters }

function SentimentPlot({ timeline, compared, listFilters }: SentimentPlotProps) {
  const navigate = useNavigate()
  const { bucketDays, buckets, previous, nextBucket } = timeline
  return (
    <PlotCard
      title={t('Sentiment')}
      name="sentiment"
      note={timelineNote(bucketDays)}
      actions={<Legend previous={compared} />}
      rows={() => buckets.map((bucket, n) => ({ ...bucket, ...(compared && { before: previous[n]! }) }))}
    >
      <TrendChart
        data={buckets}
        height={236}
        previous={compared ? previous : undefined}
        label={bucketDays === 1 ? t('Sentiment of insights by day') : t('Sentiment of insights over time')}
        onPick={(day) => void navigate(paths.insights({ ...listFilters, after: day, before: nextBucket(day) }))}
      />
    </PlotCard>
  )
}

type ThemesPlotProps = { themes: Data['top_themes']; unsorted: number; listFilters: ListFilters }

function ThemesPlot({ themes, unsorted, listFilters }: ThemesPlotProps) {
  const navigate = useNavigate()
  const insightsOf = (theme: string) => paths.insights({ ...listFilters, theme })
  const tiles = themes.slice(0, maxTiles).map((one) => ({
    id: one.theme_id,
    name: one.name,
    value: one.insight_count,
    color: one.color,
    mix: one.sentiment_breakdown,
  }))
  const rows = () =>
    themes.map((one) => ({
      theme: one.name,
      insights: one.insight_count,
      before: one.previous_insight_count,
      ...one.sentiment_breakdown,
    }))
  return (
    <PlotCard
      title={t('Top themes')}
      name="themes"
      note={t('Themes by insights in this period')}
      actions={<UnsortedLink count={unsorted} />}
      rows={rows}
    >
      {tiles.length > 0 ? (
        <Treemap
          tiles={tiles}
          height={236}
          label={t('Themes by number of insights')}
          href={insightsOf}
          onPick={(id) => void navigate(insightsOf(id))}
        />
      ) : (
        <p className="py-10 text-center text-sm text-faint">{t('No insights in this period.')}</p>
      )}
    </PlotCard>
  )
}
