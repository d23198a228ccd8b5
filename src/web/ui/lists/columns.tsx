import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import type { GridColumn } from './data-grid-header.tsx'

/* Columns that many lists have. */

type Text = string | null | undefined

export const textColumn = <T,>(key: string, header: string, width: string, text: (row: T) => Text): GridColumn<T> => ({
  key,
  header,
  width,
  cell: (row) => <span className="text-xs text-soft">{text(row)}</span>,
})

export const countColumn = <T,>(
  key: string,
  header: string,
  width: string,
  count: (row: T) => number,
): GridColumn<T> => ({
  key,
  header,
  width,
  alignEnd: true,
  cell: (row) => formatNumber(count(row)),
})

export const timeColumn = <T,>(key: string, header: string, width: string, time: (row: T) => Text): GridColumn<T> => ({
  key,
  header,
  width,
  alignEnd: true,
  cell(row) {
    const at = time(row)
    return at && <TimeAgo at={at} className="text-xs text-faint" />
  },
})
