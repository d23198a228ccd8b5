import Table from 'cli-table3'
import stringWidth from 'string-width'
import { isScalar, jsonOf, scalarText, stripControls } from './text.ts'

type Row = Record<string, unknown>
export type TableColumn = { name: string; width: number; numeric: boolean }

const gap = 2
const maxColumns = 7
const minColumnWidth = 10
/** Of the name, where a terminal is wide enough. */
const minTitleWidth = 24
const wideTerminal = 80
const maxColumnWidth = 60
const titles = ['name', 'title', 'subject', 'text', 'content', 'file_name', 'url', 'key', 'email']
/** What tells rows apart at a glance, beside the title. */
const states = ['type', 'kind', 'status', 'provider', 'score']

/** Times to the minute. */
function cellText(name: string, value: unknown): string {
  if (name.endsWith('_at') && typeof value === 'string') return value.slice(0, 16).replace('T', ' ')
  if (Array.isArray(value) && value.every(isScalar)) return value.map(scalarText).join(', ')
  return isScalar(value) || value === undefined ? scalarText(value) : stripControls(jsonOf(value))
}

/** Names first, then states and the id, references and times last; only texts are truncated. */
export function layout(rows: Row[], terminalWidth: number, asked?: readonly string[]): TableColumn[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => isShown(rows, name))
  const ranked = asked
    ? asked.map((name) => ({ name }))
    : names.map((name, i) => ({ name, rank: rankOf(name) * 1000 + i })).sort((a, b) => a.rank - b.rank)
  const minTitle = terminalWidth >= wideTerminal ? minTitleWidth : minColumnWidth
  const chosen: (TableColumn & { fullWidth: number })[] = []
  let left = terminalWidth + gap
  for (const { name } of ranked) {
    const natural = Math.min(
      maxColumnWidth,
      Math.max(stringWidth(name), ...rows.map((row) => stringWidth(cellText(name, row[name])))),
    )
    const numeric = rows.every((row) => typeof (row[name] ?? 0) === 'number')
    const isWhole = numeric || name === 'id' || name.endsWith('_at')
    const width = isWhole ? natural : Math.min(natural, titles.includes(name) ? minTitle : minColumnWidth)
    const isFull = width + gap > left || chosen.length === maxColumns
    if (!asked && chosen.length > 0 && isFull) continue
    chosen.push({ name, width, fullWidth: natural, numeric })
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
  rows.every((row) => isCell(row[name])) && rows.some((row) => String(row[name] ?? '') !== '')

const isCell = (value: unknown) => isScalar(value) || (Array.isArray(value) && value.every(isScalar))

function rankOf(name: string): number {
  if (titles.includes(name)) return 0
  if (states.includes(name)) return 1
  if (name === 'id') return 2
  if (name === 'color' || name.endsWith('_id') || name.endsWith('_ids') || name.endsWith('_url')) return 5
  return name.endsWith('_at') ? 4 : 3
}

const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
const noBorders = { ...Object.fromEntries(borders.split(' ').map((name) => [name, ''])), middle: ' '.repeat(gap) }

/** The lines of a table without borders; later pages have no head. */
export function tableText(columns: TableColumn[], rows: Row[], withHead: boolean): string {
  const table = new Table({
    chars: noBorders,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ numeric }) => (numeric ? 'right' : 'left')),
  })
  if (withHead) table.push(columns.map(({ name }) => name.toUpperCase().replaceAll('_', ' ')))
  for (const row of rows) table.push(columns.map(({ name }) => cellText(name, row[name])))
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
