import { createHash } from 'node:crypto'
import { EarshotError } from '#client/errors.ts'
import { connectAs } from './connection.ts'
import { UsageError } from '#client/usage-error.ts'
import type { ImportOptions } from './import-options.ts'
import { type Io, print } from './io.ts'
import { progressOf } from './progress.ts'
import { readImportRows, type ImportRow, type ImportTarget } from './rows.ts'
import { jsonOf } from './text.ts'

const batchSize = 200
const operations: Record<ImportTarget, string> = { feedback: 'bulkFeedback', contacts: 'bulkContacts' }
const maxErrors = 100

type RowResult = { index: number; status: string; error: { code: string; message: string } | null }
type BulkResponse = {
  summary: Record<'received' | 'created' | 'updated' | 'unchanged' | 'failed', number>
  results: RowResult[]
}

type NumberedRow = { line: number; row: ImportRow }
type RowsImport = ImportOptions & { file: string; text: string; kind: 'csv' | 'ndjson' }

/** NDJSON, and contacts, which the server does not read from CSV files. */
export async function importRows(
  { file, text, kind, to: target = 'feedback', source, analyze, dryRun }: RowsImport,
  io: Io,
): Promise<void> {
  const rows = readImportRows(text, kind)
  if (rows.length === 0) throw new UsageError(`${file} has no rows`)
  const isFeedback = target === 'feedback'
  const defaults: ImportRow = isFeedback && source !== undefined ? { source } : {}
  const options: ImportRow = isFeedback && !analyze ? { analyze: false } : {}
  const ready = rows.map(({ line, row }) => ({ line, row: { ...defaults, ...options, ...row } }))
  if (!dryRun) return sendRows(io, target, ready)
  const report = {
    dry_run: true,
    rows: ready.length,
    without_content: isFeedback ? linesWithoutContent(ready) : [],
    first: ready[0]!.row,
  }
  return print(io.stdout, `${jsonOf(report, 2)}\n`)
}

const linesWithoutContent = (rows: readonly NumberedRow[]) =>
  rows
    .filter(({ row }) => typeof row.content !== 'string')
    .map(({ line }) => line)
    .slice(0, maxErrors)

async function sendRows(io: Io, target: ImportTarget, rows: readonly NumberedRow[]): Promise<void> {
  const calls = await connectAs(io)
  const bar = await progressOf(io, 'Importing', rows.length)
  const summary = { received: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const errors: { line: number; message: string }[] = []
  try {
    for (let at = 0; at < rows.length; at += batchSize) {
      const chunk = rows.slice(at, at + batchSize)
      const items = chunk.map(({ row }) => row)
      // The key is derived from the rows, so that an interrupted import can be run again.
      const idempotencyKey = `import-${createHash('sha256')
        .update(JSON.stringify([target, items]))
        .digest('hex')}`
      const response = (await calls.call(operations[target], { items }, { idempotencyKey })) as BulkResponse
      for (const name of Object.keys(summary) as (keyof typeof summary)[]) summary[name] += response.summary[name]
      for (const { index, error } of response.results)
        if (error && errors.length < maxErrors) errors.push({ line: chunk[index]!.line, message: error.message })
      bar.update(at + chunk.length)
    }
  } finally {
    bar.stop()
  }
  await print(io.stdout, `${jsonOf({ ...summary, errors }, 2)}\n`)
  if (summary.failed > 0)
    throw new EarshotError(`${summary.failed} of ${summary.received} rows were rejected`, {
      status: 400,
      code: 'VALIDATION_ERROR',
    })
}
