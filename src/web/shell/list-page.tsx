import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { everything, type In, type ItemOf, type ListId } from '#web/api/client.ts'
import { useList } from '#web/api/hooks.ts'
import { useFilters } from '#web/search.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { type Exported, ExportMenu } from '#web/ui/export-menu.tsx'
import { ClearFilters, cleared, FilterBox } from '#web/ui/filters.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf } from '#web/ui/time.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { Page } from './page.tsx'
import { SaveView } from './save-view.tsx'

type Props<K extends ListId> = {
  id: K
  title: string
  query: In<K>
  /** The parameters of the address that narrow the list. */
  names: readonly string[]
  columns: () => Column<ItemOf<K> & { id: string }>[]
  card: (item: ItemOf<K> & { id: string }) => ReactNode
  to: (id: string) => string
  words: { filter: string; create: string; several: string }
  empty: { icon: ReactNode; title: string; note: string }
  before?: ReactNode
  filters?: ReactNode
  exported: (item: ItemOf<K>) => Exported
  creating: (close: () => void) => ReactNode
  rowHeight?: number
}

/** The frame of a plain list: its filters in the address, its keys, its export, its empty states, and the dialog that adds to it. */
export function ListPage<K extends ListId>({
  id,
  title,
  query,
  names,
  columns,
  card,
  to,
  words,
  empty,
  before,
  filters: more,
  exported,
  creating,
  rowHeight,
}: Props<K>) {
  type Item = ItemOf<K> & { id: string }
  const [filters, setFilters] = useFilters()
  const list = useList(id, query)
  const items = list.items as readonly Item[]
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: to(one.id) }), [navigate, to])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const keys = useListKeys(items, { open, create })
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const shown = useMemo(columns, [columns])
  const onSort = useCallback((sort: string) => setFilters({ sort }), [setFilters])
  const narrowed = names.some((name) => filters[name])
  const add = (
    <Button look="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>
      {words.create}
    </Button>
  )
  return (
    <Page
      title={title}
      fill
      note={list.data && `${numberOf(items.length)}${list.hasNextPage ? '+' : ''}`}
      actions={add}
      toolbar={
        <>
          {before}
          <FilterBox label={words.filter} />
          {more}
          <ClearFilters names={names} />
          <span className="ms-auto flex gap-1.5">
            <SaveView />
            <ExportMenu name={words.several} load={async () => (await everything(id, query)).map(exported)} />
          </span>
        </>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} what={title} />
      ) : list.isPending ? (
        <Loading />
      ) : items.length === 0 ? (
        narrowed ? (
          <EmptyFiltered what={words.several} onClear={() => setFilters(cleared(names))} />
        ) : (
          <EmptyFirst
            {...empty}
            actions={
              <Button look="primary" onClick={create}>
                {words.create}
              </Button>
            }
          />
        )
      ) : (
        <DataGrid
          label={title}
          items={items}
          columns={shown}
          card={card}
          active={keys.active}
          onOpen={open}
          sort={filters.sort}
          onSort={onSort}
          hasMore={list.hasNextPage}
          loadMore={loadMore}
          {...(rowHeight && { rowHeight })}
        />
      )}
      {filters.create && creating(() => setFilters({ create: undefined }, { replace: true }))}
    </Page>
  )
}
