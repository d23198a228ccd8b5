import { throwApiError } from '#domain/errors.ts'
import type { RateLimiting } from '#api/auth/authenticator.ts'

/** Page views are limited by address, answers by address and key, feedback of a widget also by key alone. */
export function requireRateLimit(rates: RateLimiting, name: 'page' | 'answer' | 'widget', caller: string) {
  const decision = rates?.limiter(name, caller)
  if (decision && !decision.allowed)
    throwApiError('RATE_LIMITED', 'Rate limit exceeded; retry after the seconds in Retry-After.', {
      retryAfterSeconds: decision.retryAfterSeconds,
    })
}
