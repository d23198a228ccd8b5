import { createHash } from 'node:crypto'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileBytes, type Route } from '#contract/core/route.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'
import { jsonLimits, parseStrict, rejectUnstorable, RowParser } from './strict-json.ts'

/* The media types of request bodies: JSON, and where a route declares it NDJSON or a multipart form. */

const ndjson = 'application/x-ndjson'
const form = 'multipart/form-data'

/** The rows of an NDJSON body. */
export class NdjsonRows {
  readonly rows: unknown[]
  constructor(rows: unknown[]) {
    this.rows = rows
  }
}

const newline = 10
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 13 || byte === newline

function parseNdjson(body: Buffer, { field, max }: NonNullable<Route['ndjson']>, bodyLimit?: number): NdjsonRows {
  const rows: unknown[] = []
  const parser = new RowParser(jsonLimits(bodyLimit))
  for (let start = 0; start < body.length;) {
    // Byte by byte: a body may have millions of blank lines.
    if (isBlank(body[start])) {
      start++
      continue
    }
    const found = body.indexOf(newline, start)
    const end = found < 0 ? body.length : found
    const line = body.subarray(start, end)
    start = end + 1
    if (rows.length === max)
      throwApiError('VALIDATION_ERROR', `The body has more than ${max} lines.`, {
        details: [{ path: `body.${field}`, message: `takes at most ${max} lines` }],
      })
    rows.push(parser.parse(line, `body.${field}.${rows.length}`))
  }
  return new NdjsonRows(rows)
}

const typeOf = (request: FastifyRequest) => (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()

/** Undefined when the route accepts the media type. */
export function mediaTypeError(request: FastifyRequest, route: Route): ApiError | undefined {
  const type = typeOf(request)
  const refused =
    request.headers['content-encoding'] !== undefined ||
    (type === ndjson && !route.ndjson) ||
    (type === form && !route.upload)
  if (!refused) return undefined
  const kinds = ['application/json', ...(route.ndjson ? [ndjson] : []), ...(route.upload ? [form] : [])]
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${kinds.join(' or ')}, without content coding.`)
}

export function addParsers(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const limits = jsonLimits(request.routeOptions.bodyLimit)
      done(null, (body as Buffer).length === 0 ? undefined : parseStrict(body as Buffer, limits))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(ndjson, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseNdjson(body as Buffer, request.routeOptions.config.ndjson!, request.routeOptions.bodyLimit))
    } catch (error) {
      done(error as Error)
    }
  })
  void app.register(multipart, { throwFileSizeLimit: true })
}

const maxFields = 10
const maxFieldBytes = 1000

type FormBody = Record<string, unknown> & { [fileBytes]?: Buffer }

/** Converts a multipart form with a file to a JSON body with the bytes of the file beside it. */
export async function readMultipart(request: FastifyRequest, upload: NonNullable<Route['upload']>): Promise<void> {
  if (!request.isMultipart()) return
  const { maxBytes } = upload
  const body: FormBody = {}
  try {
    const limits = {
      fileSize: maxBytes,
      files: 1,
      fields: maxFields,
      fieldSize: maxFieldBytes,
      parts: maxFields + 1,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await readFile(part, body, upload)
      else body[part.fieldname] = (part as MultipartValue).value
    }
  } catch (error) {
    throw toFormError(error, maxBytes)
  }
  rejectUnstorable(body, 'body')
  request.body = body
}

async function readFile(
  file: MultipartFile,
  body: FormBody,
  { part, name, bytes, maxBytes }: NonNullable<Route['upload']>,
) {
  const { content, digest } = await readBytes(file, maxBytes)
  if (file.fieldname !== part)
    throwApiError('VALIDATION_ERROR', `Send the file in the part named ${part}.`, {
      details: [{ path: `body.${file.fieldname}`, message: 'is not a known field' }],
    })
  body[name] ??= file.filename
  // The body has a digest of the file, so that another file is another request; the bytes are passed on as they are.
  body[bytes] = digest
  body[fileBytes] = content
}

/** The bytes with a digest that is computed as they arrive: for a large file at once it would delay other requests. */
async function readBytes({ file }: MultipartFile, maxBytes: number): Promise<{ content: Buffer; digest: string }> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  for await (const chunk of file as AsyncIterable<Buffer>) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  if (file.truncated) throw tooLarge(maxBytes)
  return { content: Buffer.concat(chunks), digest: hash.digest('base64') }
}

const tooLarge = (maxBytes: number) => new ApiError('PAYLOAD_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`)

function toFormError(error: unknown, maxBytes: number): unknown {
  if (error instanceof ApiError) return error
  const { code = '' } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes)
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$|^FST_PROTO_VIOLATION$/.test(code))
    return new ApiError('VALIDATION_ERROR', 'The form has unexpected parts.')
  return new ApiError('BAD_REQUEST', 'The form could not be read.')
}
