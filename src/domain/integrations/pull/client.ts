import { parseExactJson } from '#domain/integrations/exact-json.ts'
import type { Outbound } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import type {
  AccessToken,
  PullAnswer,
  PullContext,
  PullDefinition,
  PullRequest,
} from '#domain/integrations/definition/provider.ts'
import {
  BudgetUsedError,
  connectionFailure,
  credentialFailure,
  PullError,
  rateLimitFailure,
  statusFailure,
  unreadable,
} from '#domain/integrations/definition/failures.ts'
import { CredentialError } from '#domain/integrations/definition/jwt.ts'

/* Requests to a provider: spaced by its rate limits, repeated after 429 and 5xx, with a token that is renewed. */

export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(new OutboundError('ABORTED', 'The request was aborted.'))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal?.aborted) stop()
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

export type Budget = { requests: number; ms: number }

type ClientOptions = {
  name: string
  definition: PullDefinition
  context: Omit<PullContext, 'token' | 'now'>
  outbound: Outbound
  clock: Clock
  budget: Budget
  signal?: AbortSignal
  token: AccessToken | null
  /** Stores a token before it is used, because the one before may no longer be valid. */
  saveToken(token: AccessToken): Promise<void>
  /** False for a single look at a provider, which has no earlier requests to keep a distance from. */
  isPaced?: boolean
}

const maxAttempts = 5
/** A longer wait ends the run. */
const maxWaitMs = 60_000
const tokenMarginMs = 60_000
const bytesPerAnswer = 16 * 1024 * 1024

export class PullClient {
  requests = 0
  private readonly options: ClientOptions
  private readonly startedAt: number
  private token: AccessToken | null
  private readonly nextAt = new Map<string, number>()

  constructor(options: ClientOptions) {
    this.options = options
    this.token = options.token
    this.startedAt = options.clock.now()
  }

  get context(): PullContext {
    const { context, clock } = this.options
    return { ...context, token: this.token?.token, now: new Date(clock.now()) }
  }

  /** An answer with status 2xx; `accepts` lets the caller handle another one. */
  async send(request: PullRequest, accepts: (answer: PullAnswer) => boolean = () => false): Promise<PullAnswer> {
    await this.renewToken(false)
    let isTokenFresh = false
    for (let attempt = 1; ; attempt++) {
      const answer = await this.attempt(request, attempt)
      if (answer === undefined || (await this.waitIfLimited(answer, attempt))) continue
      if (answer.status === 401 && this.options.definition.token && !isTokenFresh) {
        isTokenFresh = true
        await this.renewToken(true)
        continue
      }
      if (answer.status >= 500 && attempt < maxAttempts) {
        await this.backOff(attempt)
        continue
      }
      if (accepts(answer)) return answer
      this.requireSuccess(answer)
      return answer
    }
  }

  /** Another protocol than HTTP: paced, counted and repeated like a request. */
  async call<T>(work: (context: PullContext, outbound: Outbound, signal?: AbortSignal) => Promise<T>): Promise<T> {
    const { name, clock, outbound, signal } = this.options
    let last: OutboundError | undefined
    for (let attempt = 1; ; attempt++) {
      try {
        await this.pace('default')
        this.requests++
        return await work(this.context, outbound, signal)
      } catch (error) {
        // When the time is used up by failed attempts, their reason is what a person needs to know.
        if (error instanceof BudgetUsedError && last) throw new PullError(connectionFailure(name, last, clock.now()))
        if (!(error instanceof OutboundError) || error.code === 'ABORTED') throw error
        if (error.code === 'REFUSED' || attempt >= maxAttempts)
          throw new PullError(connectionFailure(name, error, clock.now()))
        last = error
        await this.backOff(attempt)
      }
    }
  }

  private requireSuccess(answer: PullAnswer) {
    const { name, definition, clock } = this.options
    const failure = definition.failure?.(answer, clock.now())
    if (failure) throw new PullError(failure)
    if (answer.status < 200 || answer.status >= 300) throw new PullError(statusFailure(name, answer, clock.now()))
  }

  /** Undefined when the connection failed and the request is to be repeated. */
  private async attempt(request: PullRequest, attempt: number): Promise<PullAnswer | undefined> {
    const { name, clock } = this.options
    await this.pace(request.limit ?? 'default')
    try {
      return await this.exchange(request, this.options.definition.headers(this.context))
    } catch (error) {
      if (error instanceof CredentialError) throw new PullError(credentialFailure(error.message))
      if (!(error instanceof OutboundError) || error.code === 'ABORTED') throw error
      if (error.code === 'REFUSED' || attempt >= maxAttempts)
        throw new PullError(connectionFailure(name, error, clock.now()))
      await this.backOff(attempt)
      return undefined
    }
  }

  private async exchange({ url, method = 'GET', body, headers = {} }: PullRequest, auth: Readonly<object>) {
    const { outbound, context, signal } = this.options
    this.requests++
    const isJson = body !== undefined && typeof body !== 'string'
    const isAbsolute = /^https?:/.test(url)
    // A link in an answer must not carry the credential to another server.
    const isOwn = !isAbsolute || isSameOrigin(url, context.baseUrl)
    const request = {
      url: isAbsolute ? url : `${context.baseUrl}${url}`,
      headers: {
        accept: 'application/json',
        ...(isJson && { 'content-type': 'application/json' }),
        ...(isOwn && auth),
        ...headers,
      },
      limits: { bytes: bytesPerAnswer, ms: 30_000 },
      ...(signal && { signal }),
    }
    const response =
      method === 'GET'
        ? await outbound.get(request)
        : await outbound.post({ ...request, body: isJson ? JSON.stringify(body) : ((body as string) ?? '') })
    const text = response.body.toString('utf8')
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }

  /** One request per interval of the limit; the run starts with a pause, because another may just have ended. */
  private async pace(limit: string) {
    const { definition, clock, budget, signal, isPaced = true } = this.options
    if (this.requests >= budget.requests || clock.now() - this.startedAt >= budget.ms) throw new BudgetUsedError()
    if (!isPaced) return
    const { requests, seconds } = definition.limits[limit] ?? definition.limits.default
    const interval = Math.ceil((seconds * 1000) / requests)
    const at = this.nextAt.get(limit) ?? this.startedAt + interval
    if (at > clock.now()) await clock.sleep(at - clock.now(), signal)
    this.nextAt.set(limit, clock.now() + interval)
  }

  private async waitIfLimited(answer: PullAnswer, attempt: number): Promise<boolean> {
    const { name, definition, clock, signal, isPaced = true } = this.options
    const own = definition.retryAfterMs?.(answer, clock.now())
    if (answer.status !== 429 && own === undefined) return false
    const ms = own ?? retryAfterMs(answer, clock.now()) ?? 2 ** attempt * 1000
    if (ms > maxWaitMs || attempt >= maxAttempts || !isPaced)
      throw new PullError(rateLimitFailure(name, clock.now() + ms))
    await clock.sleep(ms, signal)
    return true
  }

  private backOff(attempt: number) {
    const { clock, signal, isPaced = true } = this.options
    return isPaced ? clock.sleep(2 ** (attempt - 1) * 1000, signal) : Promise.resolve()
  }

  private requestToken = async () => this.exchange(this.options.definition.token!.request(this.context, this.token), {})

  private async renewToken(isRefused: boolean) {
    const { name, definition, clock, saveToken } = this.options
    if (!definition.token) return
    const expiresAt = this.token?.expiresAt ?? Infinity
    if (this.token && !isRefused && expiresAt > clock.now() + tokenMarginMs) return
    await this.pace('default')
    const answer = await this.requestToken().catch((error) => {
      if (error instanceof CredentialError) throw new PullError(credentialFailure(error.message))
      throw error instanceof OutboundError && error.code !== 'ABORTED'
        ? new PullError(connectionFailure(name, error, clock.now()))
        : error
    })
    const token = answer.status < 300 ? definition.token.read(answer, clock.now()) : undefined
    if (!token) {
      if (answer.status === 429)
        throw new PullError(rateLimitFailure(name, clock.now() + (retryAfterMs(answer, clock.now()) ?? maxWaitMs)))
      const isFault = answer.status >= 500 || answer.status < 300
      throw new PullError(
        isFault ? unreadable(name, clock.now()) : statusFailure(name, { ...answer, status: 401 }, clock.now()),
      )
    }
    await saveToken(token)
    this.token = token
  }
}

const isSameOrigin = (url: string, other: string) =>
  URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin

function parse(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Seconds or a date, as HTTP defines it. */
function retryAfterMs({ headers }: PullAnswer, now: number): number | undefined {
  const value = headers['retry-after']
  if (typeof value !== 'string') return undefined
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value) * 1000)
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}
