import { performance } from 'node:perf_hooks'

/** What is measured of the process: how late its timers are, and how many requests wait for a database connection. */
type Load = { lagMs: number; waiting: number }

/** How many requests may be in progress before others are refused. */
const max = 400
/** Enough to keep the connections of a pool of the default size busy. */
const min = 24

const sampleMs = 50
/** Half a second: the queue of a burst is empty by then; one that is not means overload. */
const samples = 10
/** Beyond this a refusal, which needs one turn of the event loop, takes longer than it should. */
const maxLagMs = 40
/** Twice the connections of a pool of the default size. */
const maxWaiting = 16
const decrease = 0.7
const increase = 1.1

/** Falls while there is a standing queue and rises again without one, like the window of a TCP connection. */
export class ConcurrencyLimit {
  current = max
  readonly #recent: Load[] = []

  observe(load: Load) {
    this.#recent.push(load)
    if (this.#recent.length < samples) return
    if (this.#recent.length > samples) this.#recent.shift()
    const lag = Math.min(...this.#recent.map(({ lagMs }) => lagMs))
    const waiting = Math.min(...this.#recent.map((sample) => sample.waiting))
    this.current =
      lag > maxLagMs || waiting > maxWaiting
        ? Math.max(min, Math.floor(this.current * decrease))
        : Math.min(max, Math.ceil(this.current * increase))
  }
}

/** Enough to hide the time that a statement needs. */
const minPlaces = 4
/** Of the time in which the event loop was busy. */
const [busy, idle] = [0.97, 0.9]

/**
 * How many requests are in work at once. More of them get more done only while the process waits for its database;
 * where it is busy without a break, each one more only delays the others.
 */
export class WorkPlaces {
  current: number
  readonly #max: number

  constructor(max: number) {
    this.current = this.#max = max
  }

  observe(utilization: number) {
    if (utilization > busy) this.current = Math.max(Math.min(minPlaces, this.#max), this.current - 1)
    else if (utilization < idle) this.current = Math.min(this.#max, this.current + 1)
  }
}

type Watched = { waiting: () => number; maxPlaces: number }

/** Measures the load of this process until `stop`. */
export function watchLoad({ waiting, maxPlaces }: Watched) {
  const limit = new ConcurrencyLimit()
  const places = new WorkPlaces(maxPlaces)
  let loop = performance.eventLoopUtilization()
  let due = performance.now() + sampleMs
  const timer = setInterval(() => {
    const now = performance.now()
    limit.observe({ lagMs: Math.max(0, now - due), waiting: waiting() })
    const before = loop
    loop = performance.eventLoopUtilization()
    places.observe(performance.eventLoopUtilization(loop, before).utilization)
    due = now + sampleMs
  }, sampleMs).unref()
  return { limit: () => limit.current, places: () => places.current, stop: () => clearInterval(timer) }
}
