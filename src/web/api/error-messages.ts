import { t } from '#web/i18n/t.ts'
import { EarshotError } from './client.ts'

/** The message shown for a failed request. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof EarshotError)) return t('Something went wrong on this page.')
  switch (error.code) {
    case 'IDEMPOTENCY_CONFLICT':
      return t('This request is still running or was already sent with different data. Nothing was changed.')
    case 'ROLE_NOT_ALLOWED':
      return t('Your role may not change this.')
    case 'NETWORK_ERROR':
      return t('The server cannot be reached. Nothing was changed.')
    case 'INTERNAL_ERROR':
    case 'SERVICE_UNAVAILABLE':
      return t('The server had a problem. Try again in a moment.')
    case 'RATE_LIMITED':
      return t('Too many requests. Try again in a moment.')
    default:
      return error.details[0] && error.code === 'VALIDATION_ERROR'
        ? `${fieldName(error.details[0].path)}: ${error.details[0].message}`
        : error.message
  }
}

const fieldName = (path: string) => path.replace(/^(body|query|params)\./, '').replaceAll('_', ' ')

/** The first detail of a validation error, which names the invalid part. */
export const detailMessage = (error: unknown): string =>
  error instanceof EarshotError ? (error.details[0]?.message ?? error.message) : errorMessage(error)

/** The validation message of one form field. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof EarshotError ? error.details.find((detail) => detail.path === `body.${field}`)?.message : undefined

/** Errors of signing in come with a message of the server; for those of the server itself there is a general one. */
export const authErrorMessage = (error: unknown): string =>
  error instanceof EarshotError && error.status < 500 ? error.message : errorMessage(error)
