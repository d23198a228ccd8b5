import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toast } from '#web/toasts.ts'
import { invalidateAll } from './cache.ts'
import { call, EarshotError, type InputOf, type ItemOf, type ListId, type OutputOf, type RouteId } from './client.ts'
import { errorMessage } from './error-messages.ts'

/** The first part of a query key names the group of queries that `patchCache` can be limited to. */
const queryGroup = (id: string) => id.replace(/^(get|list|count)/, '').toLowerCase()
export const queryKeyOf = (id: RouteId, input?: unknown) => [queryGroup(id), id, input ?? {}] as const

type QueryOptions<T> = {
  enabled?: boolean
  refetchInterval?: number | false | ((latest: T | undefined) => number | false)
  keepPrevious?: boolean
}

export const useApiQuery = <K extends RouteId>(
  id: K,
  input?: InputOf<K>,
  { enabled = true, refetchInterval = false, keepPrevious = false }: QueryOptions<OutputOf<K>> = {},
) =>
  useQuery<OutputOf<K>, EarshotError>({
    queryKey: queryKeyOf(id, input),
    queryFn: ({ signal }) => call(id, input, { signal }),
    enabled,
    refetchInterval:
      typeof refetchInterval === 'function' ? ({ state }) => refetchInterval(state.data) : refetchInterval,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })

/** What a write would answer, tried by the server and taken back. */
export const useApiPreview = <K extends RouteId>(id: K, input: InputOf<K>, { enabled = true } = {}) =>
  useQuery<OutputOf<K>, EarshotError>({
    queryKey: [...queryKeyOf(id, input), 'preview'],
    queryFn: ({ signal }) => call(id, input, { signal, dryRun: true }),
    enabled,
    refetchOnWindowFocus: false,
    retry: false,
  })

type Page<K extends ListId> = {
  data: ItemOf<K>[]
  pagination: { next_cursor?: string | null; has_more: boolean; offset?: number }
}

type PageParam = string | number | null

function nextPageParam<K extends ListId>({ pagination, data }: Page<K>): PageParam | undefined {
  const { has_more, next_cursor, offset } = pagination
  if (!has_more) return undefined
  return next_cursor ?? (offset === undefined ? undefined : offset + data.length)
}

/** A list with infinite scrolling. */
export function useApiList<K extends ListId>(
  id: K,
  input: InputOf<K>,
  { enabled = true, limit = 100 }: { enabled?: boolean; limit?: number } = {},
) {
  const query = useInfiniteQuery<Page<K>, EarshotError, { pages: Page<K>[] }, readonly unknown[], PageParam>({
    queryKey: [...queryKeyOf(id, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        id,
        {
          ...input,
          limit,
          ...(typeof pageParam === 'string' && { cursor: pageParam }),
          ...(typeof pageParam === 'number' && { offset: pageParam }),
        } as InputOf<K>,
        { signal },
      ) as unknown as Promise<Page<K>>,
    initialPageParam: null,
    getNextPageParam: nextPageParam,
    enabled,
    placeholderData: keepPreviousData,
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data])
  return { ...query, items }
}

type MutationOptions<K extends RouteId> = {
  /** Applies the change at once; returns how to roll it back when the request fails. */
  optimistic?: (input: InputOf<K>) => () => void
  /** A navigation is returned, so that the page of a deleted object is gone before all data is loaded again. */
  onSuccess?: (answer: OutputOf<K>, input: InputOf<K>) => void | Promise<void>
  /** True when the caller shows the error itself. */
  silent?: boolean
  successMessage?: string
}

export function useApiMutation<K extends RouteId>(
  id: K,
  { optimistic, onSuccess, silent, successMessage }: MutationOptions<K> = {},
) {
  return useMutation<OutputOf<K>, EarshotError, InputOf<K>, { undo?: () => void }>({
    mutationFn: (input) => call(id, input),
    onMutate: (input) => (optimistic ? { undo: optimistic(input) } : {}),
    onError(error, _input, context) {
      context?.undo?.()
      if (!silent) toast({ tone: 'bad', title: errorMessage(error), ...(error.requestId && { note: error.requestId }) })
    },
    onSuccess(answer, input) {
      if (successMessage) toast({ title: successMessage })
      return onSuccess?.(answer, input)
    },
    onSettled: invalidateAll,
  })
}
