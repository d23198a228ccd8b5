import type { FastifyRequest } from 'fastify'
import { isPublic, type Route } from '#contract/route.ts'
import { keyFacts, type KeyFacts } from '#domain/account/keys/queries.ts'
import { hashOf } from '#domain/account/keys/rules.ts'
import type { Principal } from '#domain/context.ts'
import { fail } from '#domain/fail.ts'
import type { Store } from '#store/open.ts'
import { extractKey, judge, type KeyFormat, requireAdmin, requireFeature, requireWellFormed } from './authorize.ts'
import { type Admission, type Door, rateCheck, type Rates, settled, Unsettled } from './door.ts'
import { ridingCheck } from './riding-check.ts'

const mostKnown = 10_000

/** The public API. `used` hears of every key that was let in. */
export function keyDoor(store: Store, format: KeyFormat, rates: Rates, used: (org: string, keyId: string) => void): Door {
  // Whose key it is never changes, so that much may be remembered; whether it may act is read anew each time.
  const known = new Map<string, Principal>()

  const admitAtOnce = async (hash: Buffer, name: string, route: Route): Promise<Admission> => {
    const facts = await store.first<KeyFacts>(keyFacts(hash))
    const principal = judge(facts, route)
    if (known.size >= mostKnown) known.clear()
    known.set(name, principal)
    const rate = rateCheck(rates, route, { org: principal.org, caller: principal.keyId! })
    rate.require()
    requireFeature(route, { competitors: facts!.auth_competitors, subthemes: facts!.auth_subthemes, segments: facts!.auth_segments })
    requireAdmin(route, principal.role)
    return { principal, db: store, settle: settled, headers: rate.headers }
  }

  const admitRiding = async (hash: Buffer, { org, user, keyId }: Principal, route: Route): Promise<Admission> => {
    const rate = rateCheck(rates, route, { org, caller: keyId! })
    let role: Principal['role'] | undefined
    const { db, settle } = ridingCheck(store, keyFacts(hash), (facts) => (role = judge(facts, route).role))
    const principal: Principal = {
      org,
      user,
      keyId: keyId!,
      get role() {
        if (!role) throw new Unsettled()
        return role
      },
    }
    try {
      rate.require()
    } catch (limited) {
      await settle()
      throw limited
    }
    return { principal, db, settle, headers: rate.headers }
  }

  return {
    prefix: '/api/v1',
    serves: isPublic,
    async admit(request, route) {
      const hash = keyHash(request, format, rates)
      const name = hash.toString('latin1')
      const seen = known.get(name)
      const admission = seen && mayRide(route) ? await admitRiding(hash, seen, route) : await admitAtOnce(hash, name, route).catch(countBadKey(request, rates))
      used(admission.principal.org, admission.principal.keyId!)
      return admission
    },
  }
}

/** Gates of the route itself need the facts first; so do writes, which must not begin before they are allowed. */
const mayRide = (route: Route) => route.method === 'GET' && !route.feature && !route.admin

function keyHash(request: FastifyRequest, format: KeyFormat, rates: Rates): Buffer {
  try {
    const key = extractKey(request.raw)
    requireWellFormed(key, format)
    return hashOf(key)
  } catch (refused) {
    return countBadKey(request, rates)(refused)
  }
}

/** Guessing keys costs the guesser's address its patience, not ours. */
const countBadKey = (request: FastifyRequest, rates: Rates) => (refused: unknown): never => {
  const status = (refused as { code?: string }).code
  if (rates && (status === 'UNAUTHORIZED' || status === 'INVALID_API_KEY')) {
    const verdict = rates.limiter('bad-auth', request.ip)
    if (!verdict.allowed) fail('RATE_LIMITED', 'Too many requests without a valid key from this address.', { retryAfterSeconds: verdict.retryAfterSeconds })
  }
  throw refused
}
