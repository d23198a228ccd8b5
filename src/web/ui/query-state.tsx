import type { ReactNode } from 'react'
import { EarshotError } from '#web/api/client.ts'
import { ErrorState, Loading } from './states.tsx'

/** A failed refetch hides what is loaded only when the server said that it is gone or forbidden. */
const isFatal = (error: unknown, hasData: boolean) =>
  Boolean(error) && !(hasData && error instanceof EarshotError && (error.status === 0 || error.status >= 500))

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown }
type QueryStateProps<T> = { query: Query<T>; what?: string; children: (data: T) => ReactNode }

/** The content of one query; its error or a placeholder as long as there is none. */
export function QueryState<T>({ query: { data, error, refetch }, what, children }: QueryStateProps<T>) {
  if (isFatal(error, data !== undefined))
    return <ErrorState error={error} retry={() => void refetch()} {...(what && { what })} />
  if (data === undefined) return <Loading />
  return children(data)
}

type List = { items: readonly unknown[]; error: unknown; isPending: boolean; refetch: () => unknown }

type ListStateProps = { list: List; what?: string; loadingRows?: number; empty: ReactNode; children: ReactNode }

/** The content of a list; its error, a placeholder while it loads, or the empty state. */
export function ListState({ list, what, loadingRows = 6, empty, children }: ListStateProps) {
  if (isFatal(list.error, list.items.length > 0))
    return <ErrorState error={list.error} retry={() => void list.refetch()} {...(what && { what })} />
  if (list.isPending) return <Loading rows={loadingRows} />
  return list.items.length === 0 ? empty : children
}
