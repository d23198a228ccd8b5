import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { throwApiError } from '#domain/errors.ts'

export type InFlightLimits = {
  total: number
  perOrganization: number
  /** The number in progress from which the load decides who is refused; without it, `total`. */
  limit?: () => number
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
  #count = 0
  /** Requests that wait for something to happen, without work. */
  #polling = 0
  constructor(limits: InFlightLimits) {
    this.#limits = limits
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

  /** Whether a new request is refused; above the limit an organization still has its share. */
  refuses(request: IncomingMessage): boolean {
    if (healthPaths.has(request.url!)) return false
    const { total, perOrganization } = this.#limits
    if (this.#count >= total) return true
    const limit = this.#limits.limit?.() ?? total
    const working = this.#count - this.#polling
    const isPressed = working >= limit
    // The usual case costs no hash.
    if (!isPressed && this.#count < perOrganization) return false
    const caller = callerOf(request)
    const org = caller === undefined ? undefined : this.#orgByCaller.get(caller)
    if (org === undefined) return working >= limit + reserved
    const share = Math.max(1, Math.floor(limit / Math.max(1, this.#byOrg.size)))
    return (this.#byOrg.get(org) ?? 0) >= (isPressed ? Math.min(share, perOrganization) : perOrganization)
  }
}

/** By hash, so that no secret stays in memory. */
function callerOf({ headers }: IncomingMessage): string | undefined {
  const credentials = headers.authorization ?? headers['x-api-key'] ?? headers.cookie
  return credentials === undefined ? undefined : hash('sha256', String(credentials), 'base64')
}

export const busyMessage = 'The service is busy; try again shortly.'
const throwBusy = (): never => throwApiError('SERVICE_UNAVAILABLE', busyMessage, { retryAfterSeconds: 1 })
