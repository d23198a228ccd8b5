import { memo, type ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'
import type { GridColumn } from './data-grid-header.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'

type Row = { id: string }

export type RowContent = {
  columns: readonly GridColumn<Row>[]
  card: (item: Row) => ReactNode
  onOpen: (item: Row) => void
  onSelect: ((id: string, on: boolean) => void) | undefined
  onDrag: ((item: Row, data: DataTransfer) => void) | undefined
  onDragEnd: (() => void) | undefined
}

type RowProps = RowContent & {
  item: Row
  index: number
  start: number
  size: number
  narrow: boolean
  tracks: string
  active: boolean
  checked: boolean | undefined
}

function background(active: boolean, checked: boolean | undefined): string {
  if (active) return 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]'
  return checked ? 'bg-sunken' : 'hover:bg-hover'
}

export const GridRow = memo(function GridRow(props: RowProps) {
  const { item, index, start, size, narrow, tracks, active, checked, card, onOpen, onDrag, onDragEnd } = props
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
        background(active, checked),
      )}
      style={{ height: size, transform: `translateY(${start}px)`, ...(!narrow && { gridTemplateColumns: tracks }) }}
    >
      {narrow ? (
        <div role="cell" className="overflow-hidden">
          {card(item)}
        </div>
      ) : (
        <Cells {...props} />
      )}
    </div>
  )
})

const Cells = ({ item, index, checked, columns, onSelect }: RowProps) => (
  <>
    {checked !== undefined && (
      <span role="cell" className="flex">
        <Checkbox
          label={t('Select row {row}', { row: index + 1 })}
          hideLabel
          checked={checked}
          onChange={(on) => onSelect?.(item.id, on)}
        />
      </span>
    )}
    {columns.map(({ key, cell, alignEnd }) => (
      <span key={key} role="cell" className={cx('min-w-0 truncate pe-3', alignEnd && 'text-end tabular-nums')}>
        {cell(item)}
      </span>
    ))}
  </>
)
