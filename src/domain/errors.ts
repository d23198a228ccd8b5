import type { ErrorCode, ErrorDetail } from '#contract/core/errors.ts'

/** A refusal the caller is meant to read; anything else that is thrown becomes a 500. */
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

/** Background work that has ended for good, with a code of its own kind of work. */
export class PermanentJobError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'PermanentJobError'
    this.code = code
  }
}

export function throwApiError(
  code: ErrorCode,
  message: string,
  more?: ConstructorParameters<typeof ApiError>[2],
): never {
  throw new ApiError(code, message, more)
}

/** The same words for an id that never was, one that is not yours and one that is no id at all. */
export const notFound = (noun: string): never => throwApiError('NOT_FOUND', `There is no ${noun} with this id.`)

export const invalidField = (path: string, message: string, code?: string): never =>
  throwApiError('VALIDATION_ERROR', `${path}: ${message}`, { details: [{ path, message, ...(code && { code }) }] })

type References = { path: string; noun: string; wanted: readonly string[]; known: Iterable<string> }

/** Ids in several places of one request: all that are unknown are named, and nothing was written. */
export function requireAllKnown(references: readonly References[]) {
  const details = references.flatMap(({ path, noun, wanted, known }) => {
    const found = new Set(known)
    return wanted.filter((id) => !found.has(id)).map((id) => ({ path, message: `there is no ${noun} ${id}` }))
  })
  if (details[0]) throwApiError('VALIDATION_ERROR', `${details[0].path}: ${details[0].message}`, { details })
}

export const requireKnown = (path: string, noun: string, wanted: readonly string[], known: Iterable<string>) =>
  requireAllKnown([{ path, noun, wanted, known }])

export const merged = (noun: string, replacement: string): never =>
  throwApiError('MERGED', `This ${noun} was merged into another one.`, { replacement })
