import type { FastifyRequest } from 'fastify'
import { rateOf, type RateClass, type Route } from '#contract/core/route.ts'
import type { Principal } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { isPerOrganization, type Limiter, limitHeaders, type Limits } from '#api/pipeline/rate-limits.ts'

/** What a door grants: who acts, what they read through, and the headers they are told. */
export type Admission = {
  principal: Principal
  /** For reads; the check may still be riding on its first statement. */
  db: Db
  /** Done once every check has passed, throws the one that failed. */
  settle(): Promise<void> | void
  headers: Record<string, string | number>
}

/** A way in: `/api/v1` for API keys, `/app/v1` for the signed-in web app. Both serve the same inventory. */
export type Door = {
  prefix: `/${string}`
  serves(route: Route): boolean
  /** Runs before the body is read, so nothing about the request is told to those who may not ask. */
  admit(request: FastifyRequest, route: Route): Admission | Promise<Admission>
}

export const settled = () => {}

/** A use case wanted to know the caller's role while the check that reads it was still to come. */
export class AuthPendingError extends Error {}

export type Rates = { limits: Limits; limiter: Limiter } | null

const unlimited = { headers: {} as Record<string, string | number>, require: () => {} }

/** Check 9. The headers are part of every answer; a refusal says when to come back. */
export function rateCheck(rates: Rates, route: Route, who: { org: string; caller: string }) {
  if (!rates) return unlimited
  const name: RateClass = rateOf(route)
  const verdict = rates.limiter(name, isPerOrganization(name) ? who.org : who.caller)
  return {
    headers: limitHeaders(name, rates.limits[name], verdict),
    require() {
      if (!verdict.allowed)
        throwApiError('RATE_LIMITED', 'Too many requests; come back when Retry-After says.', {
          retryAfterSeconds: verdict.retryAfterSeconds,
        })
    },
  }
}
