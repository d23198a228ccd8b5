import { rateOf, type Route } from '#contract/core/route.ts'
import { throwApiError } from '#domain/errors.ts'
import { isPerOrganization, type Limiter, rateLimitHeaders, type RateLimits } from './rate-limits.ts'

export type RateLimiting = { limits: RateLimits; limiter: Limiter } | null

const noRateLimit = { headers: {} as Record<string, string | number>, require: () => {} }

/** Check 9. The headers are part of every response. */
export function checkRateLimit(rates: RateLimiting, route: Route, principal: { org: string; caller: string }) {
  const rateClass = rateOf(route)
  return spend(rates, rateClass, isPerOrganization(rateClass) ? principal.org : principal.caller)
}

/** Takes `cost` tokens of the caller. */
export function spend(rates: RateLimiting, name: keyof RateLimits, caller: string, cost = 1) {
  if (!rates) return noRateLimit
  const decision = rates.limiter(name, caller, cost)
  return {
    headers: rateLimitHeaders(name, rates.limits[name], decision),
    require() {
      if (!decision.allowed)
        throwApiError('RATE_LIMITED', 'Rate limit exceeded; retry after the seconds in Retry-After.', {
          retryAfterSeconds: decision.retryAfterSeconds,
        })
    },
  }
}

/** Page views are limited by address, answers by address and key, feedback of a widget also by key alone. */
export const requireRateLimit = (
  rates: RateLimiting,
  name: 'page' | 'answer' | 'widget' | 'register',
  caller: string,
) => spend(rates, name, caller).require()
