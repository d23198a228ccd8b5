import { useEffect, useMemo } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import type { InsightItem } from '#web/pages/insights/insight-columns.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { parseList, type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { useLoadMore } from '#web/shell/lists/use-list-rows.ts'
import { useUnsortedCount } from '#web/shell/unsorted-insights.tsx'
import { useListHotkeys } from '#web/ui/lists/use-list-hotkeys.ts'
import { useHotkeys } from '#web/use-hotkeys.ts'
import { useMay } from '#web/api/may.tsx'
import { hotkeysOf, useSortingActions } from './use-sorting-actions.ts'
import { choicesOf, type Sorting, useSorting } from './use-sorting.ts'

const filterOf = ({ q, source }: UrlFilters) => ({ ...(q && { q }), ...(source && { source: parseList(source)! }) })

const queryOf = (filters: UrlFilters): InputOf<'listInsights'> => ({
  unsorted: true,
  ...filterOf(filters),
  include: ['theme_suggestions', 'source', 'subject', 'occurred_at'],
})

/** The list without the rows that were sorted a moment ago. */
function useItems(sorting: Sorting) {
  const [filters] = useFilters()
  const list = useApiList(
    'listInsights',
    useMemo(() => queryOf(filters), [filters]),
  )
  const { sortedAt } = sorting
  const items = useMemo(() => list.items.filter(({ id }) => !sortedAt.has(id)), [list.items, sortedAt])
  // The loaded rows may all be sorted while there are more.
  const isEmptied = items.length === 0 && list.hasNextPage
  const loadMore = useLoadMore(list, isEmptied)
  return { list: { ...list, items, isPending: list.isPending || isEmptied }, items, loadMore }
}

/** How many match, less the rows that the server has not counted as sorted yet. */
function useCount({ sortedAt }: Sorting): number | undefined {
  const [filters] = useFilters()
  const count = useUnsortedCount(filterOf(filters))
  if (!count) return undefined
  const uncounted = [...sortedAt.values()].filter((at) => at > count.readAt).length
  return Math.max(0, count.count - uncounted)
}

/** One row is always the active one: after a choice the next, after an undo the one that came back. */
function useActiveRow({ restored, setRestored }: Sorting, items: readonly InsightItem[], keys: Keys) {
  const { active, setActive } = keys
  useEffect(() => {
    if (items.length > 0) setActive((at) => Math.max(0, Math.min(at, items.length - 1)))
  }, [active, items.length, setActive])
  useEffect(() => {
    const at = restored === undefined ? -1 : items.findIndex(({ id }) => id === restored)
    if (at < 0) return
    setActive(at)
    setRestored(undefined)
  }, [items, restored, setRestored, setActive])
}

type Keys = ReturnType<typeof useListHotkeys<InsightItem>>

/** The rows, the active one and what can be done with them. */
export function useUnsorted() {
  const sorting = useSorting()
  const may = useMay()
  const choices = choicesOf(sorting)
  const { list, items, loadMore } = useItems(sorting)
  const [, setFilters] = useFilters()
  const navigate = useNavigate()
  const peek = (insight?: InsightItem) => setFilters({ peek: insight?.id }, { replace: true })
  const { actions, choosing, setChoosing } = useSortingActions({
    choices,
    targetsOf: (one) => (keys.selected.has(one.id) ? items.filter(({ id }) => keys.selected.has(id)) : [one]),
    activate: (one) => keys.setActive(items.indexOf(one)),
    clearSelection: () => keys.clear(),
    peek,
  })
  const keys = useListHotkeys(items, {
    onOpen: ({ id }) => void navigate(paths.insight(id)),
    onPeek: peek,
    onBack: peek,
    rowHotkeys: (insight) => (may('linkThemeInsights') ? hotkeysOf(actions, insight, may('createTheme')) : {}),
  })
  useHotkeys({ u: sorting.undoLast })
  useActiveRow(sorting, items, keys)
  return { list, items, loadMore, count: useCount(sorting), keys, peek, choices, actions, choosing, setChoosing }
}

export type Unsorted = ReturnType<typeof useUnsorted>
