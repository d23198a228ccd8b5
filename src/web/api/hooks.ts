import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toast } from '#web/ui/toast.tsx'
import { refresh } from './cache.ts'
import { call, EarshotError, type In, type ItemOf, type ListId, type Out, type RouteId } from './client.ts'
import { sentenceOf } from './problems.ts'

/** The first part of a key names the family, so that a change can be shown in one family alone. */
const familyOf = (id: string) => id.replace(/^(get|list|count)/, '').toLowerCase()
export const keyOf = (id: RouteId, input?: unknown) => [familyOf(id), id, input ?? {}] as const

type ReadOptions<T> = {
  enabled?: boolean
  refetchInterval?: number | false | ((latest: T | undefined) => number | false)
  keep?: boolean
}

export const useRoute = <K extends RouteId>(
  id: K,
  input?: In<K>,
  { enabled = true, refetchInterval = false, keep = false }: ReadOptions<Out<K>> = {},
) =>
  useQuery<Out<K>, EarshotError>({
    queryKey: keyOf(id, input),
    queryFn: ({ signal }) => call(id, input, { signal }),
    enabled,
    refetchInterval:
      typeof refetchInterval === 'function' ? ({ state }) => refetchInterval(state.data) : refetchInterval,
    ...(keep && { placeholderData: keepPreviousData }),
  })

type Page<K extends ListId> = {
  data: ItemOf<K>[]
  pagination: { next_cursor?: string | null; has_more: boolean; offset?: number }
}

/** A list that goes on as far as somebody scrolls. */
export function useList<K extends ListId>(
  id: K,
  input: In<K>,
  { enabled = true, limit = 100 }: { enabled?: boolean; limit?: number } = {},
) {
  const query = useInfiniteQuery<
    Page<K>,
    EarshotError,
    { pages: Page<K>[] },
    readonly unknown[],
    string | number | null
  >({
    queryKey: [...keyOf(id, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        id,
        {
          ...input,
          limit,
          ...(typeof pageParam === 'string' && { cursor: pageParam }),
          ...(typeof pageParam === 'number' && { offset: pageParam }),
        } as In<K>,
        { signal },
      ) as unknown as Promise<Page<K>>,
    initialPageParam: null,
    getNextPageParam: ({ pagination, data }) =>
      !pagination.has_more
        ? undefined
        : (pagination.next_cursor ?? (pagination.offset === undefined ? undefined : pagination.offset + data.length)),
    enabled,
    placeholderData: keepPreviousData,
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data])
  return { ...query, items }
}

type CallHooks<K extends RouteId> = {
  /** Shows the change at once; what it returns takes it back when the server refuses. */
  optimistic?: (input: In<K>) => () => void
  onDone?: (answer: Out<K>, input: In<K>) => void
  /** True when the caller shows the error itself. */
  quiet?: boolean
  said?: string
}

export function useCall<K extends RouteId>(id: K, { optimistic, onDone, quiet, said }: CallHooks<K> = {}) {
  return useMutation<Out<K>, EarshotError, In<K>, { undo?: () => void }>({
    mutationFn: (input) => call(id, input),
    onMutate: (input) => (optimistic ? { undo: optimistic(input) } : {}),
    onError(error, _input, context) {
      context?.undo?.()
      if (!quiet) toast({ tone: 'bad', title: sentenceOf(error), ...(error.requestId && { note: error.requestId }) })
    },
    onSuccess(answer, input) {
      if (said) toast({ title: said })
      onDone?.(answer, input)
    },
    onSettled: refresh,
  })
}
