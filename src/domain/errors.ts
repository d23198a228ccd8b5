import type { ErrorCode, ErrorDetail } from '#contract/core/errors.ts'

/** An error response for the caller; anything else that is thrown becomes a 500. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly replacement: string | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; replacement?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.details = more.details
    this.replacement = more.replacement
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** A wrong password for an account that exists; the audit log records it. */
export class RefusedSignInError extends ApiError {
  readonly user: string
  constructor(user: string, message: string) {
    super('UNAUTHORIZED', message)
    this.user = user
  }
}

/** A job failure that must not be retried; `code` is specific to the job type. */
export class PermanentJobError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'PermanentJobError'
    this.code = code
  }
}

/** A job cannot go on yet because of other work; it runs again later, and waiting counts as no failure. */
export class JobWaitsError extends Error {
  readonly code = 'WAITING'
  constructor(message: string) {
    super(message)
    this.name = 'JobWaitsError'
  }
}

export function throwApiError(
  code: ErrorCode,
  message: string,
  more?: ConstructorParameters<typeof ApiError>[2],
): never {
  throw new ApiError(code, message, more)
}

/** One message for unknown, foreign and malformed ids, so that it does not reveal which ids exist. */
export const notFound = (noun: string): never => throwApiError('NOT_FOUND', `There is no ${noun} with this id.`)

export const invalidField = (path: string, message: string, code?: string): never =>
  throwApiError('VALIDATION_ERROR', `${path}: ${message}`, { details: [{ path, message, ...(code && { code }) }] })

type ReferencedIds = { path: string; noun: string; ids: readonly string[]; existingIds: Iterable<string> }

/** Names every unknown id of a request in one error. */
export function requireAllExist(references: readonly ReferencedIds[]) {
  const details = references.flatMap(({ path, noun, ids, existingIds }) => {
    const existing = new Set(existingIds)
    return ids.filter((id) => !existing.has(id)).map((id) => ({ path, message: `there is no ${noun} ${id}` }))
  })
  if (details[0]) throwApiError('VALIDATION_ERROR', `${details[0].path}: ${details[0].message}`, { details })
}

export const requireExist = (path: string, noun: string, wanted: readonly string[], known: Iterable<string>) =>
  requireAllExist([{ path, noun, ids: wanted, existingIds: known }])

export const throwMerged = (noun: string, replacement: string): never =>
  throwApiError('MERGED', `This ${noun} was merged into another one.`, { replacement })
