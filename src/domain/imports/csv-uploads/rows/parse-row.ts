import { formats } from '#contract/core/formats.ts'
import type { Rating } from '#contract/core/read-rating.ts'
import type { CsvColumn, RowCode } from '#contract/resources/csv-columns.ts'
import { isValueProblem, readFieldCell } from '#domain/custom-fields/rules.ts'
import { isGarbled } from '#engine/csv/detect-encoding.ts'
import { parseDate } from '#engine/csv/parse-date.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'
import { CellProblem, parseCell } from './parse-cell.ts'
import type { QuestionPlan, RowPlan } from '#domain/imports/csv-uploads/mapping/row-plan.ts'
import type { RawRow } from '#domain/imports/csv-uploads/file/read-file.ts'

export type RowIssue = { header: string | null; code: RowCode; message: string; value: string | null }
type Values = Record<string, unknown>
/** Values by target, unmapped columns, answers of a survey, and problems. */
export type ParsedRow = {
  number: number
  line: number
  values: Values
  metadata: Record<string, string>
  answers: { key: string; text: string; question: QuestionPlan }[]
  issues: RowIssue[]
  /** Values of custom fields, by key. */
  customFields?: Record<string, CustomFieldValue>
  /** A rating without words; its text only shows the rating. */
  hasNoWords?: true
}

const maxMetadataBytes = 16_384
const maxValueLength = 200
const shortened = (text: string) =>
  text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
/** PostgreSQL stores no control characters. */
const printable = (text: string) => shortened(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd')

export function parseRow(plan: RowPlan, { number, line, cells, unclosed }: RawRow): ParsedRow {
  const row: ParsedRow = { number, line, values: {}, metadata: {}, answers: [], issues: [] }
  const rowIssue = (code: RowCode, message: string) =>
    void row.issues.push({ header: null, code, message, value: null })
  if (unclosed) rowIssue('UNCLOSED_QUOTE', 'has a quote that is never closed; the rest of the file belongs to it')
  else if (!hasWidth(cells, plan.width))
    rowIssue('COLUMN_COUNT', `has ${cells.length} cells, but the table has ${plan.width} columns`)
  else readCells(plan, cells, row)
  return row
}

/** Empty cells after the last column are ignored. */
const hasWidth = (cells: readonly string[], width: number) =>
  cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '')

function readCells(plan: RowPlan, cells: readonly string[], row: ParsedRow) {
  const issue = (header: string | null, { code, message }: CellProblem, text: string | null) =>
    void row.issues.push({ header, code, message, value: text === null ? null : printable(text) })
  for (const format of plan.columns) {
    const { index, header, target, column, lenient } = format
    const text = cells[index]!.trim()
    if (text === '') {
      if (column.required && column.fallback === undefined) issue(header, isEmpty, null)
      continue
    }
    const value = isGarbled(text) ? garbled : parseCell(format, text)
    if (value instanceof CellProblem && lenient && value !== garbled) row.metadata[header] = text
    else if (value instanceof CellProblem) issue(header, value, text)
    else if (value !== undefined) row.values[target] = joinedWith(row.values[target], value, column)
  }
  splitPerson(row.values)
  for (const { target, from } of plan.fallbacks) {
    const header = plan.columns.find((column) => column.target === target)?.header ?? null
    if (row.values[target] !== undefined || row.issues.some((one) => one.header === header)) continue
    const value = row.values[from] ?? ratingAsText(row)
    if (value === undefined) issue(header, isEmpty, null)
    else row.values[target] = value
  }
  for (const question of plan.questions) {
    const text = cells[question.index]!.trim()
    if (isGarbled(text)) issue(question.header, garbled, text)
    else if (text !== '') row.answers.push({ key: question.key, text, question })
  }
  readCustomFields(plan, cells, row, issue)
  readMetadata(plan, cells, row, issue)
}

/** Tags add up, a name is its parts, and texts are paragraphs. */
function joinedWith(before: unknown, value: unknown, { kind }: CsvColumn): unknown {
  if (before === undefined) return value
  if (kind === 'tags') return [...new Set([...(before as string[]), ...(value as string[])])]
  return `${String(before)}${kind === 'name' ? ' ' : '\n\n'}${String(value)}`
}

const namedAddress = /^(.{1,200}?)\s*[<(]([^\s<>()@]{1,64}@[^\s<>()@]{1,190})[>)]$/

/** `Ana Ruiz (ana@example.com)` is a name and an address. */
function splitPerson(values: Values) {
  for (const role of ['respondent', 'requester', 'interviewee']) {
    const found = namedAddress.exec((values[`${role}_name`] as string | undefined) ?? '')
    if (!found || !formats.email(found[2]!)) continue
    values[`${role}_name`] = found[1]
    values[`${role}_email`] ??= found[2]
  }
}

const maxDrawnStars = 10

/** What a review without words says: its stars, or its score. */
function ratingAsText(row: ParsedRow): string | undefined {
  const rating = row.values.rating as Rating | undefined
  if (!rating) return undefined
  row.hasNoWords = true
  const { value, scale_max: max } = rating
  const isDrawn = Number.isInteger(value) && Number.isInteger(max) && max > 1 && max <= maxDrawnStars
  return isDrawn ? '★'.repeat(value) + '☆'.repeat(max - value) : `${value}/${max}`
}

function readCustomFields(plan: RowPlan, cells: readonly string[], row: ParsedRow, issue: ReportIssue) {
  for (const { index, header, rule, order } of plan.customFields) {
    const text = cells[index]!.trim()
    if (text === '') continue
    const read = isGarbled(text) ? undefined : readFieldCell(rule, text, (date) => parseDate(date, order))
    if (read === undefined) issue(header, garbled, text)
    else if (isValueProblem(read)) issue(header, new CellProblem('INVALID_VALUE', read.problem), text)
    else row.customFields = { ...row.customFields, [rule.key]: read }
  }
}

const isEmpty = new CellProblem('REQUIRED', 'is empty')
const garbled = new CellProblem('ENCODING', 'has characters that are invalid in the encoding of this file')

type ReportIssue = (header: string | null, problem: CellProblem, text: string | null) => void

function readMetadata(plan: RowPlan, cells: readonly string[], row: ParsedRow, issue: ReportIssue) {
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
  if (size > maxMetadataBytes / 4 && Buffer.byteLength(JSON.stringify(row.metadata)) > maxMetadataBytes)
    issue(null, new CellProblem('TOO_LONG', 'has more than 16 KB in unmapped columns'), null)
}
