import { isScalar, padEnd, padStart, scalarText, truncate, widthOf } from './text.ts'

type Row = Record<string, unknown>
export type Column = { name: string; width: number; numeric: boolean }

const gap = 2
const maxColumns = 7
const minColumnWidth = 10
const maxColumnWidth = 60
const titles = ['name', 'title', 'text', 'key', 'email']

/** Identifying columns first, references and times last; ids are never truncated, because they are copied. */
export function layout(rows: Row[], terminalWidth: number): Column[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => isShown(rows, name))
  const ranked = names.map((name, i) => ({ name, rank: rankOf(name) * 1000 + i })).sort((a, b) => a.rank - b.rank)
  const chosen: (Column & { fullWidth: number })[] = []
  let left = terminalWidth + gap
  for (const { name } of ranked) {
    const natural = Math.min(
      maxColumnWidth,
      Math.max(widthOf(name), ...rows.map((row) => widthOf(scalarText(row[name])))),
    )
    const width = name === 'id' ? natural : Math.min(natural, minColumnWidth)
    if (chosen.length > 0 && (width + gap > left || chosen.length === maxColumns)) continue
    chosen.push({ name, width, fullWidth: natural, numeric: rows.every((row) => typeof (row[name] ?? 0) === 'number') })
    left -= width + gap
  }
  for (const column of chosen) {
    const more = Math.max(0, Math.min(left, column.fullWidth - column.width))
    column.width += more
    left -= more
  }
  return chosen.map(({ name, width, numeric }) => ({ name, width, numeric }))
}

const isShown = (rows: Row[], name: string) =>
  rows.every((row) => isScalar(row[name])) && rows.some((row) => (row[name] ?? '') !== '')

function rankOf(name: string): number {
  if (name === 'id') return 0
  if (titles.includes(name)) return 1
  if (name === 'color' || name.endsWith('_id') || name.endsWith('_url')) return 4
  return name.endsWith('_at') ? 3 : 2
}

function line(columns: Column[], cell: (column: Column) => string): string {
  const cells = columns.map((column) =>
    (column.numeric ? padStart : padEnd)(truncate(cell(column), column.width), column.width),
  )
  return cells.join(' '.repeat(gap)).trimEnd()
}

export const headOf = (columns: Column[]) => line(columns, ({ name }) => name.toUpperCase().replaceAll('_', ' '))
export const rowOf = (columns: Column[], row: Row) => line(columns, ({ name }) => scalarText(row[name]))
