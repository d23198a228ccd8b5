import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'

export type GridColumn<T> = {
  key: string
  header: string
  width: string
  cell: (item: T) => ReactNode
  /** The sorts of the API for this column, in the order in which clicks choose them. */
  sorts?: readonly string[]
  alignEnd?: boolean
}

type HeaderProps<T> = {
  columns: readonly GridColumn<T>[]
  items: readonly { id: string }[]
  selected?: ReadonlySet<string>
  onSelectAll?: (on: boolean) => void
  sort?: string | undefined
  /** The order of the list when nothing was chosen. */
  defaultSort?: string
  /** Undefined: back to the default. */
  onSort?: (sort: string | undefined) => void
  tracks: string
  /** At the end of the row. */
  children?: ReactNode
}

export function GridHeader<T>(props: HeaderProps<T>) {
  const { columns, items, selected, onSelectAll, sort, defaultSort, onSort, tracks, children } = props
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-panel">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-8 items-center px-4 text-xs font-medium text-faint md:px-6"
        style={{ gridTemplateColumns: tracks }}
      >
        {selected && (
          <span role="columnheader" className="flex">
            <SelectAll items={items} selected={selected} onChange={onSelectAll} />
          </span>
        )}
        {columns.map((column) => (
          <ColumnHeader
            key={column.key}
            column={column}
            sort={sort ?? defaultSort}
            defaultSort={defaultSort}
            onSort={onSort}
          />
        ))}
        {children && (
          <span role="columnheader" className="absolute end-1 top-1">
            {children}
          </span>
        )}
      </div>
    </div>
  )
}

type SelectAllProps = {
  items: readonly { id: string }[]
  selected: ReadonlySet<string>
  onChange: ((on: boolean) => void) | undefined
}

function SelectAll({ items, selected, onChange }: SelectAllProps) {
  const isAll = items.length > 0 && items.every(({ id }) => selected.has(id))
  return (
    <input
      type="checkbox"
      aria-label={t('Select all loaded rows')}
      className="size-3.5 accent-accent"
      checked={isAll}
      ref={(element) => {
        if (element) element.indeterminate = !isAll && selected.size > 0
      }}
      onChange={() => onChange?.(!isAll)}
    />
  )
}

type ColumnHeaderProps<T> = {
  column: GridColumn<T>
  sort: string | undefined
  defaultSort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
}

function ColumnHeader<T>({ column, sort, defaultSort, onSort }: ColumnHeaderProps<T>) {
  const { header, sorts = [], alignEnd } = column
  const current = sort === undefined ? -1 : sorts.indexOf(sort)
  const descending = sort?.startsWith('-')
  const next = sorts[current + 1]
  const isSortable = onSort !== undefined && sorts.length > 0 && (next ?? defaultSort) !== sort
  const arrow = current >= 0 && (descending ? <ArrowDown className="size-3" /> : <ArrowUp className="size-3" />)
  const direction = descending ? ('descending' as const) : ('ascending' as const)
  return (
    <span
      role="columnheader"
      aria-sort={current < 0 ? undefined : direction}
      className={cx('truncate pe-3', alignEnd && 'text-end')}
    >
      {isSortable ? (
        <button type="button" className="inline-flex items-center gap-1 hover:text-ink" onClick={() => onSort(next)}>
          {header}
          {arrow}
        </button>
      ) : (
        <span className="inline-flex items-center gap-1">
          {header}
          {arrow}
        </span>
      )}
    </span>
  )
}
