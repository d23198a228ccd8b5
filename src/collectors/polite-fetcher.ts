import { setTimeout as sleep } from 'node:timers/promises'
import type { Outbound, OutboundResponse } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import { loadRobots, type Robots } from './robots.ts'

/** Why a source cannot be read; the message may be shown. */
export class SourceUnavailableError extends Error {
  override name = 'SourceUnavailableError'
}

export type FetchedPage = { status: number; text: string; url: string }
export type FetchOptions = {
  headers?: Record<string, string>
  /** Off only for the operator's own servers. */
  robots?: boolean
}

/** Fetches pages with rate limiting per host, retries and respect for robots.txt. */
export type PoliteFetcher = {
  /** Any answer below 500 but for 429; throws SourceUnavailableError otherwise, and when robots.txt forbids it. */
  read(url: string, options?: FetchOptions): Promise<FetchedPage>
}

type FetcherSettings = {
  delayMs: number
  signal?: AbortSignal
  /** Delays before the second and third attempt. */
  retryMs?: readonly number[]
  agent?: string
}

/** After this many consecutive failures a host is not contacted again. */
const maxFailures = 3
const maxRetryAfter = 30_000

type Host = { turn: Promise<void>; failures: number; robots?: Promise<Robots> }
type HostRequest = {
  url: string
  headers: Record<string, string>
  delayMs: number
  overflow?: 'refuse' | 'cut'
}

export function createPoliteFetcher(outbound: Outbound, settings: FetcherSettings): PoliteFetcher {
  const { delayMs, agent = 'Earshot' } = settings
  const hosts = new Map<string, Host>()
  const hostOf = (url: string) => {
    const { host } = new URL(url)
    let entry = hosts.get(host)
    if (!entry) hosts.set(host, (entry = { turn: Promise.resolve(), failures: 0 }))
    return entry
  }
  const send = (request: HostRequest) => sendWithRetries(outbound, settings, hostOf(request.url), request)

  function robotsOf(url: string): Promise<Robots> {
    const host = hostOf(url)
    const file = new URL('/robots.txt', url).href
    host.robots ??= loadRobots(file, agent, (at) => send({ url: at, headers: {}, delayMs, overflow: 'cut' }))
    return host.robots
  }

  return {
    async read(url, { headers = {}, robots: obey = true } = {}) {
      if (!URL.canParse(url)) throw new SourceUnavailableError('This is not a web address.')
      const rules = obey ? await robotsOf(url) : undefined
      if (rules && !rules.allows(url))
        throw new SourceUnavailableError(`${new URL(url).host} disallows this page in robots.txt.`)
      const response = await send({ url, headers, delayMs: Math.max(delayMs, rules?.delayMs ?? 0) })
      return { status: response.status, text: response.body.toString('utf8'), url: response.url }
    },
  }
}

/** One request to a host at a time, with a delay after each. */
async function inTurn<T>(host: Host, delayMs: number, work: () => Promise<T>): Promise<T> {
  const before = host.turn
  let done = () => {}
  host.turn = new Promise((resolve) => (done = resolve))
  await before
  try {
    return await work()
  } finally {
    if (delayMs > 0) setTimeout(done, delayMs)
    else done()
  }
}

async function sendWithRetries(
  outbound: Outbound,
  { signal, retryMs = [1000, 4000] }: FetcherSettings,
  host: Host,
  { url, headers, delayMs, overflow = 'refuse' }: HostRequest,
): Promise<OutboundResponse> {
  const request = { url, headers, overflow, ...(signal && { signal }) }
  for (let attempt = 0; ; attempt++) {
    if (host.failures >= maxFailures)
      throw new SourceUnavailableError(`${new URL(url).host} did not answer ${maxFailures} times in a row.`)
    const outcome = await inTurn(host, delayMs, () => outbound.get(request).catch((error: Error) => error))
    signal?.throwIfAborted()
    if (outcome instanceof Error) {
      if (!isTransient(outcome)) throw new SourceUnavailableError(outcome.message)
      host.failures++
    } else if (outcome.status < 500 && outcome.status !== 429) {
      host.failures = 0
      return outcome
    }
    const delay = retryMs[attempt]
    if (delay === undefined) throw new SourceUnavailableError(failureMessage(url, outcome))
    await sleep(Math.max(delay, retryAfter(outcome)), undefined, signal ? { signal } : {})
  }
}

const isTransient = (error: Error) => error instanceof OutboundError && ['UNREACHABLE', 'TIMEOUT'].includes(error.code)

const failureMessage = (url: string, outcome: OutboundResponse | Error) =>
  outcome instanceof Error ? outcome.message : `${new URL(url).host} answered ${outcome.status}.`

const retryAfter = (outcome: OutboundResponse | Error) => {
  if (outcome instanceof Error) return 0
  const seconds = Number(outcome.headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, maxRetryAfter) : 0
}
