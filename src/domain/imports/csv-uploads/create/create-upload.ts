import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { csvLimits } from '#contract/resources/csv-columns.ts'
import { fileBytes, type Input } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { chunksOf } from '#domain/imports/csv-uploads/file/detect-format.ts'
import type { Inspection } from './inspect-file.ts'
import { inspectOffThread } from './inspect-off-thread.ts'
import { type GivenMapping, splitMapping } from '#domain/imports/csv-uploads/mapping/mapping.ts'
import { insertProblems } from '#domain/imports/csv-uploads/queries-problems.ts'
import { insertChunk, insertUpload, fileWasUploaded, updateUpload } from '#domain/imports/csv-uploads/queries.ts'
import type { CheckedRows } from '#domain/imports/csv-uploads/rows/check-rows.ts'

const chunkBytes = 256 * 1024

type CreateUploadInput = Input<(typeof csvUploads)['createCsvUpload']> & { [fileBytes]?: Buffer }

type ReceivedFile = Inspection & { bytes: Buffer }

/** Takes seconds for the largest files, so it runs before the transaction. */
export async function receiveFile(input: CreateUploadInput): Promise<ReceivedFile> {
  const { type, content, content_base64, mapping } = input
  if (content !== undefined && content_base64 !== undefined)
    invalidField('body.content', 'cannot be given together with content_base64')
  const bytes = input[fileBytes] ?? bytesOf(content, content_base64)
  if (bytes.length > csvLimits.bytes)
    throwApiError('PAYLOAD_TOO_LARGE', `The file is larger than ${csvLimits.bytes / 1024 / 1024} MB.`)
  return { bytes, ...(await inspectOffThread({ type, bytes, mapping })) }
}

/** Stores the file as uploaded, in chunks that any worker can read, with its format. */
export async function createUpload(
  { db, org, user }: Ctx,
  { file_name, mapping }: CreateUploadInput,
  { bytes, format, sha256: digest, checked }: ReceivedFile,
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
  if (mapping && checked) await storeCheck({ db, org }, id, mapping, checked)
  return id
}

/** As the operations for mapping and validating leave it. */
async function storeCheck(
  { db, org }: Pick<Ctx, 'db' | 'org'>,
  id: string,
  given: GivenMapping,
  { counts, problems }: CheckedRows,
) {
  const { mapping, options } = splitMapping(given)
  await updateUpload(db, org, id, {
    ...counts,
    status: 'validated',
    mapping: JSON.stringify(mapping),
    options: JSON.stringify(options),
  })
  await insertProblems(db, org, id, problems)
}

function bytesOf(content: string | undefined, base64: string | undefined): Buffer {
  if (base64 === undefined) return Buffer.from(content!, 'utf8')
  return (
    decodeBase64(base64) ??
    decodeBase64(base64.replace(/\s+/g, '')) ??
    invalidField('body.content_base64', 'is not base64')
  )
}

/** Undefined when it is not base64: Node skips other characters, which shows in the length, and reads those of URLs. */
export function decodeBase64(text: string): Buffer | undefined {
  const length = text.length - /={0,2}$/.exec(text.slice(-2))![0].length
  const bytes = Buffer.from(text, 'base64')
  const isWhole = length % 4 !== 1 && bytes.length === Math.floor((length * 3) / 4)
  return isWhole && !text.includes('-') && !text.includes('_') ? bytes : undefined
}
