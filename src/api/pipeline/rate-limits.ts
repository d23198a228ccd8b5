import type { RateClass } from '#contract/core/route.ts'

export type Limit = { perSecond: number; burst: number }
/** Callers without a key are counted by address. */
type AddressClass = 'bad-auth' | 'page' | 'answer'
export type Limits = Record<RateClass | AddressClass, Limit>

export const defaultLimits: Limits = {
  read: { perSecond: 50, burst: 100 },
  write: { perSecond: 20, burst: 40 },
  bulk: { perSecond: 2, burst: 120 },
  heavy: { perSecond: 0.5, burst: 30 },
  'bad-auth': { perSecond: 0.5, burst: 30 },
  page: { perSecond: 2, burst: 60 },
  answer: { perSecond: 0.2, burst: 20 },
}

export type RateLimitDecision = {
  allowed: boolean
  limit: number
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}

const maxBuckets = 50_000

/** Token buckets, stored as the time at which each is full again, on the monotonic clock. */
export function tokenBuckets({ perSecond, burst }: Limit, now: () => number = () => performance.now() / 1000) {
  const fullAt = new Map<string, number>()
  return (caller: string): RateLimitDecision => {
    const time = now()
    const full = Math.max(fullAt.get(caller) ?? time, time)
    const next = full + 1 / perSecond
    const allowed = next - time <= burst / perSecond + 1e-9
    const after = allowed ? next : full
    if (fullAt.size >= maxBuckets) for (const [key, at] of fullAt) if (at <= time) fullAt.delete(key)
    if (allowed) fullAt.set(caller, after)
    const resetSeconds = Math.ceil(after - time)
    return {
      allowed,
      limit: burst,
      remaining: Math.max(0, Math.floor(burst - (after - time) * perSecond + 1e-9)),
      resetSeconds,
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(next - time - burst / perSecond)),
    }
  }
}

/** Bulk and heavy requests are counted per organization, others per key. */
export const isPerOrganization = (name: RateClass) => name === 'bulk' || name === 'heavy'

export type Limiter = (name: keyof Limits, caller: string) => RateLimitDecision

export function createLimiter(limits: Limits): Limiter {
  const buckets = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, tokenBuckets(limit)]),
  ) as Record<string, (caller: string) => RateLimitDecision>
  return (name, caller) => buckets[name]!(caller)
}

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
