import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { patchCache } from '#web/api/cache.ts'
import { EarshotError, type Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { paths, withQuery } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { breakdownTotal, SentimentBadge, SentimentBar, TrendBadge } from '#web/ui/badges.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Legend } from '#web/ui/charts/legend.tsx'
import { TrendChart } from '#web/ui/charts/trend-chart.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatNumber, formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { SubthemesCard } from './subthemes-card.tsx'
import { ThemeActions } from './theme-actions.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'

type ThemeDetail = Output<'getTheme'>

export function Theme() {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useApiQuery('getTheme', { themeId: id })
  const { data: theme, error } = query
  const mergedInto = error instanceof EarshotError && error.code === 'MERGED' ? error.replacementId : undefined
  return (
    <Page
      title={theme?.name ?? t('Theme')}
      parent={{ label: t('Themes'), to: paths.themes }}
      actions={theme && <ThemeActions theme={theme} />}
    >
      {mergedInto ? (
        <MergedNotice into={mergedInto} />
      ) : (
        <QueryState query={query} what={t('theme')}>
          {(loaded) => <Content theme={loaded} />}
        </QueryState>
      )}
    </Page>
  )
}

const MergedNotice = ({ into }: { into: string }) => (
  <p className="py-10 text-center text-soft">
    {t('This theme was merged.')}{' '}
    <Link to={paths.theme(into)} className="text-accent-text underline">
      {t('Open the merged theme')}
    </Link>
  </p>
)

const Content = ({ theme }: { theme: ThemeDetail }) => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
    <div className="grid min-w-0 content-start gap-6">
      <ThemeHeader theme={theme} />
      <ThemeTimeline theme={theme} />
      <SubthemesCard themeId={theme.id} />
      <LatestInsights theme={theme} />
    </div>
    <div className="grid content-start gap-4">
      <ThemeProperties theme={theme} />
      <CategoriesCard theme={theme} />
    </div>
  </div>
)

function ThemeHeader({ theme }: { theme: ThemeDetail }) {
  const update = useApiMutation('updateTheme', {
    optimistic: ({ themeId, ...change }) => patchCache([themeId], change),
  })
  const set = (change: object) => update.mutate({ themeId: theme.id, ...change })
  return (
    <div className="flex items-start gap-3">
      <input
        type="color"
        aria-label={t('Color')}
        value={theme.color}
        onChange={(event) => set({ color: event.target.value })}
        className="mt-1 size-7 shrink-0 rounded-md border border-line bg-transparent p-0.5"
      />
      <div className="min-w-0 flex-1">
        <InlineText
          label={t('Name')}
          value={theme.name}
          maxLength={200}
          className="text-xl font-semibold"
          onSave={(name) => set({ name })}
        />
        <InlineText
          label={t('Notes')}
          value={theme.notes ?? ''}
          optional
          maxLength={2000}
          placeholder={t('Describe this theme')}
          className="text-sm text-soft"
          onSave={(notes) => set({ notes: notes || null })}
        />
        <WrittenByModel model={theme.language_model} />
      </div>
    </div>
  )
}

function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

function ThemeTimeline({ theme }: { theme: ThemeDetail }) {
  const { data: timeline } = useApiQuery('getThemeTimeline', { themeId: theme.id, granularity: 'month' })
  const navigate = useNavigate()
  const openMonth = (month: string) =>
    void navigate({ to: withQuery(paths.insights, { theme: theme.id, after: month, before: nextMonth(month) }) })
  return (
    <PlotCard title={t('Over time')} name="theme-over-time" actions={<Legend />} rows={() => timeline?.data ?? []}>
      {timeline && timeline.data.length > 0 ? (
        <TrendChart
          data={timeline.data}
          label={t('Sentiment of {name} by month', { name: theme.name })}
          onPick={openMonth}
        />
      ) : (
        <p className="py-6 text-center text-sm text-faint">{t('No insights yet')}</p>
      )}
    </PlotCard>
  )
}

function LatestInsights({ theme }: { theme: ThemeDetail }) {
  const { data } = useApiQuery('listThemeInsights', { themeId: theme.id, limit: 8, sort: '-occurred_at' })
  if (!data || data.data.length === 0) return null
  return (
    <Card
      title={t('Latest insights')}
      flush
      actions={
        <Link
          to={withQuery(paths.insights, { theme: theme.id })}
          className="text-xs font-medium text-accent-text hover:underline"
        >
          {t('All {count}', { count: formatNumber(theme.insight_count) })}
        </Link>
      }
    >
      <ul>
        {data.data.map((one) => (
          <li key={one.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="flex items-center gap-3">
              <Link to={paths.insight(one.id)} className="min-w-0 flex-1 text-sm font-medium hover:underline">
                {one.name}
              </Link>
              <SentimentBadge sentiment={one.sentiment} />
            </div>
            {one.quote && <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{one.quote}”</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ThemeProperties({ theme }: { theme: ThemeDetail }) {
  const { sentiment_breakdown: breakdown } = theme
  return (
    <Card>
      <DescriptionList
        rows={[
          [
            t('Insights'),
            <Link
              key="i"
              to={withQuery(paths.insights, { theme: theme.id })}
              className="font-medium text-accent-text hover:underline"
            >
              {formatNumber(theme.insight_count)}
            </Link>,
          ],
          [
            t('Sentiment'),
            breakdownTotal(breakdown) > 0 && (
              <span key="s" className="flex items-center gap-2">
                <SentimentBar breakdown={breakdown} className="h-1.5 w-16" />
                <span className="text-xs whitespace-nowrap text-faint">
                  {formatPercent(breakdown.negative, breakdownTotal(breakdown))} {t('negative')}
                </span>
              </span>
            ),
          ],
          [t('Trend'), <TrendBadge key="t" trend={theme.trend} />],
          [t('Origin'), theme.origin === 'auto' ? t('Found by analysis') : t('Manual')],
          theme.first_insight_at && [t('First insight'), <TimeAgo key="f" at={theme.first_insight_at} />],
          theme.last_insight_at && [t('Last insight'), <TimeAgo key="l" at={theme.last_insight_at} />],
        ]}
      />
    </Card>
  )
}

const CategoriesCard = ({ theme }: { theme: ThemeDetail }) => (
  <Card title={t('By category')}>
    <ul className="grid gap-1.5">
      {Object.entries(theme.category_breakdown)
        .sort(([, a], [, b]) => b - a)
        .map(([key, count]) => (
          <li key={key}>
            <Link
              to={withQuery(paths.insights, { theme: theme.id, category: key })}
              className="flex justify-between text-sm hover:underline"
            >
              <span>{categoryLabels()[key]}</span>
              <span className="text-faint tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
    </ul>
  </Card>
)
