import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { fetchAll, type Input, type ItemOf, type ListId } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { useFilters } from '#web/use-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/lists/data-grid.tsx'
import { type ExportRow, ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { ClearFilters, clearedFilters, FilterSearch } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { Loaded, Total } from '#web/ui/lists/total.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { Page } from './page.tsx'
import { SaveView } from './save-view.tsx'

type Item<K extends ListId> = ItemOf<K> & { id: string }
type Props<K extends ListId> = {
  id: K
  title: string
  query: Input<K>
  /** How many match in all, when the server counts them. */
  total?: { count: number; is_exact: boolean } | undefined
  /** The URL parameters that narrow the list. */
  filterNames: readonly string[]
  columns: () => Column<Item<K>>[]
  card: (item: Item<K>) => ReactNode
  to: (id: string) => string
  labels: { filter: string; create: string; plural: string }
  empty: { icon: ReactNode; title: string; note: string }
  leading?: ReactNode
  filters?: ReactNode
  toExportRow: (item: ItemOf<K>) => ExportRow
  createDialog: (close: () => void) => ReactNode
  rowHeight?: number
}

/** A list page: filters in the URL, hotkeys, export, empty states and a create dialog. */
export function ListPage<K extends ListId>(props: Props<K>) {
  const { id, title, query, total, to, labels, createDialog } = props
  const [filters, setFilters] = useFilters()
  const list = useApiList(id, query)
  const items = list.items as readonly Item<K>[]
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: to(one.id) }), [navigate, to])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const { active } = useListHotkeys(items, { onOpen: open, onCreate: create })
  return (
    <Page
      title={title}
      fill
      note={list.data && (total ? <Total count={total} /> : <Loaded count={items.length} hasMore={list.hasNextPage} />)}
      actions={
        <Button variant="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
          {labels.create}
        </Button>
      }
      toolbar={<ListToolbar page={props} />}
    >
      <ListState list={list} what={title} empty={<EmptyList page={props} onCreate={create} />}>
        <ListGrid page={props} list={list} active={active} onOpen={open} />
      </ListState>
      {filters.create && createDialog(() => setFilters({ create: undefined }, { replace: true }))}
    </Page>
  )
}

function ListToolbar<K extends ListId>({ page }: { page: Props<K> }) {
  const { id, query, filterNames, labels, leading, filters, toExportRow } = page
  return (
    <>
      {leading}
      <FilterSearch label={labels.filter} />
      {filters}
      <ClearFilters names={filterNames} />
      <span className="ms-auto flex gap-1.5">
        <SaveView />
        <ExportMenu name={labels.plural} load={async () => (await fetchAll(id, query)).map(toExportRow)} />
      </span>
    </>
  )
}

function EmptyList<K extends ListId>({ page, onCreate }: { page: Props<K>; onCreate: () => void }) {
  const { filterNames, labels, empty } = page
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={labels.plural} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      {...empty}
      actions={
        <Button variant="primary" onClick={onCreate}>
          {labels.create}
        </Button>
      }
    />
  )
}

type GridProps<K extends ListId> = {
  page: Props<K>
  list: { items: readonly unknown[]; hasNextPage: boolean; fetchNextPage: (options: FetchOptions) => unknown }
  active: number
  onOpen: (item: { id: string }) => void
}
type FetchOptions = { cancelRefetch: boolean }

function ListGrid<K extends ListId>({ page, list, active, onOpen }: GridProps<K>) {
  const { title, columns, card, rowHeight } = page
  const [filters, setFilters] = useFilters()
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const onSort = useCallback((sort: string | undefined) => setFilters({ sort }), [setFilters])
  return (
    <DataGrid
      name={page.id}
      label={title}
      items={list.items as readonly Item<K>[]}
      columns={useMemo(columns, [columns])}
      card={card}
      active={active}
      onOpen={onOpen}
      sort={filters.sort}
      onSort={onSort}
      hasMore={list.hasNextPage}
      loadMore={loadMore}
      {...(rowHeight && { rowHeight })}
    />
  )
}
