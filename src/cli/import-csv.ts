import type { Calls } from '#client/calls.ts'
import { EarshotError } from '#client/errors.ts'
import { connectAs } from './connection.ts'
import { mappingOf, type Upload, uploadOf } from './import-mapping.ts'
import type { CsvImport } from './import-options.ts'
import { type Io, print } from './io.ts'
import { progressOf } from './progress.ts'
import { type ReportedProblem, sentenceOf } from './row-sentence.ts'
import { jsonOf } from './text.ts'

type Job = { status: string; progress: { done: number } }

const maxErrors = 100
const waitSeconds = 5

/** The server reads the file, recognizes its columns and imports the rows. */
export async function importCsvFile({ file, bytes, ...options }: CsvImport, io: Io): Promise<void> {
  const calls = await connectAs(io)
  const upload = (await calls.call('createCsvUpload', uploadOf({ file, bytes, ...options }))) as Upload
  await calls.call('updateCsvMapping', { uploadId: upload.id, ...mappingOf(upload, options) })
  const { id, type, detected_platform, totals } = await runUpload(calls, upload, io)
  const errors = await problemsOf(calls, id)
  await print(io.stdout, `${jsonOf({ upload_id: id, type, detected_platform, ...totals, errors }, 2)}\n`)
  requireNoneRejected(totals)
}

export function requireNoneRejected({ failed, rows }: Upload['totals']) {
  if (failed > 0)
    throw new EarshotError(`${failed} of ${rows} rows were rejected`, { status: 400, code: 'VALIDATION_ERROR' })
}

async function runUpload(calls: Calls, { id, row_count }: Upload, io: Io): Promise<Upload> {
  const bar = await progressOf(io, 'Importing', row_count)
  let hasWarned = false
  try {
    let upload = (await calls.call('startCsvUpload', { uploadId: id })) as Upload
    while (upload.job_id !== null && upload.status === 'importing') {
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
  const { data } = (await calls.call('listCsvErrors', { uploadId, limit: maxErrors })) as { data: ReportedProblem[] }
  return data.map(sentenceOf)
}
