import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { reachRow } from '#web/shell/account-reach.tsx'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { breakdownTotal, SentimentBar, TrendBadge } from '#web/ui/badges.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Legend } from '#web/ui/charts/legend.tsx'
import { TrendChart } from '#web/ui/charts/trend-chart.tsx'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { formatNumber, formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { CompaniesCard } from './companies-card.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { InsightListRow } from '#web/shell/insight-row.tsx'
import { CardLink, CountLink } from '#web/ui/lists/card-links.tsx'
import { DefinitionCard } from './definition-card.tsx'
import { SubthemesCard } from './subthemes-card.tsx'
import { ThemeActions } from './theme-actions.tsx'

type ThemeDetail = OutputOf<'getTheme'>

export const ThemePage = () => (
  <ObjectPage
    kind="theme"
    actions={(theme) => <ThemeActions theme={theme} />}
    merged={{ text: t('This theme was merged.'), link: t('Open the merged theme'), to: paths.theme }}
  >
    {(theme) => <Content theme={theme} />}
  </ObjectPage>
)

const Content = ({ theme }: { theme: ThemeDetail }) => (
  <DetailColumns
    gap="gap-6"
    side={
      <>
        <ThemeProperties theme={theme} />
        <DefinitionCard theme={theme} />
        <CategoriesCard theme={theme} />
      </>
    }
  >
    <ThemeHeader theme={theme} />
    <ThemeTimeline theme={theme} />
    <SubthemesCard themeId={theme.id} />
    <CompaniesCard themeId={theme.id} />
    <LatestInsights theme={theme} />
    <ObjectComments type="theme" id={theme.id} />
  </DetailColumns>
)

function ThemeHeader({ theme }: { theme: ThemeDetail }) {
  const update = useApiMutation('updateTheme', {
    optimistic: ({ themeId, ...change }) => patchCache([themeId], change),
  })
  const set = (change: object) => update.mutate({ themeId: theme.id, ...change })
  return (
    <DetailHeader
      op="updateTheme"
      label={t('Name')}
      name={theme.name}
      onRename={(name) => set({ name })}
      color={{ value: theme.color, onChange: (color) => set({ color }) }}
      text={{
        label: t('Notes'),
        value: theme.notes ?? '',
        placeholder: t('Describe this theme'),
        onSave: (notes) => set({ notes: notes || null }),
      }}
    >
      <WrittenByModel model={theme.language_model} />
    </DetailHeader>
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
    void navigate(paths.insights({ theme: theme.id, after: month, before: nextMonth(month) }))
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
        <CardLink to={paths.insights({ theme: theme.id })}>
          {t('All {count}', { count: formatNumber(theme.insight_count) })}
        </CardLink>
      }
    >
      <ul>
        {data.data.map((one) => (
          <InsightListRow key={one.id} id={one.id} insight={one} />
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
          [t('Insights'), <CountLink key="i" to={paths.insights({ theme: theme.id })} count={theme.insight_count} />],
          reachRow(theme.account_reach, { theme: theme.id }),
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
              to={paths.insights({ theme: theme.id, category: key })}
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
