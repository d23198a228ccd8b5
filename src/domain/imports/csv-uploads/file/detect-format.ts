import { csvColumns, csvLimits, type CsvType, type csvWarnings } from '#contract/resources/csv-columns.ts'
import { detectScale } from '#contract/core/rating-scale.ts'
import { detectDateOrder, hasAmbiguousDates } from '#engine/csv/parse-date.ts'
import { type Encoding, detectEncoding, detectBinary } from '#engine/csv/detect-encoding.ts'
import { detectDelimiter, parseHeader, type CsvHeader } from '#engine/csv/parse-header.ts'
import { isKnownExport, type KnownColumn, knownColumns, knownExports } from '#engine/csv/known-exports.ts'
import { suggestMapping, type Suggestion } from '#engine/csv/suggest-mapping.ts'
import { type FileRecord, firstRecords, recordsOf } from './read-file.ts'
import { collectFacts, type ColumnProfile } from './column-facts.ts'
import { refuseFile } from './refuse-file.ts'
import { suggestType } from '#engine/csv/suggest-type.ts'
import { suggestQuestions, type SuggestedQuestion } from '#engine/csv/suggest-questions.ts'

export type Warning = { code: (typeof csvWarnings)[number]; message: string }
/** A suggested column, with how its dates and ratings are read. */
type SuggestedColumn = Suggestion & {
  date_format?: 'ymd' | 'dmy' | 'mdy' | 'ambiguous'
  rating_scale?: { min: number; max: number }
}
export type FileFormat = {
  type: CsvType
  encoding: Encoding
  delimiter: string
  platform: CsvHeader['platform']
  header_rows: number
  skipped_records: number
  headers: string[]
  facts: ColumnProfile[]
  row_count: number
  suggestion: { columns: SuggestedColumn[]; questions: SuggestedQuestion[] }
  warnings: Warning[]
}

const sampleBytes = 256 * 1024
const chunkBytes = 64 * 1024
const sampledRecords = 20
const reservedHeaders = new Set(['__proto__', 'constructor', 'prototype'])

export function* chunksOf(bytes: Buffer, size = chunkBytes): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Detects encoding, delimiter, header and the meaning of columns; refuses a file that is not a table. */
export async function detectFormat(bytes: Buffer, given: CsvType | undefined): Promise<FileFormat> {
  if (bytes.length === 0) refuseFile('EMPTY_FILE', 'is empty')
  const encoding = detectEncoding(bytes)
  const binary = detectBinary(bytes, encoding)
  if (binary) refuseFile('NOT_CSV', `is not a text file but ${binary}`)
  const { delimiter, above } = detectSeparator(new TextDecoder(encoding).decode(bytes.subarray(0, sampleBytes)))
  const records = recordsOf(chunksOf(bytes), { encoding, delimiter })
  const first: FileRecord[] = []
  while (first.length < above + 3) {
    const next = await records.next()
    if (next.done) break
    first.push(next.value)
  }
  const header = headerOf(first.slice(above).map(({ cells }) => cells))
  const { facts, row_count, duplicates } = await collectFacts(first.slice(above + header.rows), records, header.names)
  if (row_count === 0) refuseFile('EMPTY_FILE', 'has a header and no rows')
  const type = given ?? typeOf(header.platform, facts)
  const suggestion = suggest({ type, platform: header.platform, headers: header.names, facts, delimiter })
  return {
    type,
    encoding,
    delimiter,
    platform: header.platform,
    header_rows: header.rows,
    skipped_records: above + header.rows,
    headers: header.names,
    facts,
    row_count,
    suggestion,
    warnings: [
      ...warningsOf(facts, suggestion.columns, header, delimiter),
      ...duplicateWarnings(duplicates, suggestion.columns),
      ...dateWarnings(type, suggestion.columns),
    ],
  }
}

const typeOf = (platform: CsvHeader['platform'], facts: readonly ColumnProfile[]): CsvType => {
  if (isKnownExport(platform)) return knownExports[platform].type
  return platform === 'qualtrics' ? 'survey' : suggestType(facts)
}

type Table = Pick<FileFormat, 'type' | 'platform' | 'headers' | 'facts' | 'delimiter'>

/** What each column is, if the rows are of this type. */
export function suggest({ type, platform, headers, facts, delimiter }: Table): FileFormat['suggestion'] {
  const targets = Object.entries(csvColumns[type]).map(([target, { kind, required = false, range }]) => ({
    target,
    kind,
    required,
    ...(range && { range }),
  }))
  const known = isKnownExport(platform)
    ? knownColumns(platform, headers, new Set(Object.keys(csvColumns[type])))
    : new Map<number, KnownColumn>()
  const columns = suggestMapping(facts, targets, known).map((column, i) => ({
    ...column,
    ...dateFormatOf(facts[i]!, delimiter),
    ...(column.target === 'rating' && { rating_scale: scaleOf(facts[i]!, known.get(i)) }),
  }))
  return { columns, questions: type === 'survey' ? suggestQuestions(facts, columns, known) : [] }
}

const mostlyDates = 0.8

function dateFormatOf({ dates, filled }: ColumnProfile, delimiter: string): Pick<SuggestedColumn, 'date_format'> {
  if (filled === 0 || dates.dates < filled * mostlyDates) return {}
  if (hasAmbiguousDates(dates, delimiter)) return { date_format: 'ambiguous' }
  return { date_format: dates.numeric === 0 ? 'ymd' : detectDateOrder(dates, delimiter).order }
}

function scaleOf(facts: ColumnProfile, known: KnownColumn | undefined): { min: number; max: number } {
  const [min, max] = known?.scale ?? detectScale(facts.ratings, facts.header)
  return { min, max }
}

/** Excel writes a line such as `sep=;` above the table. */
function detectSeparator(sample: string): { delimiter: string; above: number } {
  const declared = /^\ufeff?sep=([,;|\t])\r?\n/i.exec(sample)
  if (declared) return { delimiter: declared[1]!, above: 1 }
  return { delimiter: detectDelimiter((delimiter) => firstRecords(sample, delimiter, sampledRecords)), above: 0 }
}

function headerOf([top = [], ...below]: readonly string[][]): CsvHeader {
  const whole = parseHeader([top, ...below])
  // With several header rows, the lower ones can name columns that the first one leaves empty.
  const header = whole.rows > 1 ? whole : parseHeader([trimEmptyEnd(top), ...below])
  if (header.names.length === 0) refuseFile('EMPTY_FILE', 'has no header')
  if (header.names.length > csvLimits.columns)
    refuseFile('TOO_MANY_COLUMNS', `has more than ${csvLimits.columns} columns`)
  const invalid = header.names.find((name) => reservedHeaders.has(name) || /[\p{Cc}\ufffd]/u.test(name))
  if (invalid !== undefined)
    refuseFile('INVALID_HEADER', `has a column whose name is not allowed: ${JSON.stringify(invalid.slice(0, 50))}`)
  return header
}

/** Without the empty cells after the last name. */
function trimEmptyEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

function warningsOf(
  facts: readonly ColumnProfile[],
  columns: readonly Suggestion[],
  { names }: CsvHeader,
  delimiter: string,
): Warning[] {
  const duplicates = names.filter((name) => /_\d+$/.test(name) && names.includes(name.replace(/_\d+$/, '')))
  const ambiguous = facts.filter(
    ({ dates }, i) => /date/.test(columns[i]!.target ?? '') && hasAmbiguousDates(dates, delimiter),
  )
  const warnings: Warning[] = []
  if (duplicates.length)
    warnings.push({
      code: 'DUPLICATE_HEADERS',
      message: `Columns with the same name were numbered: ${duplicates.slice(0, 5).join(', ')}.`,
    })
  if (ambiguous.length) {
    const names = ambiguous.map(({ header }) => header).slice(0, 5)
    warnings.push({
      code: 'AMBIGUOUS_DATES',
      message: `The order of day and month is ambiguous in ${names.join(', ')}; set it with date_format.`,
    })
  }
  return warnings
}

/** Without an id, rows that are the same in every cell are most likely one. */
function duplicateWarnings(duplicates: number, columns: readonly Suggestion[]): Warning[] {
  if (duplicates === 0 || columns.some(({ target }) => target === 'external_id')) return []
  const rows = duplicates === 1 ? '1 row is' : `${duplicates} rows are`
  return [
    {
      code: 'DUPLICATE_ROWS',
      message: `${rows} the same as an earlier one in every cell; dedupe: content skips such rows.`,
    },
  ]
}

function dateWarnings(type: CsvType, columns: readonly Suggestion[]): Warning[] {
  const isDate = (target: string | null) => target !== null && csvColumns[type][target]?.kind === 'date'
  if (columns.some(({ target }) => isDate(target))) return []
  return [{ code: 'NO_DATES', message: 'No column has the dates of the rows: they get the time of the import.' }]
}
