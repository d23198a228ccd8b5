import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import { EarshotError, type Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { Legend, TrendChart } from '#web/ui/charts.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { SentimentBar, SentimentMark, TrendMark } from '#web/ui/marks.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { PlotCard } from '#web/ui/plot-card.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, percentOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords } from '#web/words.ts'
import { SubthemesOf } from './subthemes-of.tsx'

type Detail = Out<'getTheme'>

export function Theme() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: theme, error, refetch } = useRoute('getTheme', { themeId: id })
  const merged = error instanceof EarshotError && error.code === 'MERGED' ? error.replacementId : undefined
  return (
    <Page
      title={theme?.name ?? t('Theme')}
      above={{ label: t('Themes'), to: paths.themes }}
      actions={theme && <Actions theme={theme} />}
    >
      {merged ? (
        <p className="py-10 text-center text-soft">
          {t('This theme was merged.')}{' '}
          <Link to={paths.theme(merged)} className="text-accent-text underline">
            {t('Open the one it became part of')}
          </Link>
        </p>
      ) : error ? (
        <ErrorState error={error} retry={refetch} what={t('theme')} />
      ) : !theme ? (
        <Loading />
      ) : (
        <Content theme={theme} />
      )}
    </Page>
  )
}

function Content({ theme }: { theme: Detail }) {
  const update = useCall('updateTheme', { optimistic: ({ themeId, ...change }) => show([themeId], change) })
  const set = (change: object) => update.mutate({ themeId: theme.id, ...change })
  const { data: timeline } = useRoute('getThemeTimeline', { themeId: theme.id, granularity: 'month' })
  const navigate = useNavigate()
  const { sentiment_breakdown: mix } = theme
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-6">
        <div className="flex items-start gap-3">
          <input
            type="color"
            aria-label={t('Colour')}
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
              placeholder={t('What belongs here?')}
              className="text-sm text-soft"
              onSave={(notes) => set({ notes: notes || null })}
            />
          </div>
        </div>
        <PlotCard title={t('Over time')} name="theme-over-time" actions={<Legend />} rows={() => timeline?.data ?? []}>
          {timeline && timeline.data.length > 0 ? (
            <TrendChart
              data={timeline.data}
              label={t('Sentiment of {name} by month', { name: theme.name })}
              onPick={(month) =>
                void navigate({
                  to: listAt(paths.insights, { theme: theme.id, after: month, before: nextMonth(month) }),
                })
              }
            />
          ) : (
            <p className="py-6 text-center text-sm text-faint">{t('No insights yet')}</p>
          )}
        </PlotCard>
        <SubthemesOf themeId={theme.id} />
        <TopInsights theme={theme} />
      </div>
      <div className="grid content-start gap-4">
        <Card>
          <Facts
            rows={[
              [
                t('Insights'),
                <Link
                  key="i"
                  to={listAt(paths.insights, { theme: theme.id })}
                  className="font-medium text-accent-text hover:underline"
                >
                  {numberOf(theme.insight_count)}
                </Link>,
              ],
              [
                t('Sentiment'),
                <span key="s" className="flex items-center gap-2">
                  <SentimentBar of={mix} className="h-1.5 w-16" />
                  <span className="text-xs whitespace-nowrap text-faint">
                    {percentOf(mix.negative, mix.negative + mix.neutral + mix.positive)} {t('negative')}
                  </span>
                </span>,
              ],
              [t('Trend'), <TrendMark key="t" trend={theme.trend} />],
              [t('Origin'), theme.origin === 'auto' ? t('Found by analysis') : t('By hand')],
              theme.first_insight_at && [t('First heard'), <TimeAgo key="f" at={theme.first_insight_at} />],
              theme.last_insight_at && [t('Last heard'), <TimeAgo key="l" at={theme.last_insight_at} />],
            ]}
          />
        </Card>
        <Card title={t('By category')}>
          <ul className="grid gap-1.5">
            {Object.entries(theme.category_breakdown)
              .sort(([, a], [, b]) => b - a)
              .map(([key, count]) => (
                <li key={key}>
                  <Link
                    to={listAt(paths.insights, { theme: theme.id, category: key })}
                    className="flex justify-between text-sm hover:underline"
                  >
                    <span>{categoryWords()[key]}</span>
                    <span className="text-faint tabular-nums">{count}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}

function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

function TopInsights({ theme }: { theme: Detail }) {
  const { data } = useRoute('listThemeInsights', { themeId: theme.id, limit: 8 })
  if (!data || data.data.length === 0) return null
  return (
    <Card
      title={t('Latest insights')}
      flush
      actions={
        <Link
          to={listAt(paths.insights, { theme: theme.id })}
          className="text-xs font-medium text-accent-text hover:underline"
        >
          {t('All {count}', { count: numberOf(theme.insight_count) })}
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
              <SentimentMark sentiment={one.sentiment} />
            </div>
            {one.quote && <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{one.quote}”</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Actions({ theme }: { theme: Detail }) {
  const [into, setInto] = useState<{ id: string; name: string }>()
  const { data: themes } = useRoute('listThemes', { limit: 100, sort: '-insight_count' })
  const navigate = useNavigate()
  const restore = useCall('updateTheme')
  const archive = useCall('archiveTheme', {
    onDone: () =>
      toast({
        title: t('The theme was archived'),
        action: { label: t('Undo'), run: () => restore.mutate({ themeId: theme.id, archived: false }) },
      }),
  })
  const merge = useCall('mergeThemes', {
    onDone: ({ id, moved_insight_count }) => {
      toast({ title: t('{count, one {# insight} other {# insights}} moved', { count: moved_insight_count }) })
      void navigate({ to: paths.theme(id) })
    },
  })
  const others = (themes?.data ?? []).filter((one) => one.id !== theme.id)
  return (
    <>
      <Picker
        label={t('Merge into…')}
        choices={others.map((one) => ({
          id: one.id,
          label: one.name,
          note: t('{count, one {# insight} other {# insights}}', { count: one.insight_count }),
        }))}
        onPick={(id) => setInto(others.find((one) => one.id === id))}
        trigger={<Button size="sm">{t('Merge into…')}</Button>}
      />
      <Menu
        trigger={<IconButton label={t('More')} icon={<MoreHorizontal className="size-4" />} />}
        items={[
          theme.archived_at
            ? { label: t('Bring back'), run: () => restore.mutate({ themeId: theme.id, archived: false }) }
            : { label: t('Archive'), run: () => archive.mutate({ themeId: theme.id }) },
        ]}
      />
      <Confirm
        open={into !== undefined}
        onClose={() => setInto(undefined)}
        busy={merge.isPending}
        title={t('Merge into {name}?', { name: into?.name ?? '' })}
        note={t('{count, one {# insight moves} other {# insights move}} from {name}, which then redirects there.', {
          count: theme.insight_count,
          name: theme.name,
        })}
        yes={t('Merge')}
        onYes={() => merge.mutate({ themeId: into!.id, source_theme_ids: [theme.id] })}
      />
    </>
  )
}
