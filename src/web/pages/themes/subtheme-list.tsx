import { Shapes } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf, ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { reachColumns } from '#web/shell/account-reach.tsx'
import { ListGrid } from '#web/shell/lists/list-grid.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { SentimentBar } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink, RowTitle } from '#web/ui/lists/row-link.tsx'
import { formatNumber, formatPercent } from '#web/ui/time.tsx'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { countColumn, timeColumn } from '#web/ui/lists/columns.tsx'

type Subtheme = ItemOf<'listSubthemes'>

const textColumns = (): GridColumn<Subtheme>[] => [
  {
    key: 'name',
    header: t('Subtheme'),
    width: 'minmax(260px,1fr)',
    cell: (one) => <RowLink to={paths.subtheme(one.id)}>{one.name}</RowLink>,
  },
  {
    key: 'theme',
    header: t('Theme'),
    width: '200px',
    cell: (one) => (
      <span className="flex items-center gap-2 text-xs text-soft">
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: one.theme_color }} />
        <span className="truncate">{one.theme_name}</span>
      </span>
    ),
  },
]

const columns = (items: readonly Subtheme[]): GridColumn<Subtheme>[] => [
  ...textColumns(),
  {
    key: 'mix',
    header: t('Sentiment'),
    width: '110px',
    cell: (one) => <SentimentBar breakdown={one.sentiment_breakdown} className="h-1.5 w-20" />,
  },
  {
    key: 'negative',
    header: t('Negative'),
    width: '80px',
    alignEnd: true,
    cell: (one) => (
      <span className="text-xs text-soft tabular-nums">
        {formatPercent(one.sentiment_breakdown.negative, one.insight_count)}
      </span>
    ),
  },
  countColumn('count', t('Insights'), '80px', (one) => one.insight_count),
  ...reachColumns(items),
  timeColumn('synthesized', t('Last updated'), '100px', (one) => one.synthesized_at),
]

/** A subtheme on a narrow screen. */
const card = (one: Subtheme) => (
  <>
    <RowTitle to={paths.subtheme(one.id)}>{one.name}</RowTitle>
    <p className="mt-1 flex items-center gap-2 text-xs text-faint">
      <span aria-hidden className="size-2 rounded-full" style={{ background: one.theme_color }} />
      <span className="min-w-0 flex-1 truncate">{one.theme_name}</span>
      <SentimentBar breakdown={one.sentiment_breakdown} className="h-1.5 w-14" />
      {formatNumber(one.insight_count)}
    </p>
  </>
)

export const subthemeQuery = ({ q, theme, segment }: UrlFilters): InputOf<'listSubthemes'> => ({
  ...(q && { q }),
  ...(theme && { theme_id: theme }),
  ...(segment && { segment_id: segment }),
})

const filterNames = ['q', 'theme', 'segment'] as const

export function SubthemeList() {
  const [filters] = useFilters()
  const query = useMemo(() => subthemeQuery(filters), [filters])
  const rows = useListRows('listSubthemes', query, { to: paths.subtheme, canCreate: false })
  return (
    <ListGrid
      rows={rows}
      name="subthemes"
      label={t('Subthemes')}
      filterNames={filterNames}
      labels={{ plural: t('subthemes') }}
      columns={columns}
      card={card}
      empty={{
        icon: <Shapes />,
        title: t('No subthemes yet'),
        note: t('The analysis creates them once there are enough similar insights.'),
      }}
    />
  )
}
