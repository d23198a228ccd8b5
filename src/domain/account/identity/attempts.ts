import { throwApiError } from '#domain/errors.ts'
import { normalEmail } from './people.ts'

const maxKept = 50_000

/** Never more than `most` in any stretch of `seconds`; answers how many seconds to wait, and counts only what was let through. */
export function attemptsWithin(
  { max, seconds }: { max: number; seconds: number },
  now: () => number = () => performance.now() / 1000,
) {
  const taken = new Map<string, number[]>()
  const makeRoom = (time: number) => {
    for (const [who, times] of taken) if (times.at(-1)! + seconds <= time) taken.delete(who)
    const oldest = taken.keys().next()
    if (taken.size >= maxKept && !oldest.done) taken.delete(oldest.value)
  }
  return (who: string): number => {
    const time = now()
    const recent = (taken.get(who) ?? []).filter((at) => at + seconds > time)
    if (recent.length >= max) return Math.max(1, Math.ceil(recent[0]! + seconds - time))
    if (taken.size >= maxKept) makeRoom(time)
    taken.delete(who)
    taken.set(who, [...recent, time])
    return 0
  }
}

const perAccount = attemptsWithin({ max: 10, seconds: 15 * 60 })
const perAddress = attemptsWithin({ max: 30, seconds: 60 })

/** A letter that nobody wanted is a nuisance. */
const resetsPerAccount = attemptsWithin({ max: 3, seconds: 15 * 60 })

/** Every check of a password goes through here first, whether somebody has this email or not; a known device is counted on its own. */
export const countAttempt = (email: string, device = '') => refuseFor(perAccount(`${normalEmail(email)} ${device}`))
export const countReset = (email: string) => refuseFor(resetsPerAccount(normalEmail(email)))
export const countAddress = (address: string) => refuseFor(perAddress(address))

function refuseFor(seconds: number) {
  if (seconds > 0)
    throwApiError('RATE_LIMITED', 'Too many attempts; come back when Retry-After says.', { retryAfterSeconds: seconds })
}
