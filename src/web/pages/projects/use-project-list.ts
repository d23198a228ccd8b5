import { useCallback, useEffect, useMemo } from 'react'
import type { Input } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { type Filters, parseList, useFilters } from '#web/use-filters.ts'

function statusQuery({ status, view }: Filters) {
  if (status) return { status: parseList(status) }
  return view === 'board' ? { include_archived: true } : {}
}

const projectQuery = (filters: Filters) =>
  ({
    ...(filters.q && { q: filters.q }),
    ...statusQuery(filters),
    ...(filters.provider && { external_provider: parseList(filters.provider) }),
    ...(filters.initiative && { initiative_id: filters.initiative }),
    ...(filters.sort && { sort: filters.sort }),
  }) as Input<'listProjectPlans'>

/** The projects that match the filters; the board and the timeline load all of them. */
export function useProjectList() {
  const [filters] = useFilters()
  const query = useMemo(() => projectQuery(filters), [filters])
  const list = useApiList('listProjectPlans', query)
  const { fetchNextPage, hasNextPage, isFetching } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const loadsAll = filters.view === 'board' || filters.view === 'timeline'
  useEffect(() => {
    if (loadsAll && hasNextPage && !isFetching) loadMore()
  }, [loadsAll, hasNextPage, isFetching, loadMore])
  return { query, list, loadMore }
}
