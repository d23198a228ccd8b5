import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { EarshotError } from '#client/errors.ts'
import { connectAs } from './connection.ts'
import { Usage } from './failure.ts'
import { type Io, print, readAll } from './io.ts'
import { progressOf } from './progress.ts'
import { readRows, type Row, type Target } from './rows.ts'
import { jsonOf } from './text.ts'

const atOnce = 200
const operations: Record<Target, string> = { feedback: 'bulkFeedback', contacts: 'bulkContacts' }
const maxErrors = 100

type Result = { index: number; status: string; error: { code: string; message: string } | null }
type Answer = {
  summary: Record<'received' | 'created' | 'updated' | 'unchanged' | 'failed', number>
  results: Result[]
}

/** `earshot import file.csv|file.ndjson [--to feedback|contacts] [--source name] [--dry-run]`. The same file again changes nothing. */
export async function importFile(args: string[], io: Io): Promise<void> {
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
  const target = values.to as Target
  if (file === undefined || extra !== undefined)
    throw new Usage('say `earshot import file.csv|file.ndjson [--to feedback|contacts] [--source name] [--dry-run]`')
  if (!Object.hasOwn(operations, target)) throw new Usage('--to takes feedback or contacts')
  const kind = values.format ?? (/\.csv$/i.test(file) ? 'csv' : 'ndjson')
  if (kind !== 'csv' && kind !== 'ndjson') throw new Usage('--format takes csv or ndjson')
  const rows = readRows(
    file === '-'
      ? await readAll(io.stdin)
      : await readFile(file, 'utf8').catch(() => Promise.reject(new Usage(`${file} cannot be read`))),
    kind,
    target,
  )
  if (rows.length === 0) throw new Usage(`${file} has no rows`)
  const extras: Row = target === 'feedback' ? { ...(values['no-analyze'] && { analyze: false }) } : {}
  const ready = rows.map(({ line, row }) => ({
    line,
    row: { ...(target === 'feedback' && values.source !== undefined && { source: values.source }), ...extras, ...row },
  }))
  if (values['dry-run'])
    return print(
      io.stdout,
      `${jsonOf({ dry_run: true, rows: ready.length, without_content: target === 'feedback' ? lacking(ready) : [], first: ready[0]!.row }, 2)}\n`,
    )
  await send(io, target, ready)
}

const lacking = (rows: readonly { line: number; row: Row }[]) =>
  rows
    .filter(({ row }) => typeof row.content !== 'string')
    .map(({ line }) => line)
    .slice(0, maxErrors)

async function send(io: Io, target: Target, rows: readonly { line: number; row: Row }[]): Promise<void> {
  const calls = await connectAs(io)
  const bar = progressOf(io, 'Importing', rows.length)
  const sum = { received: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const errors: { line: number; message: string }[] = []
  try {
    for (let at = 0; at < rows.length; at += atOnce) {
      const chunk = rows.slice(at, at + atOnce)
      const items = chunk.map(({ row }) => row)
      // The key is what is sent, so that an import that broke off can simply be run again.
      const idempotencyKey = `import-${createHash('sha256')
        .update(JSON.stringify([target, items]))
        .digest('hex')}`
      const answer = (await calls.call(operations[target], { items }, { idempotencyKey })) as Answer
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += answer.summary[name]
      for (const { index, error } of answer.results)
        if (error && errors.length < maxErrors) errors.push({ line: chunk[index]!.line, message: error.message })
      bar.update(at + chunk.length)
    }
  } finally {
    bar.stop()
  }
  await print(io.stdout, `${jsonOf({ ...sum, errors }, 2)}\n`)
  if (sum.failed > 0)
    throw new EarshotError(`${sum.failed} of ${sum.received} rows were refused`, {
      status: 400,
      code: 'VALIDATION_ERROR',
    })
}
