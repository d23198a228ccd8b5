import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { EarshotError } from '#client/errors.ts'
import { connectAs } from './connection.ts'
import { UsageError } from '#client/usage-error.ts'
import { type Io, print, readAll } from './io.ts'
import { progressOf } from './progress.ts'
import { readRows, type Row, type Target } from './rows.ts'
import { jsonOf } from './text.ts'

const batchSize = 200
const operations: Record<Target, string> = { feedback: 'bulkFeedback', contacts: 'bulkContacts' }
const maxErrors = 100

type RowResult = { index: number; status: string; error: { code: string; message: string } | null }
type BulkResponse = {
  summary: Record<'received' | 'created' | 'updated' | 'unchanged' | 'failed', number>
  results: RowResult[]
}

const usage = 'usage: earshot import file.csv|file.ndjson [--to feedback|contacts] [--source name] [--dry-run]'

type NumberedRow = { line: number; row: Row }

/** Importing the same file again changes nothing. */
export async function importFile(args: string[], io: Io): Promise<void> {
  const { file, target, kind, source, analyze, dryRun } = readImportArgs(args)
  const rows = readRows(await fileText(file, io), kind, target)
  if (rows.length === 0) throw new UsageError(`${file} has no rows`)
  const isFeedback = target === 'feedback'
  const defaults: Row = isFeedback && source !== undefined ? { source } : {}
  const options: Row = isFeedback && !analyze ? { analyze: false } : {}
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

function readImportArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string', default: 'feedback' },
      source: { type: 'string' },
      format: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'no-analyze': { type: 'boolean', default: false },
    },
  })
  const [file, extra] = positionals
  if (file === undefined || extra !== undefined) throw new UsageError(usage)
  if (!Object.hasOwn(operations, values.to)) throw new UsageError('--to expects feedback or contacts')
  const kind = values.format ?? (/\.csv$/i.test(file) ? 'csv' : 'ndjson')
  if (kind !== 'csv' && kind !== 'ndjson') throw new UsageError('--format expects csv or ndjson')
  return {
    file,
    kind,
    target: values.to as Target,
    source: values.source,
    analyze: !values['no-analyze'],
    dryRun: values['dry-run'],
  } as const
}

const fileText = (file: string, io: Io) =>
  file === '-'
    ? readAll(io.stdin)
    : readFile(file, 'utf8').catch(() => Promise.reject(new UsageError(`${file} cannot be read`)))

const linesWithoutContent = (rows: readonly NumberedRow[]) =>
  rows
    .filter(({ row }) => typeof row.content !== 'string')
    .map(({ line }) => line)
    .slice(0, maxErrors)

async function sendRows(io: Io, target: Target, rows: readonly NumberedRow[]): Promise<void> {
  const calls = await connectAs(io)
  const bar = progressOf(io, 'Importing', rows.length)
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
