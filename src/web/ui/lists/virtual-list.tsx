import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

type Props<Item extends { id: string }> = {
  label: string
  items: readonly Item[]
  /** The index of the row that keys act on; it is scrolled into view. */
  active: number
  /** Of a usual row, before it is measured. */
  rowHeight: number
  hasMore: boolean
  loadMore: () => void
  scroller?: RefObject<HTMLDivElement | null>
  children: (item: Item, index: number) => ReactNode
}

const rowsLeftToLoadMore = 20

function useVirtualRows<Item extends { id: string }>(props: Props<Item>, scroller: RefObject<HTMLDivElement | null>) {
  const { items, active, rowHeight, hasMore, loadMore } = props
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]!.id,
    overscan: 4,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  useEffect(() => {
    if (hasMore && last >= items.length - rowsLeftToLoadMore) loadMore()
  }, [hasMore, last, items.length, loadMore])
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])
  return { rows, virtual }
}

/** One row for each item by its measured height; only those in view are in the document. */
export function VirtualList<Item extends { id: string }>(props: Props<Item>) {
  const { label, items, active, children } = props
  const ownScroller = useRef<HTMLDivElement>(null)
  const scroller = props.scroller ?? ownScroller
  const { rows, virtual } = useVirtualRows(props, scroller)
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto"
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-row
            tabIndex={-1}
            aria-current={index === active || undefined}
            className="absolute inset-x-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(items[index]!, index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
