type Lease = { org: string; startedAt: number }
export type Release = () => void

/**
 * Each organization may have this many requests in work, whatever others have: a page of the web app asks for as many.
 */
const guaranteed = 4
/** A request that takes longer waits for others or for its client, and keeps none waiting behind it. */
const maxLeaseMs = 1_000
const checkIntervalMs = 100

type FairQueueOptions = {
  places: () => number
  now: () => number
  /** Whether more work would only wait for a database connection, where the wait is not fair. */
  isSaturated?: () => boolean
}

/**
 * Decides which request starts next, before anything is asked of the database: organizations take turns, so that one
 * with hundreds of requests waiting keeps another waiting for one request, not for all of them.
 */
export class FairQueue {
  readonly #places: () => number
  readonly #now: () => number
  readonly #isSaturated: () => boolean
  readonly #active = new Set<Lease>()
  readonly #activeOf = new Map<string, number>()
  /** In the order of their turns. */
  readonly #waiting = new Map<string, ((release: Release) => void)[]>()
  #timer: NodeJS.Timeout | undefined

  constructor({ places, now, isSaturated = () => false }: FairQueueOptions) {
    this.#places = places
    this.#now = now
    this.#isSaturated = isSaturated
  }

  waitingOf(org: string): number {
    return this.#waiting.get(org)?.length ?? 0
  }

  /** Calls `start` at once or when it is the organization's turn; the function that it gets ends the work, once. */
  enter(org: string, start: (release: Release) => void) {
    const isFree = this.#active.size < this.#places() && this.#waiting.size === 0
    if (isFree || (this.#activeOf.get(org) ?? 0) < guaranteed) return this.#begin(org, start)
    const queue = this.#waiting.get(org)
    if (queue) queue.push(start)
    else this.#waiting.set(org, [start])
    this.#timer ??= setInterval(() => this.#endLongLeases(), checkIntervalMs).unref()
  }

  #begin(org: string, start: (release: Release) => void) {
    const lease = { org, startedAt: this.#now() }
    this.#active.add(lease)
    this.#activeOf.set(org, (this.#activeOf.get(org) ?? 0) + 1)
    start(() => this.#end(lease))
  }

  #end(lease: Lease) {
    if (!this.#active.delete(lease)) return
    const { org } = lease
    const remaining = this.#activeOf.get(org)! - 1
    if (remaining === 0) this.#activeOf.delete(org)
    else this.#activeOf.set(org, remaining)
    this.#fillPlaces()
    if ((this.#activeOf.get(org) ?? 0) < guaranteed) this.#startNext(org)
  }

  /** More than one request starts where the number of places has grown. */
  #fillPlaces() {
    for (const places = this.#places(); this.#active.size < places && this.#waiting.size > 0;)
      this.#startNext(this.#waiting.keys().next().value!)
  }

  #startNext(org: string) {
    const queue = this.#waiting.get(org)
    if (!queue) return
    const start = queue.shift()!
    // Its next turn comes after those of all others.
    this.#waiting.delete(org)
    if (queue.length > 0) this.#waiting.set(org, queue)
    if (this.#waiting.size === 0) this.stop()
    this.#begin(org, start)
  }

  #endLongLeases() {
    if (this.#isSaturated()) return
    const before = this.#now() - maxLeaseMs
    // Those that start meanwhile are added at the end, with the present time.
    for (const lease of this.#active) if (lease.startedAt < before) this.#end(lease)
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
