import { createHash } from 'node:crypto'
import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { csvLimits } from '#contract/resources/csv-columns.ts'
import type { Input } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { chunksOf, examine, type Examined } from './examine.ts'
import type { PreviewRow } from './present.ts'
import { firstRows } from './scan.ts'
import { insertChunk, insertUpload, isKnownFile } from './queries.ts'

const chunkBytes = 256 * 1024

type Given = Input<(typeof csvUploads)['createCsvUpload']>

/** A file that was looked through. */
export type Looked = { bytes: Buffer; examined: Examined; sha256: Buffer; preview: PreviewRow[] }

const previewed = 10

/** Takes seconds for the largest files, so no transaction waits for it. */
export async function lookThrough({ type, content, content_base64 }: Given): Promise<Looked> {
  const bytes = bytesOf(content, content_base64)
  if (bytes.length > csvLimits.bytes)
    throwApiError('PAYLOAD_TOO_LARGE', `The file is larger than ${csvLimits.bytes / 1024 / 1024} MB.`)
  const examined = await examine(bytes, type)
  const preview = await firstRows(chunksOf(bytes), { ...examined, type, mapping: null, options: null }, previewed)
  return { bytes, examined, sha256: createHash('sha256').update(bytes).digest(), preview }
}

/** Keeps the file as it came, in pieces that any worker can go on from, with what there is to know about it. */
export async function createUpload(
  { db, org, user }: Ctx,
  { type, file_name }: Given,
  { bytes, examined, sha256 }: Looked,
  id = newId(),
): Promise<string> {
  const again = await isKnownFile(db, org, sha256)
  const warnings = [
    ...(again ? [{ code: 'ALREADY_UPLOADED' as const, message: 'The same file was uploaded before.' }] : []),
    ...examined.warnings,
  ]
  await insertUpload(db, org, {
    ...examined,
    warnings,
    id,
    type,
    file_name,
    size_bytes: bytes.length,
    sha256,
    created_by: user,
  })
  let n = 0
  for (const chunk of chunksOf(bytes, chunkBytes)) await insertChunk(db, org, id, n++, chunk)
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
