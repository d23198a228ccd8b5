import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { acceptedEncodings, type Overflow, readBody, streamBody } from './body.ts'
import { openConnection } from './connect.ts'
import { OutboundError, refused } from './failure.ts'
import { type NetworkPolicy, networkPolicy } from './networks.ts'
import { openSession, type RunSession } from './session.ts'
import { resolveTarget, parseUrl, type Resolve, type Target } from './target.ts'

export type ResponseLimits = {
  /** Of the decompressed body. */
  bytes: number
  /** For the whole request: DNS, redirects and body. */
  ms: number
  /** Each is checked like the first URL; a POST follows none. */
  redirects: number
}
export const standardLimits: ResponseLimits = { bytes: 2 * 1024 * 1024, ms: 15_000, redirects: 3 }

export type OutboundRequest = {
  url: string
  headers?: Record<string, string>
  limits?: Partial<ResponseLimits>
  /** `cut` keeps the first `limits.bytes` of a longer response. */
  overflow?: Overflow
  signal?: AbortSignal
}
/** With any status; `url` is the last one after redirects. */
export type OutboundResponse<Body = Buffer> = {
  status: number
  headers: IncomingMessage['headers']
  body: Body
  url: string
}

/** All connections of the server to others, except to its database and its own mail server. */
export type Outbound = {
  get(request: OutboundRequest): Promise<OutboundResponse>
  post(request: OutboundRequest & { body: string | Uint8Array }): Promise<OutboundResponse>
  /** Resolves with the head of the response; its body comes in parts, within the same limits. */
  postForStream(
    request: OutboundRequest & { body: string | Uint8Array },
  ): Promise<OutboundResponse<AsyncGenerator<Uint8Array>>>
  /** Another protocol than HTTP, spoken by a library that connects to the checked addresses. */
  session: RunSession
}

export type OutboundOptions = {
  /** Allowed private networks, for example 10.1.0.0/16. */
  networks?: readonly string[]
  userAgent?: string
  resolve?: Resolve
  /** Headers added to each request. */
  extraHeaders?: () => Record<string, string>
}

type SentRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  signal: AbortSignal
}
type ClientConfig = {
  policy: NetworkPolicy
  resolve: Resolve
  userAgent: string
  extraHeaders: () => Record<string, string>
}

const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

export function createOutbound({
  networks = [],
  userAgent = 'Earshot',
  resolve = systemResolve,
  extraHeaders = () => ({}),
}: OutboundOptions = {}): Outbound {
  const config: ClientConfig = { policy: networkPolicy(networks), resolve, userAgent, extraHeaders }
  return {
    get: (request) => sendRequest(config, { ...request, method: 'GET' }, readWhole),
    post: (request) => sendRequest(config, { ...request, method: 'POST' }, readWhole),
    postForStream: (request) =>
      sendRequest(config, { ...request, method: 'POST' }, async (response, { bytes }) => streamBody(response, bytes)),
    session: openSession(config),
  }
}

type SendOptions = OutboundRequest & { method: SentRequest['method']; body?: string | Uint8Array }

type ReadResponse<Body> = (response: IncomingMessage, limits: { bytes: number; overflow: Overflow }) => Promise<Body>
const readWhole: ReadResponse<Buffer> = (response, { bytes, overflow }) => readBody(response, bytes, overflow)

async function sendRequest<Body>(
  config: ClientConfig,
  { url, method, body, headers = {}, limits, overflow = 'refuse', signal }: SendOptions,
  readResponse: ReadResponse<Body>,
) {
  const { bytes, ms, redirects } = { ...standardLimits, ...limits }
  const timeout = AbortSignal.timeout(ms)
  const aborted = signal ? AbortSignal.any([timeout, signal]) : timeout
  const request: SentRequest = {
    method,
    headers: {
      'user-agent': config.userAgent,
      'accept-encoding': acceptedEncodings,
      ...config.extraHeaders(),
      ...headers,
    },
    signal: aborted,
    ...(body !== undefined && { body }),
  }
  const read = (response: IncomingMessage) => readResponse(response, { bytes, overflow })
  const maxRedirects = method === 'GET' ? redirects : 0
  try {
    return await rejectOnAbort(followRedirects(config, { url, request, maxRedirects, read }), aborted)
  } catch (error) {
    throw toOutboundError(error, timeout, signal)
  }
}

type RedirectOptions<Body> = {
  url: string
  request: SentRequest
  maxRedirects: number
  read: (response: IncomingMessage) => Promise<Body>
}

/** Follows redirects; each URL is checked like the first. */
async function followRedirects<Body>(
  { policy, resolve }: ClientConfig,
  { url: start, request, maxRedirects, read }: RedirectOptions<Body>,
): Promise<OutboundResponse<Body>> {
  let url = parseUrl(start)
  let { headers } = request
  for (let hops = 0; ; hops++) {
    const response = await exchange(await resolveTarget(url, policy, resolve), { ...request, headers })
    const status = response.statusCode!
    const location = [301, 302, 303, 307, 308].includes(status) ? response.headers.location : undefined
    if (location === undefined || maxRedirects === 0)
      return { status, headers: response.headers, body: await read(response), url: url.href }
    response.destroy()
    if (hops >= maxRedirects) throw new OutboundError('TOO_MANY_REDIRECTS', `More than ${maxRedirects} redirects.`)
    const next = parseUrl(URL.canParse(location, url) ? new URL(location, url).href : '')
    if (url.protocol === 'https:' && next.protocol === 'http:') throw refused('A redirect leads from https to http.')
    if (next.origin !== url.origin) headers = withoutSecrets(headers)
    url = next
  }
}

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])
const withoutSecrets = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name.toLowerCase())))

/** One request per connection. */
const exchange = (target: Target, { method, headers, body, signal }: SentRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = target.url.protocol === 'https:' ? requestSecurely : requestPlain
    const request = send(target.url, {
      method,
      headers: { ...headers, connection: 'close' },
      signal,
      createConnection: () => openConnection(target),
    })
    request.on('response', resolve).on('error', reject).end(body)
  })

/** A DNS lookup cannot be aborted, so the promise is rejected instead. */
const rejectOnAbort = <T>(work: Promise<T>, aborted: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new Error('over'))
    if (aborted.aborted) stop()
    aborted.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => aborted.removeEventListener('abort', stop))
  })

/** Error codes of the HTTP parser and the decompressors. */
const protocolErrorCodes = /^(HPE_|Z_|ERR__|ERR_BROTLI|ERR_TLS_CERT|ERR_INVALID_)/

function toOutboundError(error: unknown, timeout: AbortSignal, signal: AbortSignal | undefined): OutboundError {
  if (signal?.aborted) return new OutboundError('ABORTED', 'The request was aborted.')
  if (timeout.aborted) return new OutboundError('TIMEOUT', 'No whole answer in time.')
  if (error instanceof OutboundError) return error
  const { code = '' } = error as { code?: string }
  if (protocolErrorCodes.test(code)) return new OutboundError('BAD_ANSWER', 'The response cannot be read.')
  return new OutboundError('UNREACHABLE', `No connection${code && ` (${code})`}.`)
}
