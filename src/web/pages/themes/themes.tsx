import { useNavigate } from '@tanstack/react-router'
import { ChartScatter, LayoutGrid, Plus, Rows3, Shapes, Sparkles, Table } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { fetchAll, type Input } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { breakdownTotal } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Treemap } from '#web/ui/charts/treemap.tsx'
import { DataGrid } from '#web/ui/lists/data-grid.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { FilterSearch } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Loaded } from '#web/ui/lists/total.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { type Filters, useFilters } from '#web/use-filters.ts'
import { BubbleChart } from './bubble-chart.tsx'
import { CreateTheme } from './create-theme.tsx'
import { Proposals } from './proposals.tsx'
import { SubthemeList, subthemeQuery } from './subtheme-list.tsx'
import { themeCard, themeColumns, type ThemeRow } from './theme-columns.tsx'

const views = ['map', 'bubble', 'table', 'subthemes', 'proposals'] as const
type View = (typeof views)[number]
const maxTiles = 60
const noItems: ThemeRow[] = []
const sorts = ['-insight_count', 'name', '-name', '-updated_at']

const viewOf = (filters: Filters): View => views.find((one) => one === filters.view) ?? 'map'
const sortOf = (filters: Filters) => sorts.find((one) => one === filters.sort) ?? sorts[0]!

export function Themes() {
  const [filters, setFilters] = useFilters()
  const query = { sort: sortOf(filters), include: ['activity'], ...(filters.q && { q: filters.q }) }
  const list = useApiList('listThemes', query as Input<'listThemes'>)
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.theme(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const view = viewOf(filters)
  const { active } = useListHotkeys(view === 'map' || view === 'table' ? list.items : noItems, {
    onOpen: open,
    onCreate: create,
  })
  return (
    <Page
      title={t('Themes')}
      fill
      note={list.data && <Loaded count={list.items.length} hasMore={list.hasNextPage} />}
      actions={
        <Button variant="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
          {t('New theme')}
        </Button>
      }
      toolbar={<Toolbar view={view} query={query as Input<'listThemes'>} />}
    >
      <ThemesView view={view}>
        <ListState list={list} empty={<NoThemes onCreate={create} />}>
          {view === 'map' && <ThemeMap themes={list.items} onOpen={open} />}
          <ThemeGrid list={list} active={active} onOpen={open} />
        </ListState>
      </ThemesView>
      {filters.create && <CreateTheme onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

/** The views that are no list of themes have data of their own. */
function ThemesView({ view, children }: { view: View; children: ReactNode }) {
  if (view === 'bubble') return <BubbleChart />
  if (view === 'subthemes') return <SubthemeList />
  if (view === 'proposals') return <Proposals />
  return children
}

function Toolbar({ view, query }: { view: View; query: Input<'listThemes'> }) {
  const [, setFilters] = useFilters()
  return (
    <>
      <FilterSearch label={t('Filter themes')} />
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
        {view === 'subthemes' ? <SubthemesExport /> : <ThemesExport query={query} />}
      </span>
    </>
  )
}

const ThemesExport = ({ query }: { query: Input<'listThemes'> }) => (
  <ExportMenu name="themes" load={async () => (await fetchAll('listThemes', query)).map(toExportRow)} />
)

function SubthemesExport() {
  const [filters] = useFilters()
  const load = async () =>
    (await fetchAll('listSubthemes', subthemeQuery(filters))).map(({ sentiment_breakdown, ...row }) => ({
      ...row,
      ...sentiment_breakdown,
    }))
  return <ExportMenu name="subthemes" load={load} />
}

const toExportRow = ({ activity, ...theme }: ThemeRow) => ({
  ...theme,
  ...(activity && {
    last_12_weeks: breakdownTotal(activity.sentiment_breakdown),
    previous_12_weeks: activity.previous_insight_count,
    ...activity.sentiment_breakdown,
    subtheme_count: activity.subtheme_count,
  }),
})

function ThemeMap({ themes, onOpen }: { themes: readonly ThemeRow[]; onOpen: (theme: { id: string }) => void }) {
  const tiles = useMemo(
    () =>
      themes
        .filter((one) => one.insight_count > 0)
        .slice(0, maxTiles)
        .map((one) => ({
          id: one.id,
          name: one.name,
          value: one.insight_count,
          color: one.color,
          ...(one.activity && { mix: one.activity.sentiment_breakdown }),
        })),
    [themes],
  )
  if (tiles.length === 0) return null
  return (
    <div className="shrink-0 border-b border-line px-4 py-4 md:px-6">
      <Treemap
        tiles={tiles}
        height={260}
        label={t('Themes by number of insights')}
        href={paths.theme}
        onPick={(id) => onOpen({ id })}
      />
    </div>
  )
}

type ThemeListQuery = ReturnType<typeof useApiList<'listThemes'>>
type GridProps = { list: ThemeListQuery; active: number; onOpen: (theme: { id: string }) => void }

function ThemeGrid({ list, active, onOpen }: GridProps) {
  const [filters, setFilters] = useFilters()
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const columns = useMemo(themeColumns, [])
  const onSort = useCallback((sort: string | undefined) => setFilters({ sort }), [setFilters])
  return (
    <DataGrid
      name="themes"
      label={t('Themes')}
      items={list.items}
      columns={columns}
      card={themeCard}
      active={active}
      onOpen={onOpen}
      sort={sortOf(filters)}
      defaultSort={sorts[0]!}
      onSort={onSort}
      hasMore={list.hasNextPage}
      loadMore={loadMore}
    />
  )
}

function NoThemes({ onCreate }: { onCreate: () => void }) {
  const [filters, setFilters] = useFilters()
  if (filters.q) return <NoResults what={t('themes')} onClear={() => setFilters({ q: undefined })} />
  return (
    <EmptyState
      icon={<Shapes />}
      title={t('No themes yet')}
      note={t('Themes group insights about the same topic. The analysis proposes them; you can create your own.')}
      actions={
        <Button variant="primary" onClick={onCreate}>
          {t('New theme')}
        </Button>
      }
    />
  )
}
