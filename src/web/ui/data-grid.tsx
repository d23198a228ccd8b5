import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { usePreferences } from '#web/preferences.ts'
import { cx } from './cx.ts'
import { Check } from './field.tsx'
import { useNarrow } from './use-media.ts'

export type Column<T> = {
  key: string
  head: string
  width: string
  cell: (item: T) => ReactNode
  sort?: string
  end?: boolean
}
type Row = { id: string }

export type GridProps<T extends Row> = {
  label: string
  items: readonly T[]
  columns: readonly Column<T>[]
  /** How a row looks where there is no room for columns. */
  card: (item: T) => ReactNode
  active?: number
  selected?: ReadonlySet<string>
  onSelect?: (id: string, on: boolean) => void
  onOpen: (item: T) => void
  /** Rows can be taken elsewhere with the pointer. */
  onDrag?: (item: T, data: DataTransfer) => void
  onDragEnd?: () => void
  sort?: string | undefined
  onSort?: (sort: string) => void
  hasMore: boolean
  loadMore: () => void
  rowHeight?: number
}

const cardHeight = 80
const denseHeight = 32

/** Rows as many as fit the screen, however many there are; kept apart from the page so that a key press redraws little. */
export const DataGrid = memo(DataGridPlain) as typeof DataGridPlain

function DataGridPlain<T extends Row>(props: GridProps<T>) {
  const { label, items, columns, active = -1, selected, hasMore, loadMore, rowHeight = 40 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const { density } = usePreferences()
  const height = narrow ? cardHeight : density === 'dense' ? denseHeight : rowHeight
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
  const tracks = `${selected ? '34px ' : ''}${columns.map((column) => column.width).join(' ')}`
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto"
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : items.length + 1}
        className={narrow ? '' : 'min-w-max lg:min-w-0'}
      >
        {!narrow && <Head {...props} tracks={tracks} />}
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start, size }) => (
            <GridRow
              key={items[index]!.id}
              item={items[index]!}
              index={index}
              start={start}
              size={size}
              narrow={narrow}
              tracks={tracks}
              active={index === active}
              checked={selected?.has(items[index]!.id)}
              columns={columns as readonly Column<Row>[]}
              card={props.card as (item: Row) => ReactNode}
              onOpen={props.onOpen as (item: Row) => void}
              onSelect={props.onSelect}
              onDrag={props.onDrag as ((item: Row, data: DataTransfer) => void) | undefined}
              onDragEnd={props.onDragEnd}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Head<T extends Row>({ columns, selected, sort, onSort, tracks }: GridProps<T> & { tracks: string }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-panel">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-8 items-center px-4 text-xs font-medium text-faint md:px-6"
        style={{ gridTemplateColumns: tracks }}
      >
        {selected && (
          <span role="columnheader">
            <span className="sr-only">{t('Selected')}</span>
          </span>
        )}
        {columns.map(({ key, head, sort: by, end }) => {
          const direction = by && sort === by ? 'ascending' : by && sort === `-${by}` ? 'descending' : undefined
          return (
            <span
              key={key}
              role="columnheader"
              aria-sort={direction}
              className={cx('truncate pe-3', end && 'text-end')}
            >
              {by && onSort ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-1 hover:text-ink"
                  onClick={() => onSort(direction === 'descending' ? by : `-${by}`)}
                >
                  {head}
                  {direction === 'descending' ? (
                    <ArrowDown className="size-3" />
                  ) : (
                    direction && <ArrowUp className="size-3" />
                  )}
                </button>
              ) : (
                head
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}

type RowProps = {
  item: Row
  index: number
  start: number
  size: number
  narrow: boolean
  tracks: string
  active: boolean
  checked: boolean | undefined
  columns: readonly Column<Row>[]
  card: (item: Row) => ReactNode
  onOpen: (item: Row) => void
  onSelect: ((id: string, on: boolean) => void) | undefined
  onDrag: ((item: Row, data: DataTransfer) => void) | undefined
  onDragEnd: (() => void) | undefined
}

const GridRow = memo(function GridRow({
  item,
  index,
  start,
  size,
  narrow,
  tracks,
  active,
  checked,
  columns,
  card,
  onOpen,
  onSelect,
  onDrag,
  onDragEnd,
}: RowProps) {
  const open = (target: EventTarget) => !(target as HTMLElement).closest('a,button,input,label') && onOpen(item)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={active || undefined}
      data-row
      onClick={(event) => open(event.target)}
      {...(onDrag &&
        !narrow && { draggable: true, onDragStart: (event) => onDrag(item, event.dataTransfer), onDragEnd })}
      className={cx(
        'absolute inset-x-0 cursor-default border-b border-line px-4 md:px-6',
        narrow ? 'block py-2' : 'grid items-center',
        active ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]' : checked ? 'bg-sunken' : 'hover:bg-hover',
      )}
      style={{ height: size, transform: `translateY(${start}px)`, ...(!narrow && { gridTemplateColumns: tracks }) }}
    >
      {narrow ? (
        <div role="cell" className="overflow-hidden">
          {card(item)}
        </div>
      ) : (
        <>
          {checked !== undefined && (
            <span role="cell" className="flex">
              <Check
                label={t('Select row {row}', { row: index + 1 })}
                hideLabel
                checked={checked}
                onChange={(on) => onSelect?.(item.id, on)}
              />
            </span>
          )}
          {columns.map(({ key, cell, end }) => (
            <span key={key} role="cell" className={cx('min-w-0 truncate pe-3', end && 'text-end tabular-nums')}>
              {cell(item)}
            </span>
          ))}
        </>
      )}
    </div>
  )
})
