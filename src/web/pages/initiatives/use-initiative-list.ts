import { useCallback, useEffect, useMemo } from 'react'
import type { Input } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { type Filters, parseList, useFilters } from '#web/use-filters.ts'

const statusQuery = ({ status, view }: Filters) => {
  if (status) return { status: parseList(status) }
  return view === 'board' ? { include_archived: true } : {}
}

const initiativeQuery = (filters: Filters) =>
  ({
    ...(filters.q && { q: filters.q }),
    ...(filters.segment && { segment_id: filters.segment }),
    ...statusQuery(filters),
  }) as Input<'listInitiativePlans'>

/** The initiatives that match the filters; the board view loads all of them. */
export function useInitiativeList() {
  const [filters] = useFilters()
  const query = useMemo(() => initiativeQuery(filters), [filters])
  const list = useApiList('listInitiativePlans', query)
  const { fetchNextPage, hasNextPage, isFetching } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const isBoard = filters.view === 'board'
  useEffect(() => {
    if (isBoard && hasNextPage && !isFetching) loadMore()
  }, [isBoard, hasNextPage, isFetching, loadMore])
  return { query, list, loadMore }
}
