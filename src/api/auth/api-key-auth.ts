import type { FastifyRequest } from 'fastify'
import { isPublic, type Route } from '#contract/core/route.ts'
import { type FactsRow, keyFacts, readFacts } from '#domain/account/keys/queries.ts'
import { hashOf } from '#domain/account/keys/rules.ts'
import type { Principal } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Store } from '#store/open.ts'
import { extractKey, judge, type KeyFormat, requireAdmin, requireFeature, requireWellFormed } from './authorize.ts'
import { type Admission, type Door, rateCheck, type Rates, settled, AuthPendingError } from './authenticator.ts'
import { RidingCheck } from './piggyback-auth.ts'

const maxKnown = 10_000

/** Whose key it is never changes, so that much may be remembered; whether it may act is read anew each time. */
type Known = { hash: Buffer; org: string; user: string; keyId: string }

/** The public API. `used` hears of every key that was let in. */
export function keyDoor(
  store: Store,
  format: KeyFormat,
  rates: Rates,
  used: (org: string, keyId: string) => void,
): Door {
  const known = new Map<string, Known>()

  const admitAtOnce = async (key: string, hash: Buffer, route: Route): Promise<Admission> => {
    requireWellFormed(key, format)
    const facts = readFacts(await store.first<FactsRow>(keyFacts(hash)))
    const principal = judge(facts, route)
    if (known.size >= maxKnown) known.clear()
    known.set(nameOf(hash), { hash, org: principal.org, user: principal.user, keyId: principal.keyId! })
    const rate = rateCheck(rates, route, { org: principal.org, caller: principal.keyId! })
    rate.require()
    requireFeature(route, facts!)
    requireAdmin(route, principal.role)
    used(principal.org, principal.keyId!)
    return { principal, db: store, settle: settled, headers: rate.headers }
  }

  const admitRiding = (who: Known, route: Route): Admission | Promise<Admission> => {
    const rate = rateCheck(rates, route, { org: who.org, caller: who.keyId })
    const rider = new Rider(store, who, route, rate.headers)
    used(who.org, who.keyId)
    try {
      rate.require()
    } catch (limited) {
      return Promise.resolve(rider.settle()).then(() => Promise.reject(limited as Error))
    }
    return rider
  }

  return {
    prefix: '/api/v1',
    serves: isPublic,
    admit(request, route) {
      const refused = countBadKey(request, rates)
      const key = orRefuse(() => extractKey(request.raw), refused)
      const hash = hashOf(key)
      const seen = known.get(nameOf(hash))
      return seen && mayRide(route) ? admitRiding(seen, route) : admitAtOnce(key, hash, route).catch(refused)
    },
  }
}

/** Keys are remembered by their hashes, so that no secret stays in memory. */
const nameOf = (hash: Buffer) => hash.toString('latin1')

/** Somebody whose key was seen before and whose check is still under way; they have no role until it has passed. */
class Rider implements Admission {
  readonly principal: Principal
  readonly db: RidingCheck
  readonly headers: Admission['headers']
  constructor(store: Store, { hash, org, user, keyId }: Known, route: Route, headers: Admission['headers']) {
    const principal = new RidingPrincipal(org, user, keyId)
    this.principal = principal
    this.db = new RidingCheck(store, keyFacts(hash), (row) => (principal.granted = judge(readFacts(row), route).role))
    this.headers = headers
  }
  settle() {
    return this.db.settle()
  }
}

class RidingPrincipal implements Principal {
  readonly org: string
  readonly user: string
  readonly keyId: string
  granted: Principal['role'] | undefined = undefined
  constructor(org: string, user: string, keyId: string) {
    this.org = org
    this.user = user
    this.keyId = keyId
  }
  get role(): Principal['role'] {
    if (!this.granted) throw new AuthPendingError()
    return this.granted
  }
}

/** Gates of the route itself need the facts first; so do writes, which must not begin before they are allowed. */
const mayRide = (route: Route) => route.method === 'GET' && !route.feature && !route.admin

function orRefuse<T>(work: () => T, refused: (error: unknown) => never): T {
  try {
    return work()
  } catch (error) {
    return refused(error)
  }
}

/** Guessing keys costs the guesser's address its patience, not ours. */
const countBadKey =
  (request: FastifyRequest, rates: Rates) =>
  (refused: unknown): never => {
    const status = (refused as { code?: string }).code
    if (rates && (status === 'UNAUTHORIZED' || status === 'INVALID_API_KEY')) {
      const verdict = rates.limiter('bad-auth', request.ip)
      if (!verdict.allowed)
        throwApiError('RATE_LIMITED', 'Too many requests without a valid key from this address.', {
          retryAfterSeconds: verdict.retryAfterSeconds,
        })
    }
    throw refused
  }
