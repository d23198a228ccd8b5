import { useNavigate } from '@tanstack/react-router'
import { ChartScatter, LayoutGrid, Plus, Rows3, Shapes, Sparkles, Table } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { problemOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sparkline, Treemap } from '#web/ui/charts.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FilterBox } from '#web/ui/filters.tsx'
import { SentimentBar, sumOf } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { Bubbles } from './bubbles.tsx'
import { Proposals } from './proposals.tsx'
import { SubthemeList, subthemeQuery } from './subtheme-list.tsx'

type Theme = ItemOf<'listThemes'>

const columns = (): Column<Theme>[] => [
  {
    key: 'name',
    head: t('Theme'),
    width: '230px',
    sort: 'name',
    cell: (one) => (
      <span className="flex items-center gap-2.5">
        <span className="size-2.5 shrink-0 rounded-full" style={{ background: one.color }} />
        <a
          href={paths.theme(one.id)}
          tabIndex={-1}
          onClick={(event) => event.preventDefault()}
          className="truncate font-medium"
        >
          {one.name}
        </a>
      </span>
    ),
  },
  {
    key: 'notes',
    head: t('Notes'),
    width: 'minmax(160px,1fr)',
    cell: (one) => <span className="text-xs text-soft">{one.notes}</span>,
  },
  { key: 'trend', head: t('Last 12 weeks'), width: '116px', cell: (one) => <Trend of={one} /> },
  {
    key: 'change',
    head: t('Before → now'),
    width: '104px',
    end: true,
    cell: ({ activity }) =>
      activity && (
        <span className="text-xs text-soft">
          {numberOf(activity.previous_insight_count)} → {numberOf(sumOf(activity.sentiment_breakdown))}
        </span>
      ),
  },
  {
    key: 'mix',
    head: t('Sentiment'),
    width: '104px',
    cell: ({ activity }) => activity && <SentimentBar of={activity.sentiment_breakdown} className="h-1.5 w-20" />,
  },
  {
    key: 'subthemes',
    head: t('Subthemes'),
    width: '88px',
    end: true,
    cell: ({ activity }) =>
      activity && (
        <span className={activity.subtheme_count ? '' : 'text-faint'}>{numberOf(activity.subtheme_count)}</span>
      ),
  },
  {
    key: 'count',
    head: t('Insights'),
    width: '84px',
    sort: 'insight_count',
    end: true,
    cell: (one) => numberOf(one.insight_count),
  },
  {
    key: 'updated',
    head: t('Updated'),
    width: '88px',
    sort: 'updated_at',
    end: true,
    cell: (one) => <TimeAgo at={one.updated_at} className="text-xs text-faint" />,
  },
]

/** Every theme is drawn against its own busiest week: the column is about direction, the numbers beside it about size. */
function Trend({ of: { name, activity } }: { of: Theme }) {
  if (!activity) return null
  return (
    <Sparkline
      values={activity.weeks}
      width={92}
      height={20}
      label={t('{name}, insights by week: {counts}', {
        name,
        counts: activity.weeks.map((count) => numberOf(count)).join(', '),
      })}
    />
  )
}

const card = (one: Theme) => (
  <>
    <p className="flex items-center gap-2 text-sm font-medium">
      <span className="size-2.5 rounded-full" style={{ background: one.color }} />
      {one.name}
      <span className="ms-auto text-xs font-normal text-faint tabular-nums">{numberOf(one.insight_count)}</span>
    </p>
    <div className="mt-1 flex items-center gap-4">
      <p className="line-clamp-2 min-w-0 flex-1 text-xs text-soft">{one.notes}</p>
      <Trend of={one} />
    </div>
  </>
)

const exported = ({ activity, ...theme }: Theme) => ({
  ...theme,
  ...(activity && {
    last_12_weeks: sumOf(activity.sentiment_breakdown),
    previous_12_weeks: activity.previous_insight_count,
    ...activity.sentiment_breakdown,
    subtheme_count: activity.subtheme_count,
  }),
})

const views = ['map', 'bubble', 'table', 'subthemes', 'proposals'] as const
const none: Theme[] = []
const sorts: Record<string, string> = {
  '-insight_count': '-insight_count',
  insight_count: '-insight_count',
  name: 'name',
  '-name': '-name',
  '-updated_at': '-updated_at',
  updated_at: '-updated_at',
}

export function Themes() {
  const [filters, setFilters] = useFilters()
  const sort = sorts[filters.sort ?? '-insight_count'] ?? '-insight_count'
  const query = { sort, include: ['activity'], ...(filters.q && { q: filters.q }) } as In<'listThemes'>
  const list = useList('listThemes', query)
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.theme(one.id) }), [navigate])
  const creating = () => setFilters({ create: '1' }, { replace: true })
  const view = views.find((one) => one === filters.view) ?? 'map'
  const keys = useListKeys(view === 'map' || view === 'table' ? list.items : none, { open, create: creating })
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const tiles = useMemo(
    () =>
      list.items
        .filter((one) => one.insight_count > 0)
        .slice(0, 60)
        .map((one) => ({
          id: one.id,
          name: one.name,
          value: one.insight_count,
          color: one.color,
          ...(one.activity && { mix: one.activity.sentiment_breakdown }),
        })),
    [list.items],
  )
  const shown = useMemo(columns, [])
  const onSort = useCallback((next: string) => setFilters({ sort: next }), [setFilters])
  return (
    <Page
      title={t('Themes')}
      fill
      note={list.data && numberOf(list.items.length)}
      actions={
        <Button look="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={creating}>
          {t('New theme')}
        </Button>
      }
      toolbar={
        <>
          <FilterBox label={t('Filter themes')} />
          <Tabs
            label={t('View')}
            value={view}
            onChange={(next) => setFilters({ view: next === 'map' ? undefined : next })}
            tabs={[
              { key: 'map', label: t('Map'), icon: <LayoutGrid className="size-3.5" /> },
              { key: 'bubble', label: t('Bubbles'), icon: <ChartScatter className="size-3.5" /> },
              { key: 'table', label: t('Table'), icon: <Table className="size-3.5" /> },
              { key: 'subthemes', label: t('Subthemes'), icon: <Rows3 className="size-3.5" /> },
              { key: 'proposals', label: t('Proposals'), icon: <Sparkles className="size-3.5" /> },
            ]}
          />
          <span className="ms-auto flex gap-1.5">
            <SaveView />
            {view === 'subthemes' ? (
              <ExportMenu
                name="subthemes"
                load={async () =>
                  (await everything('listSubthemes', subthemeQuery(filters))).map(
                    ({ sentiment_breakdown, ...row }) => ({ ...row, ...sentiment_breakdown }),
                  )
                }
              />
            ) : (
              <ExportMenu name="themes" load={async () => (await everything('listThemes', query)).map(exported)} />
            )}
          </span>
        </>
      }
    >
      {view === 'bubble' ? (
        <Bubbles />
      ) : view === 'subthemes' ? (
        <SubthemeList />
      ) : view === 'proposals' ? (
        <Proposals />
      ) : list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Loading />
      ) : list.items.length === 0 ? (
        filters.q ? (
          <EmptyFiltered what={t('themes')} onClear={() => setFilters({ q: undefined })} />
        ) : (
          <EmptyFirst
            icon={<Shapes />}
            title={t('No themes yet')}
            note={t(
              'Themes gather insights that are about the same thing. The analysis proposes them; you can make your own.',
            )}
            actions={
              <Button look="primary" onClick={creating}>
                {t('New theme')}
              </Button>
            }
          />
        )
      ) : (
        <>
          {view === 'map' && tiles.length > 0 && (
            <div className="shrink-0 border-b border-line px-4 py-4 md:px-6">
              <Treemap
                tiles={tiles}
                height={260}
                label={t('Themes by number of insights')}
                href={paths.theme}
                onPick={(id) => open({ id })}
              />
            </div>
          )}
          <DataGrid
            label={t('Themes')}
            items={list.items}
            columns={shown}
            card={card}
            active={keys.active}
            onOpen={open}
            sort={sort}
            onSort={onSort}
            hasMore={list.hasNextPage}
            loadMore={more}
          />
        </>
      )}
      {filters.create && <CreateTheme onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function CreateTheme({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('createTheme', { onDone: ({ id }) => void navigate({ to: paths.theme(id) }) })
  return (
    <Dialog open onClose={onClose} title={t('New theme')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { name, color, notes } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          create.mutate({ name: name!, color: color!, ...(notes && { notes }) })
        }}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          autoFocus
          of={['createTheme', 'name']}
          problem={problemOf(create.error, 'name')}
        />
        <TextField label={t('Colour')} name="color" type="color" defaultValue="#2c5bd4" className="w-14 p-1" />
        <TextArea label={t('Notes')} name="notes" rows={2} of={['createTheme', 'notes']} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create theme')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
