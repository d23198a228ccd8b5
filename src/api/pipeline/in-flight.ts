import { throwApiError } from '#domain/errors.ts'

/** Work beyond these bounds is refused at once, so that the queue in front of the database stays short. */
export function inFlight({ total, perOrganization }: { total: number; perOrganization: number }) {
  let all = 0
  const byOrg = new Map<string, number>()
  const busy = (): never =>
    throwApiError('SERVICE_UNAVAILABLE', 'The service is busy; try again shortly.', { retryAfterSeconds: 1 })
  return {
    enter() {
      if (all >= total) busy()
      all++
    },
    leave: () => void all--,
    enterOrg(org: string) {
      const now = byOrg.get(org) ?? 0
      if (now >= perOrganization) busy()
      byOrg.set(org, now + 1)
    },
    leaveOrg(org: string) {
      const now = byOrg.get(org)! - 1
      if (now === 0) byOrg.delete(org)
      else byOrg.set(org, now)
    },
    count: () => all,
  }
}
export type InFlight = ReturnType<typeof inFlight>
