import { createHash } from 'node:crypto'
import { type ParsedRow, parseRow } from './parse-row.ts'
import { importers } from './importers.ts'
import { planRows } from '#domain/imports/csv-uploads/mapping/row-plan.ts'
import type { StoredRowProblem } from '#domain/imports/csv-uploads/queries-problems.ts'
import type { UploadCounts, UploadRow } from '#domain/imports/csv-uploads/queries.ts'
import { type Chunks, rowsOf } from '#domain/imports/csv-uploads/file/read-file.ts'

/** A row with the input to store, or without one and with the issues that prevent it. */
export type ValidatedRow = ParsedRow & { input: object | undefined; severity: 'error' | 'warning' }

export const emptyCounts = (): UploadCounts => ({
  valid: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  error_count: 0,
  warning_count: 0,
})

export type ReadableUpload = Pick<
  UploadRow,
  'type' | 'encoding' | 'platform' | 'headers' | 'facts' | 'suggestion' | 'skipped_records' | 'mapping' | 'options'
> & { delimiter: string }

/** Parses and validates every row in order; the same file and mapping always give the same rows. */
export async function* validatedRows(chunks: Chunks, upload: ReadableUpload): AsyncGenerator<ValidatedRow> {
  const plan = planRows(upload)
  const importer = importers[upload.type]
  const seen = new Map<string, number>()
  for await (const raw of rowsOf(chunks, upload)) {
    const row = parseRow(plan, raw)
    const input = row.issues.length ? [] : importer.toInput(row, plan.options)
    if (Array.isArray(input)) {
      yield { ...row, issues: [...row.issues, ...input], input: undefined, severity: 'error' }
      continue
    }
    const key = importer.dedupeKeyOf(input, plan.options)
    const first = key === null ? undefined : seen.get(rowDigest(key))
    if (key !== null && first === undefined) seen.set(rowDigest(key), row.line)
    if (first === undefined) yield { ...row, input, severity: 'error' }
    else
      yield {
        ...row,
        input: undefined,
        severity: 'warning',
        issues: [{ header: null, code: 'DUPLICATE_ROW', message: `is the same as line ${first}`, value: null }],
      }
  }
}

/** Short, because one is kept for every row of the table. */
export const rowDigest = (key: string) => createHash('sha256').update(key).digest('base64').slice(0, 22)

export const problemsOf = ({ number, line, issues, severity }: ValidatedRow): StoredRowProblem[] =>
  issues.map(({ header, code, message, value }, n) => ({
    row_number: number,
    n,
    line,
    header,
    code,
    message,
    value,
    severity,
  }))

/** Counts a row before it is stored. */
export function addToCounts(counts: UploadCounts, { input, issues, severity }: ValidatedRow) {
  if (input) counts.valid++
  else if (severity === 'warning') counts.skipped++
  else counts.failed++
  if (severity === 'warning') counts.warning_count += issues.length
  else counts.error_count += issues.length
}

/** Validates all rows without storing them. */
export async function validateRows(
  chunks: Chunks,
  upload: ReadableUpload,
  { signal, onRow }: { signal?: AbortSignal; onRow?: (row: ValidatedRow) => void } = {},
): Promise<{ counts: UploadCounts; problems: StoredRowProblem[] }> {
  const counts = emptyCounts()
  const problems: StoredRowProblem[] = []
  for await (const row of validatedRows(chunks, upload)) {
    signal?.throwIfAborted()
    addToCounts(counts, row)
    problems.push(...problemsOf(row))
    onRow?.(row)
  }
  return { counts, problems }
}
