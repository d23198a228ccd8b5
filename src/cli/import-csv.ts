import { basename } from 'node:path'
import type { Calls } from '#client/calls.ts'
import { EarshotError } from '#client/errors.ts'
import { UsageError } from '#client/usage-error.ts'
import { connectAs } from './connection.ts'
import type { ImportOptions } from './import-options.ts'
import { type Io, print } from './io.ts'
import { progressOf } from './progress.ts'
import { jsonOf } from './text.ts'

type Column = { header: string; target: string | null }
type Upload = {
  id: string
  type: string
  status: string
  detected_platform: string
  headers: string[]
  row_count: number
  job_id: string | null
  suggested_mapping: { columns: Column[]; questions: { header: string }[] }
  totals: Record<'rows' | 'valid' | 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed', number>
}
type Job = { status: string; progress: { done: number } }
type Problem = { line: number; header: string | null; message: string }

const maxErrors = 100
const waitSeconds = 5

/** The server reads the file, recognizes its columns and imports the rows. */
export async function importCsvFile(
  { file, bytes, ...options }: ImportOptions & { file: string; bytes: Buffer },
  io: Io,
): Promise<void> {
  const calls = await connectAs(io)
  const upload = (await calls.call('createCsvUpload', {
    ...(options.type !== undefined && { type: options.type }),
    file_name: file === '-' ? 'stdin.csv' : basename(file),
    content_base64: bytes.toString('base64'),
  })) as Upload
  await setMapping(calls, upload, options)
  const ended = await runUpload(calls, upload, options.dryRun ? 'validateCsvUpload' : 'startCsvUpload', io)
  const errors = await problemsOf(calls, upload.id)
  if (options.dryRun) await calls.call('cancelCsvUpload', { uploadId: upload.id })
  const { id, type, detected_platform, totals } = ended
  const report = { upload_id: id, type, detected_platform, ...(options.dryRun && { dry_run: true }), ...totals, errors }
  await print(io.stdout, `${jsonOf(report, 2)}\n`)
  if (totals.failed > 0)
    throw new EarshotError(`${totals.failed} of ${totals.rows} rows were rejected`, {
      status: 400,
      code: 'VALIDATION_ERROR',
    })
}

/** The suggested fields, changed as asked; without an id, rows with the same content are the same row. */
async function setMapping(calls: Calls, upload: Upload, { map = [], source, analyze, dateFormat }: ImportOptions) {
  const { headers, suggested_mapping: suggested } = upload
  const given = new Map(map.map((pair) => fieldOf(pair, headers)))
  const taken = new Set(given.values())
  const columns = suggested.columns
    .filter(({ header, target }) => target !== null && !given.has(header) && !taken.has(target))
    .map(({ header, target }) => ({ header, target }))
  for (const [header, target] of given) columns.push({ header, target })
  const hasId = columns.some(({ target }) => target === 'external_id')
  await calls.call('updateCsvMapping', {
    uploadId: upload.id,
    columns,
    ...(upload.type === 'survey' && { questions: suggested.questions.filter(({ header }) => !given.has(header)) }),
    options: {
      dedupe: hasId ? 'external_id' : 'content',
      analyze,
      ...(source !== undefined && { default_source: source }),
      ...(dateFormat !== undefined && { date_format: dateFormat }),
    },
  })
}

/** `Comment=content`; a field that is empty or `-` leaves the column unmapped. */
function fieldOf(pair: string, headers: readonly string[]): [header: string, target: string | null] {
  const at = pair.lastIndexOf('=')
  const header = pair.slice(0, at)
  if (at < 1 || !headers.includes(header))
    throw new UsageError(`--map expects column=field with one of the columns ${headers.join(', ')}, not ${pair}`)
  const target = pair.slice(at + 1)
  return [header, target === '' || target === '-' ? null : target]
}

async function runUpload(calls: Calls, { id, row_count }: Upload, operation: string, io: Io): Promise<Upload> {
  const bar = await progressOf(io, 'Importing', row_count)
  let hasWarned = false
  try {
    let upload = (await calls.call(operation, { uploadId: id })) as Upload
    while (upload.job_id !== null && ['importing', 'mapped'].includes(upload.status)) {
      const job = (await calls.call('getJob', { jobId: upload.job_id, wait: waitSeconds })) as Job
      bar.update(job.progress.done)
      if (job.status === 'queued' && !hasWarned) {
        hasWarned = true
        io.stderr.write('The import waits for a worker; it goes on without this command too.\n')
      }
      upload = (await calls.call('getCsvUpload', { uploadId: id })) as Upload
    }
    return upload
  } finally {
    bar.stop()
  }
}

async function problemsOf(calls: Calls, uploadId: string): Promise<{ line: number; message: string }[]> {
  const { data } = (await calls.call('listCsvErrors', { uploadId, limit: maxErrors })) as { data: Problem[] }
  return data.map(({ line, header, message }) => ({
    line,
    message: header === null ? message : `${header}: ${message}`,
  }))
}
