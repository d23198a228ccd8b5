import type { RateClass } from '#contract/core/route.ts'
import { exchangeTokens } from '#domain/access/limits/queries.ts'
import type { Db } from '#store/open.ts'

type Limit = { perSecond: number; burst: number }
/**
 * Callers without a key are counted by address; `widget` counts all feedback of a publishable key, `register` the apps
 * that register themselves.
 */
type AddressClass = 'bad-auth' | 'page' | 'answer' | 'widget' | 'register'
/** `mcp` counts the messages of a key; the operations that they call are counted in addition. */
export type RateLimits = Record<RateClass | AddressClass | 'mcp', Limit>

export const defaultLimits: RateLimits = {
  read: { perSecond: 50, burst: 100 },
  write: { perSecond: 20, burst: 40 },
  bulk: { perSecond: 2, burst: 120 },
  heavy: { perSecond: 0.5, burst: 30 },
  mcp: { perSecond: 10, burst: 60 },
  'bad-auth': { perSecond: 0.5, burst: 30 },
  page: { perSecond: 2, burst: 60 },
  answer: { perSecond: 0.2, burst: 20 },
  widget: { perSecond: 2, burst: 200 },
  register: { perSecond: 1 / 60, burst: 20 },
}

type RateLimitDecision = {
  allowed: boolean
  limit: number
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}

const maxBuckets = 50_000

/** The tokens that a process may take before it reports them, as a part of the burst. */
const reportedPart = 1 / 16
/** Unreported tokens are forgotten after the time in which this many times as many are refilled. */
const forgottenAfterRefills = 100

/** `unsent` tokens were taken since `unsentSince` and not yet reported. Times in seconds. */
type Bucket = { fullAt: number; unsent: number; unsentSince: number; exchanging: boolean }

/** Adds the seconds that taken tokens need to refill to the shared bucket; returns the seconds until it is full. */
type ExchangeTokens = (caller: string, seconds: number) => Promise<number>

/**
 * Token buckets, kept as the time at which each is full again, on the monotonic clock.
 * With `exchange` the buckets of all processes are reconciled in the background; no request waits for it.
 */
export class TokenBuckets {
  readonly #limit: Limit
  readonly #exchange: ExchangeTokens | undefined
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()
  readonly #exchanges = new Set<Promise<void>>()
  constructor(limit: Limit, exchange?: ExchangeTokens, now: () => number = () => performance.now() / 1000) {
    this.#limit = limit
    this.#exchange = exchange
    this.#now = now
  }

  take(caller: string, cost = 1): RateLimitDecision {
    const { perSecond, burst } = this.#limit
    const time = this.#now()
    const bucket = this.#buckets.get(caller) ?? this.#add(caller, time)
    const full = Math.max(bucket.fullAt, time)
    const next = full + cost / perSecond
    const allowed = next - time <= burst / perSecond + 1e-9
    const after = allowed ? next : full
    if (allowed) {
      bucket.fullAt = next
      this.#report(caller, bucket, cost)
    }
    return {
      allowed,
      limit: burst,
      remaining: Math.max(0, Math.floor(burst - (after - time) * perSecond + 1e-9)),
      resetSeconds: Math.ceil(after - time),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(next - time - burst / perSecond)),
    }
  }

  /** Resolves when no exchange is in progress. */
  async settled(): Promise<void> {
    while (this.#exchanges.size > 0) await Promise.all(this.#exchanges)
  }

  #add(caller: string, time: number): Bucket {
    if (this.#buckets.size >= maxBuckets)
      for (const [key, { fullAt }] of this.#buckets) if (fullAt <= time) this.#buckets.delete(key)
    const bucket = { fullAt: time, unsent: 0, unsentSince: time, exchanging: false }
    this.#buckets.set(caller, bucket)
    return bucket
  }

  #report(caller: string, bucket: Bucket, cost: number) {
    const { perSecond, burst } = this.#limit
    if (!this.#exchange) return
    const block = Math.max(1, Math.floor(burst * reportedPart))
    const time = this.#now()
    const isForgotten = time - bucket.unsentSince > (block * forgottenAfterRefills) / perSecond
    if (bucket.unsent === 0 || isForgotten) Object.assign(bucket, { unsent: 0, unsentSince: time })
    bucket.unsent += cost
    if (bucket.unsent < block || bucket.exchanging) return
    const exchange = this.#reconcile(caller, bucket, this.#exchange)
    this.#exchanges.add(exchange)
    void exchange.finally(() => this.#exchanges.delete(exchange))
  }

  /** While the database is away the tokens stay unsent, and each process limits by its own count. */
  async #reconcile(caller: string, bucket: Bucket, exchange: ExchangeTokens): Promise<void> {
    const { perSecond } = this.#limit
    const sent = bucket.unsent
    Object.assign(bucket, { unsent: 0, exchanging: true })
    try {
      const seconds = await exchange(caller, sent / perSecond)
      bucket.fullAt = this.#now() + seconds + bucket.unsent / perSecond
    } catch {
      bucket.unsent += sent
    }
    bucket.exchanging = false
  }
}

/** Bulk and heavy requests are counted per organization, others per key. */
export const isPerOrganization = (name: RateClass) => name === 'bulk' || name === 'heavy'

export type Limiter = (name: keyof RateLimits, caller: string, cost?: number) => RateLimitDecision

type SharedExchange = (name: string, caller: string, seconds: number) => Promise<number>

/** Without `exchange` the limits hold for this process only. */
export function createLimiter(limits: RateLimits, exchange?: SharedExchange): Limiter & { settled(): Promise<void> } {
  const buckets = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [
      name,
      new TokenBuckets(limit, exchange && ((caller, seconds) => exchange(name, caller, seconds))),
    ]),
  ) as Record<string, TokenBuckets>
  const take: Limiter = (name, caller, cost) => buckets[name]!.take(caller, cost)
  const settled = async () => void (await Promise.all(Object.values(buckets).map((each) => each.settled())))
  return Object.assign(take, { settled })
}

/** A limiter whose buckets are shared by all processes of the database. */
export const createSharedLimiter = (limits: RateLimits, db: Db) =>
  createLimiter(limits, (name, caller, seconds) => exchangeTokens(db, name, caller, seconds))

/** The two headers of the IETF draft and the three X-RateLimit headers. */
export function rateLimitHeaders(
  name: string,
  { perSecond, burst }: Limit,
  decision: RateLimitDecision,
): Record<string, string | number> {
  return {
    'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"${name}";r=${decision.remaining};t=${decision.resetSeconds}`,
    'x-ratelimit-limit': burst,
    'x-ratelimit-remaining': decision.remaining,
    'x-ratelimit-reset': Math.ceil(Date.now() / 1000) + decision.resetSeconds,
  }
}
