import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/core/route.ts'
import { settings } from '#contract/resources/settings.ts'
import { type SessionRow, updateSessionUse } from '#domain/identity/queries-sessions.ts'
import { updateLastActive } from '#domain/access/last-use/queries.ts'
import type { Principal } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Store } from '#store/open.ts'
import type { AuthResult, Authenticator } from '#api/pipeline/authenticator.ts'
import { checkRateLimit, type RateLimiting } from '#api/pipeline/require-rate-limit.ts'
import { requireFeature, requireRight } from '#api/pipeline/route-requirements.ts'
import type { Auth } from './auth.ts'
import { requireSameSite } from './same-site.ts'

/** The web app: serves the whole inventory; the API policy of the organization does not apply. */
export function sessionAuth(store: Store, auth: Auth, rates: RateLimiting, publicUrl: string): Authenticator {
  const authResultFor = (principal: Principal, request: FastifyRequest, route: Route): AuthResult => {
    const rate = checkRateLimit(rates, route, { org: principal.org, caller: principal.user || request.network })
    rate.require()
    rejectIdempotencyKey(request, route)
    return { caller: principal, db: store, authorize: () => principal, headers: rate.headers }
  }

  const authenticateAnonymous = (request: FastifyRequest, route: Route): AuthResult => {
    requireSameSite(request, publicUrl)
    return authResultFor({ org: '', user: '', role: 'member' }, request, route)
  }

  return {
    prefix: '/app/v1',
    serves: () => true,
    async authenticate(request, route) {
      if (route.anonymous) return authenticateAnonymous(request, route)
      const session = (await auth.sessionOf(request)) ?? throwApiError('UNAUTHORIZED', 'Sign in first.')
      requireSameSite(request, publicUrl)
      const principal: Principal = {
        ...membershipOf(session, route),
        user: session.user_id,
        sessionId: session.session_id,
      }
      const result = authResultFor(principal, request, route)
      requireSecondFactor(session, route)
      requireFeature(route, session)
      requireRight(route, principal.role)
      // A failed update is made up for by the next request.
      if (!session.recently_active) void recordUse(store, session).catch(() => {})
      const renewed = auth.renewedCookie(request)
      return renewed === undefined ? result : { ...result, headers: { ...result.headers, 'set-cookie': renewed } }
    },
  }
}

async function recordUse(store: Store, { session_id, org_id, membership_id }: SessionRow) {
  await updateSessionUse(store, session_id)
  if (org_id !== null && membership_id !== null) await updateLastActive(store, org_id, membership_id)
}

/** Until then a person can read the session and work in another organization; the set-up has routes of its own. */
function requireSecondFactor({ needs_second_factor }: SessionRow, route: Route) {
  if (!needs_second_factor || route === settings.getSession || route === settings.switchOrganization) return
  throwApiError('SECOND_FACTOR_REQUIRED', 'This organization requires a second factor; set one up in the web app.')
}

/** A user without an organization can only read the session. */
function membershipOf({ org_id, role }: SessionRow, route: Route): Pick<Principal, 'org' | 'role'> {
  if (org_id !== null && role !== null) return { org: org_id, role }
  if (route === settings.getSession) return { org: '', role: 'member' }
  return throwApiError('MEMBERSHIP_REVOKED', 'You do not belong to an organization.')
}

/** A stored response would keep secrets that are shown once, and invitations are accepted outside any organization. */
function rejectIdempotencyKey(request: FastifyRequest, route: Route) {
  if (route.audience === 'app' && route.method !== 'GET' && request.headers['idempotency-key'] !== undefined)
    throwApiError('IDEMPOTENCY_KEY_INVALID', 'This operation takes no Idempotency-Key.')
}
