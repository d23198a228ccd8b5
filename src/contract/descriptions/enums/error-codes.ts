import type { ErrorCode } from '#contract/core/errors.ts'
import type { EnumTexts } from './enum-texts.ts'

const codes: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'a field is missing, unknown or not accepted; `details` says which',
  INVALID_CURSOR: 'the cursor is of another list or filter, or too old',
  IDEMPOTENCY_KEY_REQUIRED: 'this write needs an `Idempotency-Key`',
  IDEMPOTENCY_KEY_INVALID: 'the `Idempotency-Key` does not have 1 to 128 characters',
  BAD_REQUEST: 'the request cannot be read, for example because its body is not JSON',
  UNAUTHORIZED: 'the request has no API key',
  INVALID_API_KEY: 'the API key is unknown, expired or revoked',
  INVALID_SIGNATURE: 'the signature of a delivery is not that of the secret',
  API_DISABLED: 'the organization has switched the API off',
  ROLE_NOT_ALLOWED: 'the role of the user may not do this',
  MEMBERSHIP_REVOKED: 'the user of the key is no longer an active member',
  SCOPE_NOT_ALLOWED: 'the key may only read, or the organization does not allow this scope',
  SECOND_FACTOR_REQUIRED: 'the organization requires a second factor, which the user of the web app has not set up',
  FEATURE_NOT_AVAILABLE: 'the organization does not have this feature',
  CSRF_REFUSED: 'a request of the web app came from another site',
  NOT_FOUND: 'there is no such object in the organization',
  METHOD_NOT_ALLOWED: 'the path has no such method',
  REQUEST_TIMEOUT: 'the request took too long to arrive',
  IDEMPOTENCY_CONFLICT: 'the `Idempotency-Key` was used with another payload, or its request still runs',
  CONFLICT: 'something else happens at the same time, or has changed meanwhile',
  INVALID_STATE: 'the object is in a state in which this cannot be done',
  DUPLICATE: 'there is one like it already',
  MERGED: 'the object was merged into another one; `replacement_id` is its id',
  PAYLOAD_TOO_LARGE: 'the body is larger than this operation accepts',
  UNSUPPORTED_MEDIA_TYPE: 'the body is of a type that this operation does not accept',
  RATE_LIMITED: 'too many requests; try again after the seconds in `Retry-After`',
  HEADERS_TOO_LARGE: 'the headers or the path are too long',
  INTERNAL_ERROR: 'an error of the server; its log has the request by `X-Request-Id`',
  SERVICE_UNAVAILABLE: 'the server is busy or starting; try again after the seconds in `Retry-After`',
}

export const errorEnum: EnumTexts = {
  ErrorCode: { text: 'Why a request was refused.', values: codes },
}
