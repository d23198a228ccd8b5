import { toEarshotError, networkError } from './errors.ts'
import { type RetryOptions, retryRequest } from './retry.ts'

export type ClientRequest = {
  method: string
  path: string
  body?: unknown
  /** Responses with secrets are not stored for replay, so these writes take no idempotency key. */
  withoutIdempotencyKey?: boolean
}
export type CallOptions = {
  /** Generated for each write unless set; the same for all its retries. */
  idempotencyKey?: string | undefined
  /** A write is checked and done, and rolled back: the response is the one of the write, with `dry_run: true`. */
  dryRun?: boolean
  /** Ends the call, also while it waits for a retry or iterates over pages. */
  signal?: AbortSignal
  /** How long each attempt may take, in milliseconds; that of the client by default. */
  timeoutMs?: number
  headers?: Record<string, string>
}
type ApiSurface = 'api' | 'app'
export type ServerConnection = RetryOptions & {
  /** The server's origin, with or without `/api/v1`. */
  baseUrl: string
  apiKey?: string
  /** `app`: authenticate with the web app's session cookie instead of a key. */
  surface?: ApiSurface
  /** Sent with every call. */
  headers?: Record<string, string>
  /** Ends all calls. */
  signal?: AbortSignal
  /** How long each attempt of a call may take, in milliseconds; 60 seconds by default. */
  timeoutMs?: number
  /** What the server logs as the program that calls; not sent by browsers. */
  userAgent?: string
  fetch?: typeof globalThis.fetch
}
export type Send = (request: ClientRequest, options?: CallOptions) => Promise<unknown>

/** Longer than the longest wait that an operation offers, which is 30 seconds. */
const defaultTimeoutMs = 60_000

/** Sends a request and retries temporary failures. */
export function createSender(connection: ServerConnection): Send {
  const { baseUrl, surface = 'api', fetch = globalThis.fetch } = connection
  const root = rootOf(baseUrl, surface)
  return (request, options = {}) => {
    const headers = headersOf(connection, request, options)
    const isIdempotent = request.method === 'GET' || headers.has('idempotency-key')
    const init: RequestInit = {
      method: request.method,
      headers,
      ...(surface === 'app' && { credentials: 'same-origin' }),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    }
    const path = options.dryRun ? withDryRun(request.path) : request.path
    const signal = anyOf(connection.signal, options.signal)
    const timeoutMs = options.timeoutMs ?? connection.timeoutMs ?? defaultTimeoutMs
    const attempt = () => sendOnce(fetch, root + path, { init, signal, timeoutMs })
    return isIdempotent ? retryRequest(connection, attempt, signal) : attempt()
  }
}

/** The first of the given signals. */
function anyOf(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}

const withDryRun = (path: string) => `${path}${path.includes('?') ? '&' : '?'}dry_run=true`

export const rootOf = (baseUrl: string, surface: ApiSurface) =>
  `${baseUrl.replace(/\/+$/, '').replace(/\/(api|app)\/v1$/, '')}/${surface}/v1`

function headersOf(
  { apiKey, surface, headers, userAgent }: ServerConnection,
  { method, body, withoutIdempotencyKey: unkeyed }: ClientRequest,
  options: CallOptions,
): Headers {
  const result = new Headers({ accept: 'application/json' })
  if (body !== undefined) result.set('content-type', 'application/json')
  if (surface === 'app') result.set('x-requested-with', 'earshot')
  else if (apiKey !== undefined) result.set('authorization', `Bearer ${apiKey}`)
  // Browsers send their own, and ask the server of another origin whether it allows this header.
  if (userAgent !== undefined && !('document' in globalThis)) result.set('user-agent', userAgent)
  const key = options.idempotencyKey ?? (method === 'GET' || unkeyed ? undefined : randomKey())
  if (key !== undefined) result.set('idempotency-key', key)
  for (const [name, value] of Object.entries({ ...headers, ...options.headers })) result.set(name, value)
  return result
}

/** Not `randomUUID`, which is unavailable on pages without TLS. */
function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Attempt = { init: RequestInit; signal: AbortSignal | undefined; timeoutMs: number }

async function sendOnce(fetch: typeof globalThis.fetch, url: string, attempt: Attempt): Promise<unknown> {
  const { response, text } = await exchange(fetch, url, attempt)
  if (response.ok && isFile(response)) return text
  const body = parseJson(text)
  if (response.ok && body !== undefined) return body
  throw toEarshotError(response, body)
}

/** A file instead of JSON is returned as text. */
const isFile = (response: Response) => response.headers.get('content-disposition')?.startsWith('attachment') === true

/** A truncated body counts as a network error too. */
async function exchange(fetch: typeof globalThis.fetch, url: string, { init, signal, timeoutMs }: Attempt) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal: anyOf(timeout, signal)! })
    return { response, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    throw networkError(timeout.aborted ? new Error(`no response within ${timeoutMs} ms`) : error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
