import { throwApiError } from '#domain/errors.ts'

/** Requests beyond these limits are rejected at once, so that the queue in front of the database stays short. */
export function createInFlightLimiter({ total, perOrganization }: { total: number; perOrganization: number }) {
  let count = 0
  const countByOrg = new Map<string, number>()
  const throwBusy = (): never =>
    throwApiError('SERVICE_UNAVAILABLE', 'The service is busy; try again shortly.', { retryAfterSeconds: 1 })
  return {
    enter() {
      if (count >= total) throwBusy()
      count++
    },
    leave: () => void count--,
    enterOrg(org: string) {
      const current = countByOrg.get(org) ?? 0
      if (current >= perOrganization) throwBusy()
      countByOrg.set(org, current + 1)
    },
    leaveOrg(org: string) {
      const remaining = countByOrg.get(org)! - 1
      if (remaining === 0) countByOrg.delete(org)
      else countByOrg.set(org, remaining)
    },
    count: () => count,
  }
}
export type InFlight = ReturnType<typeof createInFlightLimiter>
