import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, errors } from '#contract/core/errors.ts'
import { ApiError } from '#domain/errors.ts'
import { connectionErrorCodes } from '#store/connection-lost.ts'

export type ErrorResponse = {
  status: number
  body: ErrorBody
  retryAfterSeconds?: number
  unexpected: boolean
  /** A temporary failure that ends only when the operator acts. */
  needsOperator?: true
}

const errorResponse = (code: ErrorCode, message: string, retryAfterSeconds?: number): ErrorResponse => ({
  status: errors[code],
  body: { error: { code, message } },
  unexpected: false,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

/** Any error in the contract's format; `unexpected` errors are logged. */
export function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof ApiError) {
    const { code, message, details, replacement } = error
    const response = errorResponse(code, message, error.retryAfterSeconds)
    if (details) response.body.error.details = details
    if (replacement) response.body.error.replacement_id = replacement
    return response
  }
  return (
    fromFrameworkError(error) ??
    fromDatabaseError(error) ?? {
      ...errorResponse('INTERNAL_ERROR', 'Internal error. Quote the request id when you report it.'),
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
const defaultMessages: Partial<Record<ErrorCode, string>> = {
  PAYLOAD_TOO_LARGE: 'The body is larger than this operation accepts.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json, without content coding.',
  BAD_REQUEST: 'The request could not be read.',
  NOT_FOUND: 'There is nothing at this path.',
  HEADERS_TOO_LARGE: 'The headers are too large.',
  REQUEST_TIMEOUT: 'The request took too long to arrive.',
}
export const errorResponseFor = (
  code: ErrorCode,
  message = defaultMessages[code] ?? 'The request could not be read.',
) => errorResponse(code, message)

function fromFrameworkError(error: unknown): ErrorResponse | undefined {
  const code = byFrameworkCode[(error as { code?: string }).code ?? '']
  return code && errorResponseFor(code)
}

/** SQLSTATE classes, system codes and driver messages of temporary failures. */
const transientSqlStates = /^(08|53|57|58)|^(25006|25P02|25P03)$/
/** Disk full, out of memory, and errors of the disk. */
const operatorSqlStates = new Set(['53100', '53200', '58030'])
const contentionSqlStates = new Set(['40001', '40P01', '55P03'])
const transientMessages = [
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'not queryable',
  'Cannot use a pool after',
  'connection error',
  // Citus, when the coordinator or a worker ends: a code of their own is missing.
  'postmaster was shut down',
  'could not commit transaction',
]
const isTransientMessage = (message: string) =>
  transientMessages.some((part) => message.toLowerCase().includes(part.toLowerCase()))

function fromDatabaseError(error: unknown): ErrorResponse | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (contentionSqlStates.has(code))
    return errorResponse('SERVICE_UNAVAILABLE', 'Concurrent changes to the same data; retry shortly.', 1)
  if (transientSqlStates.test(code) || connectionErrorCodes.has(code) || isTransientMessage(message))
    return {
      ...errorResponse('SERVICE_UNAVAILABLE', 'The database is temporarily unavailable; retry shortly.', 1),
      ...(operatorSqlStates.has(code) && { needsOperator: true }),
    }
  return undefined
}

const byParserCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** For requests that Node rejects before Fastify sees them: the same error body, written directly to the socket. */
export function writeErrorToSocket(error: Error & { code?: string }, socket: Socket, requestId: string) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  writeRefusalToSocket(errorResponseFor(byParserCode[error.code ?? ''] ?? 'BAD_REQUEST'), socket, {
    'x-request-id': requestId,
  })
}

export function writeRefusalToSocket({ status, body }: ErrorResponse, socket: Socket, headers: Record<string, string>) {
  const text = JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n${lines.join('')}connection: close\r\n\r\n${text}`,
  )
}
