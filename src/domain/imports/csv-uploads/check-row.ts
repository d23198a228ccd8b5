import type { RowCode } from '#contract/resources/csv-columns.ts'
import { Bad, isGarbled, readCell } from './cells.ts'
import type { Plan, QuestionPlan } from './mapping.ts'
import type { RawRow } from './read-file.ts'

export type Issue = { header: string | null; code: RowCode; message: string; value: string | null }
export type Values = Record<string, unknown>
/** A row as it was understood: by target, the columns kept as they are, the answers of a survey, and what is wrong. */
export type ReadRow = {
  number: number
  line: number
  values: Values
  metadata: Record<string, string>
  answers: { key: string; text: string; question: QuestionPlan }[]
  issues: Issue[]
}

const maxMetadata = 16_384
const maxValueLength = 200
const shortened = (text: string) =>
  text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
/** What is kept to be shown later must be storable, whatever the file held. */
const printable = (text: string) => shortened(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd')

export function readRow(plan: Plan, { number, line, cells, unclosed }: RawRow): ReadRow {
  const row: ReadRow = { number, line, values: {}, metadata: {}, answers: [], issues: [] }
  const whole = (code: RowCode, message: string) => void row.issues.push({ header: null, code, message, value: null })
  if (unclosed)
    whole('UNCLOSED_QUOTE', 'begins a quote that is never closed; everything up to the end of the file belongs to it')
  else if (!hasWidth(cells, plan.width))
    whole('COLUMN_COUNT', `has ${cells.length} cells where the table has ${plan.width} columns`)
  else readCells(plan, cells, row)
  return row
}

/** Empty cells after the last column are nothing. */
const hasWidth = (cells: readonly string[], width: number) =>
  cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '')

function readCells(plan: Plan, cells: readonly string[], row: ReadRow) {
  const issue = (header: string | null, { code, message }: Bad, text: string | null) =>
    void row.issues.push({ header, code, message, value: text === null ? null : printable(text) })
  for (const { index, header, target, column, order } of plan.columns) {
    const text = cells[index]!.trim()
    if (text === '') {
      if (column.required) issue(header, new Bad('REQUIRED', 'is empty'), null)
      continue
    }
    const value = isGarbled(text) ? garbled : readCell(column, text, order)
    if (value instanceof Bad) issue(header, value, text)
    else row.values[target] = value
  }
  for (const question of plan.questions) {
    const text = cells[question.index]!.trim()
    if (isGarbled(text)) issue(question.header, garbled, text)
    else if (text !== '') row.answers.push({ key: question.key, text, question })
  }
  readMetadata(plan, cells, row, issue)
}

const garbled = new Bad('ENCODING', 'holds characters that are no text in the encoding of this file')

function readMetadata(
  plan: Plan,
  cells: readonly string[],
  row: ReadRow,
  issue: (header: string | null, bad: Bad, text: string | null) => void,
) {
  let size = 0
  for (const { index, key } of plan.metadata) {
    const text = cells[index]!.trim()
    if (text === '') continue
    if (isGarbled(text)) issue(key, garbled, text)
    else {
      row.metadata[key] = text
      size += key.length + text.length + 6
    }
  }
  if (size > maxMetadata / 4 && Buffer.byteLength(JSON.stringify(row.metadata)) > maxMetadata)
    issue(null, new Bad('TOO_LONG', 'has more in columns that are kept as they are than 16 KB'), null)
}
