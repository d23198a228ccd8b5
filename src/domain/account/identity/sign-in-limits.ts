import { throwApiError } from '#domain/errors.ts'
import { normalizeEmail } from './queries-users.ts'

const maxTrackedKeys = 50_000

/** At most `max` attempts per key in any `seconds`; returns the seconds to wait (0: allowed, and counted). */
export function slidingWindowLimit(
  { max, seconds }: { max: number; seconds: number },
  now: () => number = () => performance.now() / 1000,
) {
  const attempts = new Map<string, number[]>()
  const evict = (time: number) => {
    for (const [key, times] of attempts) if (times.at(-1)! + seconds <= time) attempts.delete(key)
    const oldest = attempts.keys().next()
    if (attempts.size >= maxTrackedKeys && !oldest.done) attempts.delete(oldest.value)
  }
  return (key: string): number => {
    const time = now()
    const recent = (attempts.get(key) ?? []).filter((at) => at + seconds > time)
    if (recent.length >= max) return Math.max(1, Math.ceil(recent[0]! + seconds - time))
    if (attempts.size >= maxTrackedKeys) evict(time)
    attempts.delete(key)
    attempts.set(key, [...recent, time])
    return 0
  }
}

const perAccount = slidingWindowLimit({ max: 10, seconds: 15 * 60 })
const perAddress = slidingWindowLimit({ max: 30, seconds: 60 })

/** Keeps unwanted reset emails to a minimum. */
const resetsPerAccount = slidingWindowLimit({ max: 3, seconds: 15 * 60 })

/** Called before every password check, whether the account exists or not; a known device has its own count. */
export const limitSignInAttempts = (email: string, device = '') =>
  throwIfLimited(perAccount(`${normalizeEmail(email)} ${device}`))
export const limitResetRequests = (email: string) => throwIfLimited(resetsPerAccount(normalizeEmail(email)))
export const limitAttemptsPerAddress = (address: string) => throwIfLimited(perAddress(address))

function throwIfLimited(seconds: number) {
  if (seconds > 0)
    throwApiError('RATE_LIMITED', 'Too many attempts; retry after the seconds in Retry-After.', {
      retryAfterSeconds: seconds,
    })
}
