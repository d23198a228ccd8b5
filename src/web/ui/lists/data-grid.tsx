import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { usePreferences } from '#web/preferences.ts'
import { ColumnMenu, useShownColumns } from './column-menu.tsx'
import { type GridColumn, GridHeader } from './data-grid-header.tsx'
import { GridRow, type RowContent } from './data-grid-row.tsx'
import { useNarrow } from '#web/ui/use-media.ts'

export type { GridColumn } from './data-grid-header.tsx'

type Row = { id: string }

export type GridProps<T extends Row> = {
  /** Identifies the table in the preferences. */
  name: string
  label: string
  items: readonly T[]
  columns: readonly GridColumn<T>[]
  /** How a row looks on a narrow screen. */
  card: (item: T) => ReactNode
  active?: number
  selected?: ReadonlySet<string>
  onSelect?: (id: string, on: boolean) => void
  onSelectAll?: (on: boolean) => void
  onOpen: (item: T) => void
  /** Makes rows draggable. */
  onDrag?: (item: T, data: DataTransfer) => void
  onDragEnd?: () => void
  sort?: string | undefined
  defaultSort?: string
  onSort?: (sort: string | undefined) => void
  hasMore: boolean
  loadMore: () => void
  rowHeight?: number
}

const scrollerClass = 'min-h-0 flex-1 overflow-auto'
const cardHeight = 80
const denseHeight = 32

/** A virtualized table; memoized so that a key press on the page redraws little. */
export const DataGrid = memo(DataGridPlain) as typeof DataGridPlain

function useRowHeight(rowHeight: number, narrow: boolean): number {
  const { density } = usePreferences()
  if (narrow) return cardHeight
  return density === 'dense' ? denseHeight : rowHeight
}

function useVirtualRows<T extends Row>({ items, active = -1, hasMore, loadMore }: GridProps<T>, height: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 5,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  useEffect(() => {
    if (hasMore && last >= items.length - 20) loadMore()
  }, [hasMore, last, items.length, loadMore])
  useEffect(() => virtual.measure(), [virtual, height])
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])
  return { scroller, rows, totalHeight: virtual.getTotalSize() }
}

const rowContent = <T extends Row>({ columns, card, onOpen, onSelect, onDrag, onDragEnd }: GridProps<T>) =>
  ({ columns, card, onOpen, onSelect, onDrag, onDragEnd }) as unknown as RowContent

function DataGridPlain<T extends Row>(props: GridProps<T>) {
  const { name, label, items, active = -1, selected, hasMore, rowHeight = 40 } = props
  const narrow = useNarrow()
  const columns = useShownColumns(name, props.columns)
  const { scroller, rows, totalHeight } = useVirtualRows(props, useRowHeight(rowHeight, narrow))
  const tracks = `${selected ? '34px ' : ''}${columns.map((column) => column.width).join(' ')}`
  const content = rowContent({ ...props, columns })
  return (
    <div ref={scroller} className={scrollerClass} data-scroll tabIndex={0} role="region" aria-label={label}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : items.length + 1}
        className={narrow ? '' : 'min-w-min'}
      >
        {!narrow && (
          <GridHeader {...props} columns={columns} tracks={tracks}>
            <ColumnMenu grid={name} columns={props.columns} />
          </GridHeader>
        )}
        <div role="rowgroup" className="relative" style={{ height: totalHeight }}>
          {rows.map(({ index, start, size }) => (
            <GridRow
              key={items[index]!.id}
              {...content}
              item={items[index]!}
              index={index}
              start={start}
              size={size}
              narrow={narrow}
              tracks={tracks}
              active={index === active}
              checked={selected?.has(items[index]!.id)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
