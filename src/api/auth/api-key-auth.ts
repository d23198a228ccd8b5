import type { FastifyRequest } from 'fastify'
import { isPublic, type Route } from '#contract/core/route.ts'
import { type FactsRow, selectKeyFacts, parseKeyFacts } from '#domain/access/keys/queries-auth.ts'
import { secretHash } from '#domain/access/keys/rules.ts'
import type { Caller } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Store } from '#store/open.ts'
import { isInnerCall } from '#api/pipeline/inner-calls.ts'
import type { AuthResult, Authenticator } from '#api/pipeline/authenticator.ts'
import { checkRateLimit, type RateLimiting } from '#api/pipeline/require-rate-limit.ts'
import { requireFeature, requireRight } from '#api/pipeline/route-requirements.ts'
import { authorizeKey, extractKey, type KeyFormat, requireAudience, requireWellFormed } from './authorize.ts'
import { DeferredAuthDb } from './deferred-auth-db.ts'

const maxCachedKeys = 10_000

/** The owner of a key never changes, so it can be cached; its permissions are read on each request. */
type CachedKey = { hash: Buffer; caller: Caller & { keyId: string } }

/** `isInner`: the server calls itself for a request that it has authenticated. */
type HashedKey = { hash: Buffer; isInner: boolean }

type ApiKeyAuthOptions = {
  store: Store
  format: KeyFormat
  rates: RateLimiting
  /** Called for each authenticated key. */
  recordUse: (org: string, keyId: string) => void
}

/** Authentication of the public API. */
export class ApiKeyAuth implements Authenticator {
  readonly prefix = '/api/v1'
  readonly serves = isPublic
  readonly #options: ApiKeyAuthOptions
  readonly #keyCache = new Map<string, CachedKey>()
  constructor(options: ApiKeyAuthOptions) {
    this.#options = options
  }

  authenticate(request: FastifyRequest, route: Route): AuthResult | Promise<AuthResult> {
    const countFailure = countFailedAuth(request, this.#options.rates)
    const key = countingFailures(() => extractKey(request.raw), countFailure)
    const hash = secretHash(key)
    const isInner = isInnerCall(request.raw)
    const cached = this.#keyCache.get(cacheKeyOf(hash))
    return cached && canDefer(route)
      ? this.#authenticateDeferred(cached, route, isInner)
      : this.#authenticateNow(key, { hash, isInner }, route).catch(countFailure)
  }

  /** For paths outside the inventory: whose key it is; what the key may do is checked by each operation. */
  async identify(request: FastifyRequest): Promise<{ org: string; keyId: string }> {
    const { store, format, rates } = this.#options
    try {
      const key = extractKey(request.raw)
      requireWellFormed(key, format)
      const { org, keyId } = authorizeKey(parseKeyFacts(await store.first<FactsRow>(selectKeyFacts(secretHash(key)))))
      return { org, keyId: keyId! }
    } catch (error) {
      return countFailedAuth(request, rates)(error)
    }
  }

  async #authenticateNow(key: string, { hash, isInner }: HashedKey, route: Route): Promise<AuthResult> {
    const { store, format, rates, recordUse } = this.#options
    requireWellFormed(key, format)
    const facts = parseKeyFacts(await store.first<FactsRow>(selectKeyFacts(hash)))
    requireAudience(facts, isInner)
    const principal = authorizeKey(facts, route)
    const { org, user } = principal
    const keyId = principal.keyId!
    if (this.#keyCache.size >= maxCachedKeys) this.#keyCache.clear()
    this.#keyCache.set(cacheKeyOf(hash), { hash, caller: { org, user, keyId } })
    const rate = checkRateLimit(rates, route, { org, caller: keyId })
    rate.require()
    requireFeature(route, facts!)
    requireRight(route, principal.role)
    recordUse(org, keyId)
    return { caller: principal, db: store, authorize: () => principal, headers: rate.headers }
  }

  /** The permissions of the key are checked with the first statement. */
  #authenticateDeferred({ hash, caller }: CachedKey, route: Route, isInner: boolean): AuthResult | Promise<AuthResult> {
    const { store, rates, recordUse } = this.#options
    const { org, keyId } = caller
    const rate = checkRateLimit(rates, route, { org, caller: keyId })
    const db = new DeferredAuthDb(store, selectKeyFacts(hash), (row) => {
      const facts = parseKeyFacts(row)
      requireAudience(facts, isInner)
      return authorizeKey(facts, route)
    })
    const authorize = () => db.authorize()
    recordUse(org, keyId)
    try {
      rate.require()
    } catch (limited) {
      return Promise.resolve(authorize()).then(() => Promise.reject(limited as Error))
    }
    return { caller, db, authorize, headers: rate.headers }
  }
}

/** Cached by hash, so that no secret stays in memory. */
const cacheKeyOf = (hash: Buffer) => hash.toString('latin1')

/** Feature and admin routes need the key facts first, and so do writes. */
const canDefer = (route: Route) => route.method === 'GET' && !route.feature && !route.admin

function countingFailures<T>(work: () => T, onError: (error: unknown) => never): T {
  try {
    return work()
  } catch (error) {
    return onError(error)
  }
}

/** Failed authentication is rate limited by address. */
const countFailedAuth =
  (request: FastifyRequest, rates: RateLimiting) =>
  (error: unknown): never => {
    const code = (error as { code?: string }).code
    if (rates && (code === 'UNAUTHORIZED' || code === 'INVALID_API_KEY')) {
      const decision = rates.limiter('bad-auth', request.network)
      if (!decision.allowed)
        throwApiError(
          'RATE_LIMITED',
          'Too many failed authentications from this address; retry after the seconds in Retry-After.',
          {
            retryAfterSeconds: decision.retryAfterSeconds,
          },
        )
    }
    throw error
  }
