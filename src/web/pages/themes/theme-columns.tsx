import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { reachColumns } from '#web/shell/account-reach.tsx'
import { breakdownTotal, SentimentBar } from '#web/ui/badges.tsx'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink } from '#web/ui/lists/row-link.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { countColumn, textColumn, timeColumn } from '#web/ui/lists/columns.tsx'

export type ThemeRow = ItemOf<'listThemes'>

const nameColumns = (): GridColumn<ThemeRow>[] => [
  {
    key: 'name',
    header: t('Theme'),
    width: '230px',
    sorts: ['name', '-name'],
    cell: (one) => (
      <span className="flex items-center gap-2.5">
        <span className="size-2.5 shrink-0 rounded-full" style={{ background: one.color }} />
        <RowLink to={paths.theme(one.id)}>{one.name}</RowLink>
      </span>
    ),
  },
  textColumn('notes', t('Notes'), 'minmax(160px,1fr)', (one) => one.notes),
]

const activityColumns = (): GridColumn<ThemeRow>[] => [
  { key: 'trend', header: t('Last 12 weeks'), width: '116px', cell: (one) => <WeeklyTrend theme={one} /> },
  {
    key: 'change',
    header: t('Before → now'),
    width: '104px',
    alignEnd: true,
    cell: ({ activity }) =>
      activity && (
        <span className="text-xs text-soft">
          {formatNumber(activity.previous_insight_count)} → {formatNumber(breakdownTotal(activity.sentiment_breakdown))}
        </span>
      ),
  },
  {
    key: 'mix',
    header: t('Sentiment'),
    width: '104px',
    cell: ({ activity }) =>
      activity && <SentimentBar breakdown={activity.sentiment_breakdown} className="h-1.5 w-20" />,
  },
  {
    key: 'subthemes',
    header: t('Subthemes'),
    width: '88px',
    alignEnd: true,
    cell: ({ activity }) =>
      activity && (
        <span className={activity.subtheme_count ? '' : 'text-faint'}>{formatNumber(activity.subtheme_count)}</span>
      ),
  },
]

export const themeColumns = (items: readonly ThemeRow[]): GridColumn<ThemeRow>[] => [
  ...nameColumns(),
  ...activityColumns(),
  { ...countColumn('count', t('Insights'), '84px', (one) => one.insight_count), sorts: ['-insight_count'] },
  ...reachColumns(items, ['-revenue']),
  { ...timeColumn('updated', t('Updated'), '88px', (one) => one.updated_at), sorts: ['-updated_at'] },
]

/** Scaled to the busiest week of the theme: it shows direction, the columns beside it show size. */
function WeeklyTrend({ theme: { name, activity } }: { theme: ThemeRow }) {
  if (!activity) return null
  return (
    <Sparkline
      values={activity.weeks}
      width={92}
      height={20}
      label={t('{name}, insights by week: {counts}', {
        name,
        counts: activity.weeks.map((count) => formatNumber(count)).join(', '),
      })}
    />
  )
}

/** A theme on a narrow screen. */
export const themeCard = (one: ThemeRow) => (
  <>
    <p className="flex items-center gap-2 text-sm font-medium">
      <span className="size-2.5 rounded-full" style={{ background: one.color }} />
      <RowLink to={paths.theme(one.id)} className="">
        {one.name}
      </RowLink>
      <span className="ms-auto text-xs font-normal text-faint tabular-nums">{formatNumber(one.insight_count)}</span>
    </p>
    <div className="mt-1 flex items-center gap-4">
      <p className="line-clamp-2 min-w-0 flex-1 text-xs text-soft">{one.notes}</p>
      <WeeklyTrend theme={one} />
    </div>
  </>
)
