import { errorOf, networkError } from './errors.ts'
import { type RetryOptions, withRetries } from './retry.ts'

export type Message = {
  method: string
  path: string
  body?: unknown
  /** A write whose answer holds secrets is never kept for replay, so it takes no idempotency key. */
  unkeyed?: boolean
}
export type CallOptions = {
  /** Made up for every write that takes one; the same for each retry. */
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
    const headers = headersOf(connection, message, options)
    const actsOnce = message.method === 'GET' || headers.has('idempotency-key')
    const init: RequestInit = {
      method: message.method,
      headers,
      ...(door === 'app' && { credentials: 'same-origin' }),
      ...(message.body !== undefined && { body: JSON.stringify(message.body) }),
      ...(options.signal && { signal: options.signal }),
    }
    const attempt = () => sendOnce(fetch, root + message.path, init)
    return actsOnce ? withRetries(connection, attempt, options.signal) : attempt()
  }
}

export const rootOf = (baseUrl: string, door: Door) =>
  `${baseUrl.replace(/\/+$/, '').replace(/\/(api|app)\/v1$/, '')}/${door}/v1`

function headersOf(
  { apiKey, door, headers }: Connection,
  { method, body, unkeyed }: Message,
  options: CallOptions,
): Headers {
  const sent = new Headers({ accept: 'application/json' })
  if (body !== undefined) sent.set('content-type', 'application/json')
  if (door === 'app') sent.set('x-requested-with', 'earshot')
  else if (apiKey !== undefined) sent.set('authorization', `Bearer ${apiKey}`)
  const key = options.idempotencyKey ?? (method === 'GET' || unkeyed ? undefined : randomKey())
  if (key !== undefined) sent.set('idempotency-key', key)
  for (const [name, value] of Object.entries({ ...headers, ...options.headers })) sent.set(name, value)
  return sent
}

/** Not `randomUUID`, which browsers keep from pages served without TLS. */
function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sendOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<unknown> {
  const { response, text } = await exchange(fetch, url, init)
  if (response.ok && isFile(response)) return text
  const body = parsed(text)
  if (response.ok && body !== undefined) return body
  throw errorOf(response, body)
}

/** A file that was asked for instead of JSON is handed on as its text. */
const isFile = (response: Response) => response.headers.get('content-disposition')?.startsWith('attachment') === true

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
