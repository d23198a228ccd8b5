import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/core/route.ts'
import { settings } from '#contract/resources/settings.ts'
import { markSeen, type Seat } from '#domain/account/identity/sessions.ts'
import type { Principal } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Store } from '#store/open.ts'
import { requireAdmin, requireFeature } from './authorize.ts'
import { type Admission, type Door, rateCheck, type Rates, settled } from './authenticator.ts'
import type { People } from './auth-routes.ts'
import { requireSameSite } from './same-site.ts'

/** What a use case knows of whoever came by the web app. */
type Seated = Principal & { sessionId?: string }

/** The web app. It serves the whole inventory, and the policy of the public API does not concern it. */
export function sessionDoor(store: Store, people: People, rates: Rates, publicUrl: string): Door {
  const grant = (principal: Seated, request: FastifyRequest, route: Route): Admission => {
    const rate = rateCheck(rates, route, { org: principal.org, caller: principal.user || request.ip })
    rate.require()
    refuseReplay(request, route)
    return { principal, db: store, settle: settled, headers: rate.headers }
  }

  const admitAnyone = (request: FastifyRequest, route: Route): Admission => {
    requireSameSite(request, publicUrl)
    return grant({ org: '', user: '', role: 'member' }, request, route)
  }

  return {
    prefix: '/app/v1',
    serves: () => true,
    async admit(request, route) {
      if (route.open) return admitAnyone(request, route)
      const seat = (await people.seatOf(request)) ?? throwApiError('UNAUTHORIZED', 'Sign in first.')
      requireSameSite(request, publicUrl)
      const principal: Seated = { ...placeOf(seat, route), user: seat.user_id, sessionId: seat.session_id }
      const admission = grant(principal, request, route)
      requireFeature(route, seat)
      requireAdmin(route, principal.role)
      // The next request makes up for a mark that was missed.
      if (seat.org_id !== null && !seat.seen_lately) void markSeen(store, seat.org_id, seat.user_id).catch(() => {})
      return admission
    },
  }
}

/** Without an organization there is nothing to do but to see that. */
function placeOf({ org_id, role }: Seat, route: Route): Pick<Principal, 'org' | 'role'> {
  if (org_id !== null && role !== null) return { org: org_id, role }
  if (route === settings.getSession) return { org: '', role: 'member' }
  return throwApiError('MEMBERSHIP_REVOKED', 'You do not belong to an organization.')
}

/** An answer kept for replay would keep the secrets that settings show once; and an invitation is accepted in no organization yet. */
function refuseReplay(request: FastifyRequest, route: Route) {
  if (route.audience === 'app' && route.method !== 'GET' && request.headers['idempotency-key'] !== undefined)
    throwApiError('IDEMPOTENCY_KEY_INVALID', 'This operation takes no Idempotency-Key.')
}
