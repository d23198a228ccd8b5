import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, errors } from '#contract/core/errors.ts'
import { ApiError } from '#domain/errors.ts'

export type Refusal = { status: number; body: ErrorBody; retryAfterSeconds?: number; unexpected: boolean }

const plain = (code: ErrorCode, message: string, retryAfterSeconds?: number): Refusal => ({
  status: errors[code],
  body: { error: { code, message } },
  unexpected: false,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

/** Any failure as the contract's error, and whether it is news to us. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) {
    const { code, message, details, replacement } = error
    const refusal = plain(code, message, error.retryAfterSeconds)
    if (details) refusal.body.error.details = details
    if (replacement) refusal.body.error.replacement_id = replacement
    return refusal
  }
  return (
    frameworkRefusal(error) ??
    databaseRefusal(error) ?? {
      ...plain('INTERNAL_ERROR', 'Something broke on our side; the request id helps us to find it.'),
      unexpected: true,
    }
  )
}

const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
}
const words: Partial<Record<ErrorCode, string>> = {
  PAYLOAD_TOO_LARGE: 'The body is larger than this operation takes.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json, without content coding.',
  BAD_REQUEST: 'The request could not be read.',
  NOT_FOUND: 'There is nothing at this address.',
  HEADERS_TOO_LARGE: 'The headers are too large.',
  REQUEST_TIMEOUT: 'The request took too long to arrive.',
}
export const refusalFor = (code: ErrorCode) => plain(code, words[code] ?? 'The request could not be read.')

function frameworkRefusal(error: unknown): Refusal | undefined {
  const code = byFrameworkCode[(error as { code?: string }).code ?? '']
  return code && refusalFor(code)
}

/** SQLSTATE classes (and the driver's own words) that mean: not now, but later. */
const passing = /^(08|53|57|58)|^(25006|25P02|25P03)$/
const contended = new Set(['40001', '40P01', '55P03'])
const passingSystem = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const passingWords =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Cannot use a pool after|connection error/i

function databaseRefusal(error: unknown): Refusal | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (contended.has(code))
    return plain('SERVICE_UNAVAILABLE', 'Others are changing the same thing right now; try again shortly.', 1)
  if (passing.test(code) || passingSystem.has(code) || passingWords.test(message))
    return plain('SERVICE_UNAVAILABLE', 'The service cannot reach its database right now; try again shortly.', 1)
  return undefined
}

const byParserCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** What Node refuses before there is a request: the same shape, written by hand on the socket. */
export function refuseOnSocket(error: Error & { code?: string }, socket: Socket, requestId: string) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, body } = refusalFor(byParserCode[error.code ?? ''] ?? 'BAD_REQUEST')
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` +
      `x-request-id: ${requestId}\r\nconnection: close\r\n\r\n${text}`,
  )
}
