import { useNavigate } from '@tanstack/react-router'
import { Shapes } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { In, ItemOf } from '#web/api/client.ts'
import { useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { SentimentBar } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, percentOf, TimeAgo } from '#web/ui/time.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'

type Subtheme = ItemOf<'listSubthemes'>

const columns = (): Column<Subtheme>[] => [
  {
    key: 'name',
    head: t('Subtheme'),
    width: 'minmax(260px,1fr)',
    cell: (one) => (
      <a
        href={paths.subtheme(one.id)}
        tabIndex={-1}
        onClick={(event) => event.preventDefault()}
        className="truncate font-medium"
      >
        {one.name}
      </a>
    ),
  },
  {
    key: 'theme',
    head: t('Theme'),
    width: '200px',
    cell: (one) => (
      <span className="flex items-center gap-2 text-xs text-soft">
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: one.theme_color }} />
        <span className="truncate">{one.theme_name}</span>
      </span>
    ),
  },
  {
    key: 'mix',
    head: t('Sentiment'),
    width: '110px',
    cell: (one) => <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-20" />,
  },
  {
    key: 'negative',
    head: t('Negative'),
    width: '80px',
    end: true,
    cell: (one) => (
      <span className="text-xs text-soft tabular-nums">
        {percentOf(one.sentiment_breakdown.negative, one.insight_count)}
      </span>
    ),
  },
  { key: 'count', head: t('Insights'), width: '80px', end: true, cell: (one) => numberOf(one.insight_count) },
  {
    key: 'made',
    head: t('Synthesized'),
    width: '100px',
    end: true,
    cell: (one) => <TimeAgo at={one.synthesized_at} className="text-xs text-faint" />,
  },
]
const card = (one: Subtheme) => (
  <>
    <p className="line-clamp-2 text-sm font-medium">{one.name}</p>
    <p className="mt-1 flex items-center gap-2 text-xs text-faint">
      <span aria-hidden className="size-2 rounded-full" style={{ background: one.theme_color }} />
      <span className="min-w-0 flex-1 truncate">{one.theme_name}</span>
      <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-14" />
      {numberOf(one.insight_count)}
    </p>
  </>
)

export const subthemeQuery = ({ q, theme, segment }: Record<string, string | undefined>): In<'listSubthemes'> => ({
  ...(q && { q }),
  ...(theme && { theme_id: theme }),
  ...(segment && { segment_id: segment }),
})

export function SubthemeList() {
  const [filters, setFilters] = useFilters()
  const list = useList('listSubthemes', subthemeQuery(filters))
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.subtheme(one.id) }), [navigate])
  const keys = useListKeys(list.items, { open })
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const shown = useMemo(columns, [])
  if (list.error) return <ErrorState error={list.error} retry={list.refetch} what={t('Subthemes')} />
  if (list.isPending) return <Loading />
  if (list.items.length > 0)
    return (
      <DataGrid
        label={t('Subthemes')}
        items={list.items}
        columns={shown}
        card={card}
        active={keys.active}
        onOpen={open}
        hasMore={list.hasNextPage}
        loadMore={more}
      />
    )
  const filtered = filters.q ?? filters.theme ?? filters.segment
  return filtered ? (
    <EmptyFiltered
      what={t('subthemes')}
      onClear={() => setFilters({ q: undefined, theme: undefined, segment: undefined })}
    />
  ) : (
    <EmptyFirst
      icon={<Shapes />}
      title={t('No subthemes yet')}
      note={t('The analysis finds them once there are enough insights that say nearly the same.')}
    />
  )
}
