import { type ReactNode, useCallback, useMemo } from 'react'
import type { ListId } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { clearedFilters } from '#web/ui/forms/filters.tsx'
import { type GridColumn, DataGrid, type GridProps } from '#web/ui/lists/data-grid.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import type { OperationName } from '#web/api/client.ts'
import type { ListRow, ListRows } from './use-list-rows.ts'

export type GridView<K extends ListId> = {
  rows: ListRows<K>
  /** Identifies the list in the preferences and names its exports. */
  name: string
  label: string
  /** The URL parameters that narrow the list. */
  filterNames: readonly (keyof UrlFilters)[]
  labels: { plural: string; create?: string; filter?: string }
  /** The operation that creates one: only those who may use it get the button and the dialog. */
  createOp?: OperationName
  columns: (items: readonly ListRow<K>[]) => GridColumn<ListRow<K>>[]
  card: (item: ListRow<K>) => ReactNode
  empty: { icon: ReactNode; title: string; note: string; actions?: ReactNode }
  /** Another view of the rows, or one with the grid in it. */
  view?: ((grid: ReactNode) => ReactNode) | undefined
  /** Selection, dragging and the look of the grid. */
  grid?: Partial<GridProps<ListRow<K>>>
}

/** The rows of an API list as a grid: endless, sorted by the URL, with a placeholder, an error or an empty state. */
export function ListGrid<K extends ListId>(props: GridView<K>) {
  const { rows, label, view } = props
  const grid = <Grid {...props} />
  return (
    <ListState list={rows.list} what={label} empty={<EmptyList {...props} />}>
      {view ? view(grid) : grid}
    </ListState>
  )
}

function Grid<K extends ListId>({ rows, name, label, columns, card, grid }: GridView<K>) {
  const { items, keys, open, hasMore, loadMore } = rows
  const [{ sort }, setFilters] = useFilters()
  const onSort = useCallback((next: string | undefined) => setFilters({ sort: next }), [setFilters])
  return (
    <DataGrid
      name={name}
      label={label}
      items={items}
      columns={useMemo(() => columns(items), [columns, items])}
      card={card}
      active={keys.active}
      onOpen={open}
      sort={sort}
      onSort={onSort}
      hasMore={hasMore}
      loadMore={loadMore}
      {...grid}
    />
  )
}

function EmptyList<K extends ListId>({ rows, filterNames, labels, createOp, empty }: GridView<K>) {
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={labels.plural} onClear={() => setFilters(clearedFilters(filterNames))} />
  const actions = labels.create && (
    <Button variant="primary" op={createOp} onClick={() => rows.create()}>
      {labels.create}
    </Button>
  )
  return (
    <EmptyState
      {...empty}
      actions={
        (actions || empty.actions) && (
          <>
            {actions}
            {empty.actions}
          </>
        )
      }
    />
  )
}
