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
const patchRows = (rows: Row[], ids: ReadonlySet<unknown>, change: Change) =>
  change === null
    ? rows.filter((row) => !ids.has(row.id))
    : rows.map((row) => (ids.has(row.id) ? { ...row, ...change } : row))

function patchData(data: unknown, ids: ReadonlySet<unknown>, change: Change): unknown {
  if (isPaged(data))
    return { ...data, pages: data.pages.map((page) => ({ ...page, data: patchRows(page.data, ids, change) })) }
  if (isList(data)) return { ...data, data: patchRows(data.data, ids, change) }
  if (change !== null && data !== null && typeof data === 'object' && ids.has((data as Row).id))
    return { ...data, ...change }
  return data
}

/** Applies a change to all cached queries before the server has answered; returns how to roll it back. */
export function patchCache(ids: readonly string[], change: Change, group?: string): () => void {
  const idSet = new Set<unknown>(ids)
  const before = cache.getQueriesData({}).filter(([key]) => group === undefined || key[0] === group)
  // A response in flight does not contain the change yet.
  for (const [queryKey, data] of before) if (data !== undefined) void cache.cancelQueries({ queryKey, exact: true })
  for (const [key, data] of before) cache.setQueryData(key, patchData(data, idSet, change))
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}

const maxRefetchedPages = 3

/** Refetches everything visible after a write, except lists that were scrolled far: those only become stale. */
export function invalidateAll() {
  const isLong = (data: unknown) => isPaged(data) && data.pages.length > maxRefetchedPages
  void cache.invalidateQueries({ predicate: (query) => !isLong(query.state.data) })
  void cache.invalidateQueries({ predicate: (query) => isLong(query.state.data), refetchType: 'none' })
}
