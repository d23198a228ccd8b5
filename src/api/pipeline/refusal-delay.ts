/** A refusal of a request, as the next one of the same connection sees it. */
export type Refusal = { retryAfterSeconds: number; retryAt: number; delayMs: number }

const firstDelayMs = 25
/** 500 connections that retry at once then cost 2,000 refusals per second, a fraction of the capacity. */
const maxDelayMs = 250

/** A connection that returns before the time it was given waits for its next refusal, each time longer. */
export function refusalAfter(last: Refusal | undefined, now: number): Refusal {
  // Spread, so that those who wait do not all return at once.
  const retryAfterSeconds = 1 + Math.floor(Math.random() * 3)
  const isTooEarly = last !== undefined && now < last.retryAt
  const delayMs = isTooEarly ? Math.min(maxDelayMs, Math.max(firstDelayMs, last.delayMs * 2)) : 0
  return { retryAfterSeconds, retryAt: now + delayMs + retryAfterSeconds * 1000, delayMs }
}
