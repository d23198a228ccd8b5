import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { csvLimits } from '#contract/resources/csv-columns.ts'
import type { Input } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { chunksOf } from './detect-format.ts'
import type { Inspection } from './inspect-file.ts'
import { inspectOffThread } from './inspect-off-thread.ts'
import { insertChunk, insertUpload, fileWasUploaded } from '#domain/imports/csv-uploads/queries.ts'

const chunkBytes = 256 * 1024

type CreateUploadInput = Input<(typeof csvUploads)['createCsvUpload']>

export type ReceivedFile = Inspection & { bytes: Buffer }

/** Takes seconds for the largest files, so it runs before the transaction. */
export async function receiveFile({ type, content, content_base64 }: CreateUploadInput): Promise<ReceivedFile> {
  const bytes = bytesOf(content, content_base64)
  if (bytes.length > csvLimits.bytes)
    throwApiError('PAYLOAD_TOO_LARGE', `The file is larger than ${csvLimits.bytes / 1024 / 1024} MB.`)
  return { bytes, ...(await inspectOffThread({ type, bytes })) }
}

/** Stores the file as uploaded, in chunks that any worker can read, with its format. */
export async function createUpload(
  { db, org, user }: Ctx,
  { file_name }: CreateUploadInput,
  { bytes, format, sha256: digest }: ReceivedFile,
  id = newId(),
): Promise<string> {
  const sha256 = Buffer.from(digest)
  const isDuplicate = await fileWasUploaded(db, org, sha256)
  const warnings = [
    ...(isDuplicate ? [{ code: 'ALREADY_UPLOADED' as const, message: 'The same file was uploaded before.' }] : []),
    ...format.warnings,
  ]
  await insertUpload(db, org, {
    ...format,
    warnings,
    id,
    file_name,
    size_bytes: bytes.length,
    sha256,
    created_by: user,
  })
  let n = 0
  for (const chunk of chunksOf(bytes, chunkBytes)) await insertChunk(db, org, id, { n: n++, bytes: chunk })
  return id
}

function bytesOf(content: string | undefined, base64: string | undefined): Buffer {
  if (content !== undefined && base64 !== undefined)
    invalidField('body.content', 'cannot be given together with content_base64')
  if (base64 === undefined) return Buffer.from(content!, 'utf8')
  const plain = base64.replace(/[\s=]+/g, '')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.toString('base64').replace(/=+$/, '') !== plain) invalidField('body.content_base64', 'is not base64')
  return bytes
}
