import type { FastifyRequest } from 'fastify'
import { rateOf, type RateClass, type Route } from '#contract/core/route.ts'
import type { Principal } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { isPerOrganization, type Limiter, rateLimitHeaders, type Limits } from '#api/pipeline/rate-limits.ts'

/** The outcome of authentication: the principal, the database handle for reads and the response headers. */
export type AuthResult = {
  principal: Principal
  /** For reads; a deferred check may run as part of the first statement. */
  db: Db
  /** Resolves when all checks have passed; throws the first that failed. */
  ensureAuthorized(): Promise<void> | void
  headers: Record<string, string | number>
}

/** `/api/v1` authenticates by API key, `/app/v1` by the web app's session. Both serve the same inventory. */
export type Authenticator = {
  prefix: `/${string}`
  serves(route: Route): boolean
  /** Runs before the body is read, so that unauthorized callers learn nothing about their request. */
  authenticate(request: FastifyRequest, route: Route): AuthResult | Promise<AuthResult>
}

export const alreadyAuthorized = () => {}

/** A handler read the caller's role before the deferred check had run. */
export class AuthPendingError extends Error {}

export type RateLimiting = { limits: Limits; limiter: Limiter } | null

const noRateLimit = { headers: {} as Record<string, string | number>, require: () => {} }

/** Check 9. The headers are part of every response. */
export function checkRateLimit(rates: RateLimiting, route: Route, principal: { org: string; caller: string }) {
  const rateClass: RateClass = rateOf(route)
  return spend(rates, rateClass, isPerOrganization(rateClass) ? principal.org : principal.caller)
}

/** Takes `cost` tokens of the caller. */
export function spend(rates: RateLimiting, name: keyof Limits, caller: string, cost = 1) {
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
