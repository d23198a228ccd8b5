import { setTimeout as pause } from 'node:timers/promises'
import type { Outbound, OutboundAnswer } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import { robotsOf, type Robots } from './robots.ts'

/** Why a source cannot be read; the message may be shown. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

export type Page = { status: number; text: string; url: string }
export type VisitOptions = {
  headers?: Record<string, string>
  /** Off only where the operator owns the place. */ robots?: boolean
}

/** The polite way to read other people's pages. */
export type Visits = {
  /** Any answer below 500 but for 429; throws Unavailable otherwise, and when robots.txt forbids it. */
  read(url: string, options?: VisitOptions): Promise<Page>
}

export type VisitSettings = {
  delayMs: number
  signal?: AbortSignal
  /** The pauses before the second and third try. */ retryMs?: readonly number[]
  agent?: string
}

/** A host that failed this often in a row is left alone for the rest of the visit. */
const maxFailures = 3
const maxRetryAfter = 30_000

type Host = { turn: Promise<void>; failures: number; robots?: Promise<Robots> }

export function createVisits(
  outbound: Outbound,
  { delayMs, signal, retryMs = [1000, 4000], agent = 'Earshot' }: VisitSettings,
): Visits {
  const hosts = new Map<string, Host>()
  const hostOf = (url: string) => {
    const { host } = new URL(url)
    let known = hosts.get(host)
    if (!known) hosts.set(host, (known = { turn: Promise.resolve(), failures: 0 }))
    return known
  }

  /** One request to a host at a time, with a pause after each. */
  async function inTurn<T>(host: Host, delay: number, work: () => Promise<T>): Promise<T> {
    const before = host.turn
    let done = () => {}
    host.turn = new Promise((resolve) => (done = resolve))
    await before
    try {
      return await work()
    } finally {
      if (delay > 0) setTimeout(done, delay)
      else done()
    }
  }

  async function request(
    url: string,
    headers: Record<string, string>,
    delay: number,
    overflow: 'refuse' | 'cut' = 'refuse',
  ): Promise<OutboundAnswer> {
    const host = hostOf(url)
    for (let tries = 0; ; tries++) {
      if (host.failures >= maxFailures)
        throw new Unavailable(`${new URL(url).host} did not answer ${maxFailures} times in a row.`)
      const outcome = await inTurn(host, delay, () =>
        outbound
          .get({ url, headers, overflow, ...(signal && { signal }) })
          .catch((error: unknown) => error as OutboundError),
      )
      signal?.throwIfAborted()
      const answered = !(outcome instanceof Error)
      if (answered && outcome.status < 500 && outcome.status !== 429) return ((host.failures = 0), outcome)
      const lasting =
        !answered && (!(outcome instanceof OutboundError) || !['UNREACHABLE', 'TIMEOUT'].includes(outcome.code))
      if (lasting) throw new Unavailable((outcome as Error).message)
      if (!answered) host.failures++
      const wait = retryMs[tries]
      if (wait === undefined)
        throw new Unavailable(
          answered ? `${new URL(url).host} answered ${outcome.status}.` : (outcome as Error).message,
        )
      await pause(Math.max(wait, answered ? retryAfter(outcome) : 0), undefined, signal ? { signal } : {})
    }
  }

  async function robots(url: string): Promise<Robots> {
    const host = hostOf(url)
    host.robots ??= robotsOf(new URL('/robots.txt', url).href, agent, (at) => request(at, {}, delayMs, 'cut'))
    return host.robots
  }

  return {
    async read(url, { headers = {}, robots: obey = true } = {}) {
      if (!URL.canParse(url)) throw new Unavailable('This is not a web address.')
      const rules = obey ? await robots(url) : undefined
      if (rules && !rules.allows(url)) throw new Unavailable(`${new URL(url).host} asks robots not to read this page.`)
      const { status, body, url: from } = await request(url, headers, Math.max(delayMs, rules?.delayMs ?? 0))
      return { status, text: body.toString('utf8'), url: from }
    },
  }
}

const retryAfter = ({ headers }: OutboundAnswer) => {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, maxRetryAfter) : 0
}
