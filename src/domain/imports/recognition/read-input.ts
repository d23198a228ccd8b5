import { csvLimits } from '#contract/resources/csv-columns.ts'
import type { recognition } from '#contract/resources/recognition.ts'
import type { Input } from '#contract/core/route.ts'
import { invalidField, throwApiError } from '#domain/errors.ts'
import { decodeBase64 } from '#domain/imports/csv-uploads/create/create-upload.ts'
import { detectBinary, detectEncoding } from '#engine/csv/detect-encoding.ts'

export type RecognizeInput = Input<(typeof recognition)['recognize']>

/** What was sent, as text, and the path of the field that errors name. */
export type ReadInput = {
  text: string
  path: 'body.text' | 'body.content_base64'
  /** The ending of the name of the file, such as `vtt`. */
  extension: string
  fileName: string | undefined
  /** The day on which the file was made, as it says itself or as the sender says. */
  fileDate: string | undefined
}

const megabyte = 1024 * 1024

export async function readSentInput(input: RecognizeInput): Promise<ReadInput> {
  const { text, content_base64, file_name, file_date } = input
  if (text !== undefined && content_base64 !== undefined)
    invalidField('body.text', 'cannot be given together with content_base64')
  const extension = /\.([a-z0-9]{1,8})$/i.exec(file_name ?? '')?.[1]?.toLowerCase() ?? ''
  const read =
    text === undefined ? await readFile(content_base64!) : { text, path: 'body.text' as const, created: undefined }
  if (read.text.trim() === '') invalidField(read.path, 'is empty')
  const { created, ...rest } = read
  return { ...rest, extension, fileName: file_name, fileDate: created ?? file_date }
}

const path = 'body.content_base64'

async function readFile(content: string) {
  const bytes = decodeBase64(content) ?? invalidField(path, 'is not base64')
  if (bytes.length > csvLimits.bytes)
    throwApiError('PAYLOAD_TOO_LARGE', `The file is larger than ${csvLimits.bytes / megabyte} MB.`)
  const { isZip } = await import('#engine/recognition/read-docx.ts')
  if (isZip(bytes)) return readWordDocument(bytes)
  const encoding = detectEncoding(bytes)
  const binary = detectBinary(bytes, encoding)
  if (binary) invalidField(path, `is ${binary}; send it as text, CSV or DOCX`)
  return { text: new TextDecoder(encoding).decode(bytes), path, created: undefined } as const
}

/** The reader of archives is loaded when the first one comes. */
async function readWordDocument(bytes: Buffer) {
  const { DocumentError, readDocx } = await import('#engine/recognition/read-docx.ts')
  try {
    const found = readDocx(bytes)
    if (!found) return invalidField(path, 'is a ZIP archive and no Word document; send a table as CSV')
    return { text: found.text, path, created: found.created ?? undefined } as const
  } catch (error) {
    if (error instanceof DocumentError) return invalidField(path, error.message)
    throw error
  }
}
