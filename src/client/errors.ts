import type { ErrorBody, ErrorCode, ErrorDetail } from '#contract/core/errors.ts'

/** The server's codes, and two for when the server did not answer. */
export type EarshotErrorCode = ErrorCode | 'NETWORK_ERROR' | 'UNEXPECTED_ANSWER'

type FailureDetails = {
  /** 0 when there was no response. */
  status: number
  code: EarshotErrorCode
  details?: ErrorDetail[] | undefined
  replacementId?: string | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

export class EarshotError extends Error implements FailureDetails {
  readonly status: number
  readonly code: EarshotErrorCode
  readonly details: ErrorDetail[]
  readonly replacementId: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, failure: FailureDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'EarshotError'
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details ?? []
    this.replacementId = failure.replacementId
    this.requestId = failure.requestId
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

/** The input is invalid before anything is sent. */
export class InvalidInputError extends TypeError {}

export function networkError(cause: unknown): EarshotError {
  const { cause: deeper, message } = cause as { cause?: { code?: string; message?: string }; message?: string }
  const why = deeper?.code ?? deeper?.message ?? message ?? String(cause)
  return new EarshotError(`The server could not be reached: ${why}`, { status: 0, code: 'NETWORK_ERROR' }, cause)
}

/** An error in the contract's format; anything else was sent by a proxy in between. */
export function toEarshotError(response: Response, body: unknown): EarshotError {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
  const context = { status: response.status, requestId, retryAfterSeconds }
  if (!isErrorBody(body)) {
    return new EarshotError(
      `Unexpected response with status ${response.status}; check the URL and any proxy in between.`,
      {
        ...context,
        code: 'UNEXPECTED_ANSWER',
      },
    )
  }
  const { code, message, details, replacement_id } = body.error
  return new EarshotError(message, { ...context, code, details, replacementId: replacement_id })
}

function isErrorBody(body: unknown): body is ErrorBody {
  const error = (body as { error?: { code?: unknown; message?: unknown } } | undefined | null)?.error
  return typeof error?.code === 'string' && typeof error.message === 'string'
}

/** Retry-After is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
