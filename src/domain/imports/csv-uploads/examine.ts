import { csvColumns, csvLimits, type CsvType } from '#contract/resources/csv-columns.ts'
import { formats } from '#contract/core/formats.ts'
import { invalidField } from '#domain/errors.ts'
import { noEvidence, orderOf, weigh } from '#engine/csv/dates.ts'
import { type Encoding, encodingOf, kindOfBinary } from '#engine/csv/encoding.ts'
import { bestDelimiter, type Header, readHeader } from '#engine/csv/header.ts'
import { type ColumnFacts, suggest, type Suggestion } from '#engine/csv/suggest.ts'
import { isGarbled } from './cells.ts'
import { type FileRecord, firstRecords, recordsOf } from './read-file.ts'
import { type Question, suggestQuestions } from './questions.ts'

export type Warning = { code: 'ALREADY_UPLOADED' | 'AMBIGUOUS_DATES' | 'DUPLICATE_HEADERS'; message: string }
export type Examined = {
  encoding: Encoding
  delimiter: string
  platform: Header['platform']
  header_rows: number
  skipped_records: number
  headers: string[]
  facts: ColumnFacts[]
  row_count: number
  suggestion: { columns: Suggestion[]; questions: Question[] }
  warnings: Warning[]
}

const sampleBytes = 256 * 1024
const chunkBytes = 64 * 1024
const sniffedLines = 20
/** After so many rows a column is what it is; only the order of days and months may still show. */
const telling = 5000
const samples = 3
const sampleLength = 100
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

const refuse = (code: string, message: string): never => invalidField('body.content', message, code)

export function* chunksOf(bytes: Buffer, size = chunkBytes): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What a file is made of; refuses what is no table. */
export async function examine(bytes: Buffer, type: CsvType): Promise<Examined> {
  if (bytes.length === 0) refuse('EMPTY_FILE', 'is empty')
  const encoding = encodingOf(bytes)
  const binary = kindOfBinary(bytes, encoding)
  if (binary) refuse('NOT_CSV', `is no table in text form but ${binary}`)
  const { delimiter, above } = sniff(new TextDecoder(encoding).decode(bytes.subarray(0, sampleBytes)))
  const records = recordsOf(chunksOf(bytes), { encoding, delimiter })
  const first: FileRecord[] = []
  while (first.length < above + 3) {
    const next = await records.next()
    if (next.done) break
    first.push(next.value)
  }
  const header = headerOf(first.slice(above).map(({ cells }) => cells))
  const { facts, row_count } = await gather(first.slice(above + header.rows), records, header.names)
  if (row_count === 0) refuse('EMPTY_FILE', 'has a header and no rows')
  const columns = suggest(
    facts,
    Object.entries(csvColumns[type]).map(([target, { kind, required = false, range }]) => ({
      target,
      kind,
      required,
      ...(range && { range }),
    })),
  )
  return {
    encoding,
    delimiter,
    platform: header.platform,
    header_rows: header.rows,
    skipped_records: above + header.rows,
    headers: header.names,
    facts,
    row_count,
    suggestion: { columns, questions: type === 'survey' ? suggestQuestions(facts, columns) : [] },
    warnings: warningsOf(facts, columns, header, delimiter),
  }
}

/** Some programs write the delimiter above the table, where only they do not show it. */
function sniff(sample: string): { delimiter: string; above: number } {
  const told = /^\ufeff?sep=([,;|\t])\r?\n/i.exec(sample)
  if (told) return { delimiter: told[1]!, above: 1 }
  return { delimiter: bestDelimiter((delimiter) => firstRecords(sample, delimiter, sniffedLines)), above: 0 }
}

function headerOf([top = [], ...below]: readonly string[][]): Header {
  const whole = readHeader([top, ...below])
  // Of several header rows the lower ones may say what the first one leaves open.
  const header = whole.rows > 1 ? whole : readHeader([withoutTail(top), ...below])
  if (header.names.length === 0) refuse('EMPTY_FILE', 'has no header')
  if (header.names.length > csvLimits.columns) refuse('TOO_MANY_COLUMNS', `has more than ${csvLimits.columns} columns`)
  const bad = header.names.find((name) => forbidden.has(name) || /[\p{Cc}\ufffd]/u.test(name))
  if (bad !== undefined)
    refuse('INVALID_HEADER', `has a column whose name is not allowed: ${JSON.stringify(bad.slice(0, 50))}`)
  return header
}

/** Cells after the last name are no columns. */
function withoutTail(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

async function gather(
  first: readonly FileRecord[],
  rest: AsyncIterable<FileRecord>,
  names: readonly string[],
): Promise<{ facts: ColumnFacts[]; row_count: number }> {
  const facts = names.map((header): ColumnFacts => ({
    header,
    filled: 0,
    emails: 0,
    numbers: 0,
    min: Infinity,
    max: -Infinity,
    length: 0,
    dates: noEvidence(),
    samples: [],
    choices: [],
  }))
  let row_count = 0
  const add = ({ cells }: FileRecord) => {
    if (++row_count > csvLimits.rows) refuse('TOO_MANY_ROWS', `has more than ${csvLimits.rows} rows`)
    for (const [i, fact] of facts.entries()) note(fact, cells[i]?.trim() ?? '', row_count)
  }
  first.forEach(add)
  for await (const record of rest) add(record)
  for (const fact of facts) fact.length = Math.round(fact.length / Math.max(1, Math.min(fact.filled, telling)))
  return {
    facts: facts.map((fact) => ({
      ...fact,
      min: Number.isFinite(fact.min) ? fact.min : 0,
      max: Number.isFinite(fact.max) ? fact.max : 0,
    })),
    row_count,
  }
}

const number = /^[+-]?\d{1,9}([.,]\d{1,6})?$/
const maxChoices = 12

function note(fact: ColumnFacts, text: string, row: number) {
  if (text === '') return
  if (row > telling && fact.dates.dates < telling / 2) return
  if (text.length <= 40) weigh(fact.dates, text)
  if (row > telling) return
  fact.filled++
  fact.length += text.length
  if (text.length <= 254 && text.includes('@') && formats.email(text)) fact.emails++
  if (number.test(text)) {
    const value = Number(text.replace(',', '.'))
    fact.numbers++
    fact.min = Math.min(fact.min, value)
    fact.max = Math.max(fact.max, value)
  }
  if (isGarbled(text)) return
  if (fact.samples.length < samples) fact.samples.push(text.slice(0, sampleLength).toWellFormed())
  if (fact.choices.length <= maxChoices && text.length <= sampleLength && !fact.choices.includes(text))
    fact.choices.push(text)
}

function warningsOf(
  facts: readonly ColumnFacts[],
  columns: readonly Suggestion[],
  { names }: Header,
  delimiter: string,
): Warning[] {
  const doubled = names.filter((name) => /_\d+$/.test(name) && names.includes(name.replace(/_\d+$/, '')))
  const unclear = facts.filter(
    ({ dates }, i) =>
      /date/.test(columns[i]!.target ?? '') &&
      dates.dates > 0 &&
      !orderOf(dates, delimiter).certain &&
      dates.dayFirst + dates.monthFirst + dates.numeric > 0,
  )
  return [
    ...(doubled.length
      ? [
          {
            code: 'DUPLICATE_HEADERS' as const,
            message: `Columns of the same name were numbered: ${doubled.slice(0, 5).join(', ')}.`,
          },
        ]
      : []),
    ...(unclear.length
      ? [
          {
            code: 'AMBIGUOUS_DATES' as const,
            message: `Day and month cannot be told apart in ${unclear
              .map(({ header }) => header)
              .slice(0, 5)
              .join(', ')}; say which comes first with date_format.`,
          },
        ]
      : []),
  ]
}
