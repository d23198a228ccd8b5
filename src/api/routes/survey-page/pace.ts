import { throwApiError } from '#domain/errors.ts'
import type { Rates } from '#api/auth/authenticator.ts'

/** Counts a reader by address, and whoever answers by address and key: guessing keys and flooding a survey both take long. */
export function requirePace(rates: Rates, name: 'page' | 'answer', who: string) {
  const verdict = rates?.limiter(name, who)
  if (verdict && !verdict.allowed)
    throwApiError('RATE_LIMITED', 'Too many requests; come back when Retry-After says.', {
      retryAfterSeconds: verdict.retryAfterSeconds,
    })
}
