import { errorOf, networkError } from './errors.ts'
import { type RetryOptions, withRetries } from './retry.ts'

export type Message = { method: string; path: string; body?: unknown }
export type CallOptions = {
  /** Made up for every write when not given; the same for each retry. */
  idempotencyKey?: string
  signal?: AbortSignal
  headers?: Record<string, string>
}
export type Door = 'api' | 'app'
export type Connection = RetryOptions & {
  /** Where the server is: its origin, with or without `/api/v1`. */
  baseUrl: string
  apiKey?: string
  /** `app`: as the signed-in web app, by its session cookie instead of a key. */
  door?: Door
  /** Sent with every call. */
  headers?: Record<string, string>
  fetch?: typeof globalThis.fetch
}
export type Send = (message: Message, options?: CallOptions) => Promise<unknown>

/** One request and its answer, sent again as long as the failure is a passing one. */
export function sender(connection: Connection): Send {
  const { baseUrl, door = 'api', fetch = globalThis.fetch } = connection
  const root = rootOf(baseUrl, door)
  return (message, options = {}) => {
    const init: RequestInit = {
      method: message.method,
      headers: headersOf(connection, message, options),
      ...(door === 'app' && { credentials: 'same-origin' }),
      ...(message.body !== undefined && { body: JSON.stringify(message.body) }),
      ...(options.signal && { signal: options.signal }),
    }
    return withRetries(connection, () => sendOnce(fetch, root + message.path, init), options.signal)
  }
}

export const rootOf = (baseUrl: string, door: Door) => `${baseUrl.replace(/\/+$/, '').replace(/\/(api|app)\/v1$/, '')}/${door}/v1`

function headersOf({ apiKey, door, headers }: Connection, { method, body }: Message, options: CallOptions): Headers {
  const sent = new Headers({ accept: 'application/json' })
  if (body !== undefined) sent.set('content-type', 'application/json')
  if (door === 'app') sent.set('x-requested-with', 'earshot')
  else if (apiKey !== undefined) sent.set('authorization', `Bearer ${apiKey}`)
  if (method !== 'GET') sent.set('idempotency-key', options.idempotencyKey ?? randomKey())
  for (const [name, value] of Object.entries({ ...headers, ...options.headers })) sent.set(name, value)
  return sent
}

/** Not `randomUUID`, which browsers keep from pages served without TLS. */
const randomKey = () => Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function sendOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<unknown> {
  const { response, text } = await exchange(fetch, url, init)
  const body = parsed(text)
  if (response.ok && body !== undefined) return body
  throw errorOf(response, body)
}

/** A body that breaks off is a broken connection too. */
async function exchange(fetch: typeof globalThis.fetch, url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    return { response, text: await response.text() }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw networkError(error)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
