import type { ReactNode } from 'react'
import { ShowMore } from './show-more.tsx'

/** Says in a card that it has no rows. */
export const NoRows = ({ children }: { children: ReactNode }) => (
  <p className="px-4 pb-4 text-sm text-faint">{children}</p>
)

type List<T> = {
  items: readonly T[]
  isPending: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}
type Props<T> = {
  list: List<T>
  /** Shown when there are none. */
  empty?: string
  /** Beside the button that loads more. */
  note?: ReactNode
  /** A row, with its key. */
  children: (item: T) => ReactNode
}

/** The loaded rows of a list in a card, and the button that loads more. */
export const CardRows = <T,>({ list, empty, note, children }: Props<T>) => (
  <>
    {empty && !list.isPending && list.items.length === 0 && <NoRows>{empty}</NoRows>}
    <ul>{list.items.map((item) => children(item))}</ul>
    <ShowMore list={list} busy={list.isFetchingNextPage} note={note} />
  </>
)
