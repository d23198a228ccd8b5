/** All error codes with their HTTP status. */
export const errors = {
  VALIDATION_ERROR: 400,
  INVALID_CURSOR: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  INVALID_SIGNATURE: 401,
  API_DISABLED: 403,
  ROLE_NOT_ALLOWED: 403,
  MEMBERSHIP_REVOKED: 403,
  SCOPE_NOT_ALLOWED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  FEATURE_NOT_AVAILABLE: 403,
  CSRF_REFUSED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  CONFLICT: 409,
  INVALID_STATE: 409,
  DUPLICATE: 409,
  MERGED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errors

export type ErrorDetail = { path: string; message: string; code?: string }
export type ErrorBody = {
  error: { code: ErrorCode; message: string; details?: ErrorDetail[]; replacement_id?: string }
}
