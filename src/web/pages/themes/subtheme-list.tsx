import { useNavigate } from '@tanstack/react-router'
import { Shapes } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Input, ItemOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/use-filters.ts'
import { type Column, DataGrid } from '#web/ui/lists/data-grid.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { RowLink } from '#web/ui/lists/row-link.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { formatNumber, formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'

type Subtheme = ItemOf<'listSubthemes'>

const textColumns = (): Column<Subtheme>[] => [
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

const columns = (): Column<Subtheme>[] => [
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
  {
    key: 'count',
    header: t('Insights'),
    width: '80px',
    alignEnd: true,
    cell: (one) => formatNumber(one.insight_count),
  },
  {
    key: 'synthesized',
    header: t('Last updated'),
    width: '100px',
    alignEnd: true,
    cell: (one) => <TimeAgo at={one.synthesized_at} className="text-xs text-faint" />,
  },
]

/** A subtheme on a narrow screen. */
const card = (one: Subtheme) => (
  <>
    <p className="line-clamp-2 text-sm font-medium">
      <RowLink to={paths.subtheme(one.id)} className="">
        {one.name}
      </RowLink>
    </p>
    <p className="mt-1 flex items-center gap-2 text-xs text-faint">
      <span aria-hidden className="size-2 rounded-full" style={{ background: one.theme_color }} />
      <span className="min-w-0 flex-1 truncate">{one.theme_name}</span>
      <SentimentBar breakdown={one.sentiment_breakdown} className="h-1.5 w-14" />
      {formatNumber(one.insight_count)}
    </p>
  </>
)

export const subthemeQuery = ({ q, theme, segment }: Record<string, string | undefined>): Input<'listSubthemes'> => ({
  ...(q && { q }),
  ...(theme && { theme_id: theme }),
  ...(segment && { segment_id: segment }),
})

export function SubthemeList() {
  const [filters] = useFilters()
  const list = useApiList('listSubthemes', subthemeQuery(filters))
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.subtheme(one.id) }), [navigate])
  const keys = useListHotkeys(list.items, { onOpen: open })
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const gridColumns = useMemo(columns, [])
  return (
    <ListState list={list} what={t('Subthemes')} empty={<NoSubthemes />}>
      <DataGrid
        name="subthemes"
        label={t('Subthemes')}
        items={list.items}
        columns={gridColumns}
        card={card}
        active={keys.active}
        onOpen={open}
        hasMore={list.hasNextPage}
        loadMore={loadMore}
      />
    </ListState>
  )
}

function NoSubthemes() {
  const [filters, setFilters] = useFilters()
  const clear = () => setFilters({ q: undefined, theme: undefined, segment: undefined })
  if (filters.q ?? filters.theme ?? filters.segment) return <NoResults what={t('subthemes')} onClear={clear} />
  return (
    <EmptyState
      icon={<Shapes />}
      title={t('No subthemes yet')}
      note={t('The analysis creates them once there are enough similar insights.')}
    />
  )
}
