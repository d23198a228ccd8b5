import { QueryClient } from '@tanstack/react-query'
import { EarshotError } from './client.ts'

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && error instanceof EarshotError && error.status >= 500,
      refetchOnWindowFocus: true,
    },
  },
})

type Row = { id?: unknown }
type Paged = { pages: { data: Row[] }[] }
const isPaged = (data: unknown): data is Paged =>
  typeof data === 'object' && data !== null && Array.isArray((data as Paged).pages)
const isList = (data: unknown): data is { data: Row[] } =>
  typeof data === 'object' && data !== null && Array.isArray((data as { data?: unknown }).data)

type Change = Record<string, unknown> | null
const applied = (rows: Row[], ids: ReadonlySet<unknown>, change: Change) =>
  change === null
    ? rows.filter((row) => !ids.has(row.id))
    : rows.map((row) => (ids.has(row.id) ? { ...row, ...change } : row))

function changed(data: unknown, ids: ReadonlySet<unknown>, change: Change): unknown {
  if (isPaged(data))
    return { ...data, pages: data.pages.map((page) => ({ ...page, data: applied(page.data, ids, change) })) }
  if (isList(data)) return { ...data, data: applied(data.data, ids, change) }
  if (change !== null && data !== null && typeof data === 'object' && ids.has((data as Row).id))
    return { ...data, ...change }
  return data
}

/** Shows a change wherever its objects are on the screen before the server has answered; the answer is how to take it back. */
export function show(ids: readonly string[], change: Change, family?: string): () => void {
  const wanted = new Set<unknown>(ids)
  const before = cache.getQueriesData({}).filter(([key]) => family === undefined || key[0] === family)
  // An answer that is on its way knows nothing of the change.
  for (const [queryKey, data] of before) if (data !== undefined) void cache.cancelQueries({ queryKey, exact: true })
  for (const [key, data] of before) cache.setQueryData(key, changed(data, wanted, change))
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}

const longList = 3

/** After a write everything on the screen is asked for again, but a list that was scrolled far is not read from its start. */
export function refresh() {
  const isLong = (data: unknown) => isPaged(data) && data.pages.length > longList
  void cache.invalidateQueries({ predicate: (query) => !isLong(query.state.data) })
  void cache.invalidateQueries({ predicate: (query) => isLong(query.state.data), refetchType: 'none' })
}
