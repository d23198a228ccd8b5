import { extname, join } from 'node:path'
import { Piscina } from 'piscina'
import { throwApiError } from '#domain/errors.ts'
import { type FileToInspect, inspectFile, type Inspection } from './inspect-file.ts'
import type { ThreadAnswer } from './inspect-thread.ts'
import { refuseFile } from '#domain/imports/csv-uploads/file/refuse-file.ts'

/** Smaller files are read at once, in less time than a thread takes to start. */
const maxInlineBytes = 64 * 1024
/** The parser holds one record at a time; a file of the maximum size whose only record is the whole file fits. */
const maxHeapMb = 256
/** Files in the queue are in memory. */
const maxQueue = 8

let pool: Piscina<FileToInspect, ThreadAnswer> | undefined

const openPool = () => {
  const opened = new Piscina<FileToInspect, ThreadAnswer>({
    filename: join(import.meta.dirname, `inspect-thread${extname(import.meta.filename)}`),
    minThreads: 0,
    maxThreads: 1,
    maxQueue,
    idleTimeout: 30_000,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  // A thread that dies fails its file, and emits the error as well.
  opened.on('error', () => {})
  return opened
}

/** Reading a large file takes seconds, in which the web process must answer other requests. */
export async function inspectOffThread(file: FileToInspect): Promise<Inspection> {
  if (file.bytes.length <= maxInlineBytes) return inspectFile(file)
  pool ??= openPool()
  if (pool.queueSize >= maxQueue)
    throwApiError('SERVICE_UNAVAILABLE', 'Other files are being read; try again shortly.', { retryAfterSeconds: 5 })
  const answer = await pool.run(file).catch((error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return refuseFile('NOT_CSV', 'needs too much memory to be read')
    throw error
  })
  if ('inspection' in answer) return answer.inspection
  const { code, message, details } = answer.refusal
  return throwApiError(code, message, details && { details })
}
