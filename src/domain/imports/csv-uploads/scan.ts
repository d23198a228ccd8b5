import { createHash } from 'node:crypto'
import type { Db } from '#store/open.ts'
import { type ReadRow, readRow } from './check-row.ts'
import { importers } from './importers.ts'
import { filled, type Plan, planOf, suggested } from './mapping.ts'
import { previewOf, type PreviewRow } from './present.ts'
import type { Problem } from './problems.ts'
import { chunksIn, type Counts, type UploadRow } from './queries.ts'
import { type Chunks, rowsOf } from './read-file.ts'

/** A row and what shall become of it: an input to store, or nothing, for the reasons given. */
export type CheckedRow = ReadRow & { input: object | undefined; severity: 'error' | 'warning' }

export const noCounts = (): Counts => ({
  valid: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  error_count: 0,
  warning_count: 0,
})

/** What there must be known of a table to read it. */
export type Readable = Pick<
  UploadRow,
  'type' | 'encoding' | 'headers' | 'facts' | 'suggestion' | 'skipped_records' | 'mapping' | 'options'
> & { delimiter: string }

const planFor = (table: Readable): Plan =>
  planOf(table, table.mapping ?? suggested(table.suggestion), filled(table.options))

/** Every row of a table, read and checked, in order; the same file and mapping give the same rows. */
export async function* checkedRows(chunks: Chunks, upload: Readable): AsyncGenerator<CheckedRow> {
  const plan = planFor(upload)
  const importer = importers[upload.type]
  const seen = new Map<string, number>()
  for await (const raw of rowsOf(chunks, upload)) {
    const row = readRow(plan, raw)
    const input = row.issues.length ? [] : importer.inputOf(row, plan.options)
    if (Array.isArray(input)) {
      yield { ...row, issues: [...row.issues, ...input], input: undefined, severity: 'error' }
      continue
    }
    const key = importer.keyOf(input, row, plan.options)
    const first = key === null ? undefined : seen.get(digest(key))
    if (key !== null && first === undefined) seen.set(digest(key), row.number)
    if (first === undefined) yield { ...row, input, severity: 'error' }
    else
      yield {
        ...row,
        input: undefined,
        severity: 'warning',
        issues: [{ header: null, code: 'DUPLICATE_ROW', message: `is the same as row ${first}`, value: null }],
      }
  }
}

/** Short, so that fifty thousand of them are a few megabytes. */
const digest = (key: string) => createHash('sha256').update(key).digest('base64').slice(0, 22)

export const problemsOf = ({ number, line, issues, severity }: CheckedRow): Problem[] =>
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

/** What a row counts as before it is stored. */
export function tally(counts: Counts, { input, issues, severity }: CheckedRow) {
  if (input) counts.valid++
  else if (severity === 'warning') counts.skipped++
  else counts.failed++
  if (severity === 'warning') counts.warning_count += issues.length
  else counts.error_count += issues.length
}

export async function firstRows(chunks: Chunks, table: Readable, limit: number): Promise<PreviewRow[]> {
  const rows: PreviewRow[] = []
  for await (const row of checkedRows(chunks, table)) if (rows.push(previewOf(row)) === limit) break
  return rows
}

/** A full pass that stores nothing. */
export async function scan(
  db: Db,
  org: string,
  upload: UploadRow,
  signal?: AbortSignal,
): Promise<{ counts: Counts; problems: Problem[] }> {
  const counts = noCounts()
  const problems: Problem[] = []
  for await (const row of checkedRows(chunksIn(db, org, upload.id), upload)) {
    signal?.throwIfAborted()
    tally(counts, row)
    problems.push(...problemsOf(row))
  }
  return { counts, problems }
}
