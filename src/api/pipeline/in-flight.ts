import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { throwApiError } from '#domain/errors.ts'
import { FairQueue, type Release } from './fair-queue.ts'
import { RecentDemand } from './recent-demand.ts'

export type InFlightLimits = {
  total: number
  perOrganization: number
  /** The number in progress from which the load decides who is refused; without it, `total`. */
  limit?: () => number
  /** How many requests are in work at once before organizations take turns. */
  places?: () => number
  /** How many requests wait for a database connection. */
  waiting?: () => number
  now?: () => number
}

/** Enough to keep a pool of the default size busy, without a queue in front of it. */
const defaultPlaces = 12
const maxKnownCallers = 10_000
/** Requests above the limit for callers that were not seen before. */
const reserved = 8
const longPoll = /[?&]wait=/
const streamPath = /^\/mcp(\?|$)/
const healthPath = /^\/(healthz|readyz)(\?|$)/

/** Requests beyond these limits are rejected at once, so that the queue in front of the database stays short. */
export class InFlight {
  readonly #limits: InFlightLimits
  readonly #byOrg = new Map<string, number>()
  readonly #orgByCaller = new Map<string, string>()
  readonly #demand: RecentDemand
  readonly #queue: FairQueue
  #count = 0
  /** Requests that wait for something to happen, without work. */
  #polling = 0
  /** Requests of callers that were not seen before. */
  #unknown = 0
  constructor(limits: InFlightLimits) {
    this.#limits = limits
    const now = limits.now ?? (() => performance.now())
    this.#demand = new RecentDemand(now)
    const { places = () => defaultPlaces, waiting = () => 0 } = limits
    this.#queue = new FairQueue({ places, now, isSaturated: () => waiting() > 0 })
  }

  /** Counts the request; the returned function ends it. */
  enter(request: IncomingMessage): () => void {
    if (this.#count >= this.#limits.total && !healthPath.test(request.url!)) throwBusy()
    const isPoll = isPolling(request.method!, request.url!)
    const isUnknown = this.#orgOf(request) === undefined
    this.#count++
    if (isPoll) this.#polling++
    if (isUnknown) this.#unknown++
    return () => {
      this.#count--
      if (isPoll) this.#polling--
      if (isUnknown) this.#unknown--
    }
  }

  /** Starts a request that was counted when it is the turn of its organization. */
  start(request: IncomingMessage, start: (release: Release) => void) {
    const url = request.url!
    if (healthPath.test(url) || isPolling(request.method!, url)) return start(() => {})
    this.#queue.enter(this.#orgOf(request) ?? unknownCallers, start)
  }

  stop() {
    this.#queue.stop()
  }

  #orgOf(request: IncomingMessage): string | undefined {
    const caller = callerOf(request)
    return caller === undefined ? undefined : this.#orgByCaller.get(caller)
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
    if (healthPath.test(request.url!)) return false
    const { total, perOrganization } = this.#limits
    if (this.#count >= total) return true
    const limit = this.#limits.limit?.() ?? total
    const working = this.#count - this.#polling
    // The usual case costs no hash.
    if (working < limit / 2 && this.#count < perOrganization) return false
    const org = this.#orgOf(request)
    if (org === undefined) return this.#unknown >= perOrganization || working >= limit + reserved
    const own = (this.#byOrg.get(org) ?? 0) + this.#queue.waitingOf(org)
    if (own >= perOrganization) return true
    const share = Math.max(1, Math.floor(limit / Math.max(1, this.#byOrg.size)))
    if (own < share || working < limit / 2) return false
    return working >= limit || this.#demand.claims(limit - working, org, share, this.#byOrg)
  }
}

const isPolling = (method: string, url: string) => longPoll.test(url) || (method === 'GET' && streamPath.test(url))

/** Of all who were not seen before. */
const unknownCallers = ''
const callers = new WeakMap<IncomingMessage, string>()

/** By hash, so that no secret stays in memory. */
function callerOf(request: IncomingMessage): string | undefined {
  const known = callers.get(request)
  if (known !== undefined) return known
  const { authorization = '', 'x-api-key': plainKey, cookie } = request.headers
  // As the authentication chooses: a proxy may add the same other authorization to the requests of all organizations.
  const credentials = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? plainKey ?? cookie
  if (credentials === undefined) return undefined
  const caller = hash('sha256', String(credentials), 'base64')
  callers.set(request, caller)
  return caller
}

export const busyMessage = 'The service is busy; try again shortly.'
const throwBusy = (): never => throwApiError('SERVICE_UNAVAILABLE', busyMessage, { retryAfterSeconds: 1 })
