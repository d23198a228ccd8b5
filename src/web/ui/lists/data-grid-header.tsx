import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'

export type Column<T> = {
  key: string
  header: string
  width: string
  cell: (item: T) => ReactNode
  sort?: string
  alignEnd?: boolean
}

type HeaderProps<T> = {
  columns: readonly Column<T>[]
  selected?: ReadonlySet<string>
  sort?: string | undefined
  onSort?: (sort: string) => void
  tracks: string
}

export function GridHeader<T>({ columns, selected, sort, onSort, tracks }: HeaderProps<T>) {
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
        {columns.map((column) => (
          <ColumnHeader key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

type Direction = 'ascending' | 'descending' | undefined

function directionOf(field: string | undefined, sort: string | undefined): Direction {
  if (!field) return undefined
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : undefined
}

type ColumnHeaderProps<T> = {
  column: Column<T>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

function ColumnHeader<T>({ column: { header, sort: field, alignEnd }, sort, onSort }: ColumnHeaderProps<T>) {
  const direction = directionOf(field, sort)
  return (
    <span role="columnheader" aria-sort={direction} className={cx('truncate pe-3', alignEnd && 'text-end')}>
      {field && onSort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 hover:text-ink"
          onClick={() => onSort(direction === 'descending' ? field : `-${field}`)}
        >
          {header}
          {direction === 'descending' && <ArrowDown className="size-3" />}
          {direction === 'ascending' && <ArrowUp className="size-3" />}
        </button>
      ) : (
        header
      )}
    </span>
  )
}
