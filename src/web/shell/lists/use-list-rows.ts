import { useCallback, useEffect } from 'react'
import type { InputOf, ItemOf, ListId } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import type { Path } from '#web/routes/paths.ts'
import type { Hotkeys } from '#web/use-hotkeys.ts'
import type { RowActions } from './row-actions.tsx'

export type ListRow<K extends ListId> = ItemOf<K> & { id: string }
type Row = { id: string }

type Options<T> = {
  /** The page of a row. */
  to?: (id: string) => Path
  /** In place of the page of the row. */
  onOpen?: (row: Row) => void
  /** Whether a row can be created or shown in a side panel on this page. */
  canCreate?: boolean
  canPeek?: boolean
  /** The view needs all rows at once. */
  loadsAll?: boolean
  /** The view shows no rows that a key could choose. */
  hasNoRows?: boolean
  rowHotkeys?: (row: T) => Hotkeys
  actions?: RowActions<T>
}

type EndlessList = {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** Loads the next page; all of them, one after another, where the view needs them at once. */
export function useLoadMore({ fetchNextPage, hasNextPage, isFetching }: EndlessList, loadsAll = false) {
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  useEffect(() => {
    if (loadsAll && hasNextPage && !isFetching) loadMore()
  }, [loadsAll, hasNextPage, isFetching, loadMore])
  return loadMore
}

/** The rows of a list page, the keys that work on them, and what opens, creates and peeks at one. */
export function useListRows<K extends ListId>(id: K, query: InputOf<K>, options: Options<ListRow<K>>) {
  const { to, onOpen, canCreate = true, canPeek = false, loadsAll = false, actions } = options
  const [, setFilters] = useFilters()
  const navigate = useNavigate()
  const list = useApiList(id, query)
  const items = list.items as readonly ListRow<K>[]
  const loadMore = useLoadMore(list, loadsAll)
  const openPage = useCallback((row: Row) => to && void navigate(to(row.id)), [navigate, to])
  const open = onOpen ?? openPage
  const peek = useCallback((row?: Row) => setFilters({ peek: row?.id }, { replace: true }), [setFilters])
  const create = useCallback(
    (on = true) => setFilters({ create: on ? '1' : undefined }, { replace: true }),
    [setFilters],
  )
  const rowHotkeys = options.rowHotkeys ?? actions?.hotkeysFor
  const keys = useListHotkeys(options.hasNoRows ? [] : items, {
    onOpen: open,
    ...(canCreate && { onCreate: create }),
    ...(canPeek && { onPeek: peek, onBack: peek }),
    ...(rowHotkeys && { rowHotkeys }),
  })
  return { id, query, list, items, hasMore: list.hasNextPage, loadMore, open, create, peek, keys, actions, to }
}

export type ListRows<K extends ListId> = ReturnType<typeof useListRows<K>>
