import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { throwApiError } from '#domain/errors.ts'
import { RecentDemand } from './recent-demand.ts'

export type InFlightLimits = {
  total: number
  perOrganization: number
  /** The number in progress from which the load decides who is refused; without it, `total`. */
  limit?: () => number
  now?: () => number
}

const maxKnownCallers = 10_000
/** Requests above the limit for callers that were not seen before. */
const reserved = 8
const longPoll = /[?&]wait=/
const streamPath = /^\/mcp(\?|$)/
const healthPaths = new Set(['/healthz', '/readyz'])

/** Requests beyond these limits are rejected at once, so that the queue in front of the database stays short. */
export class InFlight {
  readonly #limits: InFlightLimits
  readonly #byOrg = new Map<string, number>()
  readonly #orgByCaller = new Map<string, string>()
  readonly #demand: RecentDemand
  #count = 0
  /** Requests that wait for something to happen, without work. */
  #polling = 0
  constructor(limits: InFlightLimits) {
    this.#limits = limits
    this.#demand = new RecentDemand(limits.now ?? (() => performance.now()))
  }

  /** Counts the request; the returned function ends it. */
  enter({ method, url }: { method: string; url: string }): () => void {
    if (this.#count >= this.#limits.total) throwBusy()
    const isPoll = longPoll.test(url) || (method === 'GET' && streamPath.test(url))
    this.#count++
    if (isPoll) this.#polling++
    return () => {
      this.#count--
      if (isPoll) this.#polling--
    }
  }

  enterOrg(org: string) {
    const current = this.#byOrg.get(org) ?? 0
    if (current >= this.#limits.perOrganization) throwBusy()
    this.#byOrg.set(org, current + 1)
    this.#demand.note(org, current + 1)
  }

  leaveOrg(org: string) {
    const remaining = this.#byOrg.get(org)! - 1
    if (remaining === 0) this.#byOrg.delete(org)
    else this.#byOrg.set(org, remaining)
  }

  /** Remembers whose requests have these credentials, to share capacity by organization before they are checked. */
  learn(request: IncomingMessage, org: string) {
    const caller = callerOf(request)
    if (caller === undefined || this.#orgByCaller.get(caller) === org) return
    if (this.#orgByCaller.size >= maxKnownCallers) this.#orgByCaller.clear()
    this.#orgByCaller.set(caller, org)
  }

  /**
   * Whether a new request is refused. Up to its share an organization is served also above the limit; beyond its share
   * it gets the places that the others do not want.
   */
  refuses(request: IncomingMessage): boolean {
    if (healthPaths.has(request.url!)) return false
    const { total, perOrganization } = this.#limits
    if (this.#count >= total) return true
    const limit = this.#limits.limit?.() ?? total
    const working = this.#count - this.#polling
    // The usual case costs no hash.
    if (working < limit / 2 && this.#count < perOrganization) return false
    const caller = callerOf(request)
    const org = caller === undefined ? undefined : this.#orgByCaller.get(caller)
    if (org === undefined) return working >= limit + reserved
    const own = this.#byOrg.get(org) ?? 0
    if (own >= perOrganization) return true
    const share = Math.max(1, Math.floor(limit / Math.max(1, this.#byOrg.size)))
    if (own < share || working < limit / 2) return false
    return working >= limit || this.#demand.claims(limit - working, org, share, this.#byOrg)
  }
}

/** By hash, so that no secret stays in memory. */
function callerOf({ headers }: IncomingMessage): string | undefined {
  const credentials = headers.authorization ?? headers['x-api-key'] ?? headers.cookie
  return credentials === undefined ? undefined : hash('sha256', String(credentials), 'base64')
}

export const busyMessage = 'The service is busy; try again shortly.'
const throwBusy = (): never => throwApiError('SERVICE_UNAVAILABLE', busyMessage, { retryAfterSeconds: 1 })
