import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { acceptedEncodings, type Overflow, readBody } from './body.ts'
import { connectTo } from './connect.ts'
import { OutboundError, refused } from './failure.ts'
import { type Reach, reachOf } from './networks.ts'
import { aim, readUrl, type Resolve, type Target } from './target.ts'

export type Limits = {
  /** Of the unpacked body. */
  bytes: number
  /** For all of it: names, redirects, body. */
  ms: number
  /** How many are followed, each checked like the first address; of a POST none is. */
  redirects: number
}
export const standardLimits: Limits = { bytes: 2 * 1024 * 1024, ms: 15_000, redirects: 3 }

export type OutboundRequest = {
  url: string
  headers?: Record<string, string>
  limits?: Partial<Limits>
  /** `cut` keeps the first `limits.bytes` of a longer answer. */
  overflow?: Overflow
  signal?: AbortSignal
}
/** Whatever its status; `url` is where it came from in the end. */
export type OutboundAnswer = { status: number; headers: IncomingMessage['headers']; body: Buffer; url: string }

/** The only way out of the house. */
export type Outbound = {
  get(request: OutboundRequest): Promise<OutboundAnswer>
  post(request: OutboundRequest & { body: string | Uint8Array }): Promise<OutboundAnswer>
}

export type OutboundOptions = {
  /** Networks besides the public internet, as in 10.1.0.0/16. */
  networks?: readonly string[]
  userAgent?: string
  resolve?: Resolve
  /** Sent along with each request. */
  sent?: () => Record<string, string>
}

type Asked = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  signal: AbortSignal
}
type Way = { reach: Reach; resolve: Resolve; userAgent: string; sent: () => Record<string, string> }

const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

export function createOutbound({
  networks = [],
  userAgent = 'Earshot',
  resolve = systemResolve,
  sent = () => ({}),
}: OutboundOptions = {}): Outbound {
  const way: Way = { reach: reachOf(networks), resolve, userAgent, sent }
  return {
    get: (request) => ask(way, 'GET', request),
    post: ({ body, ...request }) => ask(way, 'POST', request, body),
  }
}

async function ask(
  way: Way,
  method: Asked['method'],
  { url, headers = {}, limits, overflow = 'refuse', signal }: OutboundRequest,
  body?: string | Uint8Array,
) {
  const { bytes, ms, redirects } = { ...standardLimits, ...limits }
  const late = AbortSignal.timeout(ms)
  const over = signal ? AbortSignal.any([late, signal]) : late
  const asked: Asked = {
    method,
    headers: { 'user-agent': way.userAgent, 'accept-encoding': acceptedEncodings, ...way.sent(), ...headers },
    signal: over,
    ...(body !== undefined && { body }),
  }
  try {
    return await unlessOver(
      follow(way, url, asked, method === 'GET' ? redirects : 0, (answer) => readBody(answer, bytes, overflow)),
      over,
    )
  } catch (error) {
    throw explained(error, late, signal)
  }
}

/** From redirect to redirect; each address is checked from the start. */
async function follow(
  way: Way,
  start: string,
  asked: Asked,
  redirects: number,
  read: (answer: IncomingMessage) => Promise<Buffer>,
): Promise<OutboundAnswer> {
  let url = readUrl(start)
  let { headers } = asked
  for (let hops = 0; ; hops++) {
    const answer = await exchange(await aim(url, way.reach, way.resolve), { ...asked, headers })
    const status = answer.statusCode!
    const location = [301, 302, 303, 307, 308].includes(status) ? answer.headers.location : undefined
    if (location === undefined || redirects === 0)
      return { status, headers: answer.headers, body: await read(answer), url: url.href }
    answer.destroy()
    if (hops >= redirects) throw new OutboundError('TOO_MANY_REDIRECTS', `More than ${redirects} redirects.`)
    const next = readUrl(URL.canParse(location, url) ? new URL(location, url).href : '')
    if (url.protocol === 'https:' && next.protocol === 'http:') throw refused('A redirect leads from https to http.')
    if (next.origin !== url.origin) headers = withoutSecrets(headers)
    url = next
  }
}

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])
const withoutSecrets = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name.toLowerCase())))

/** One request, one connection, which is not used again. */
const exchange = (target: Target, { method, headers, body, signal }: Asked): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = target.url.protocol === 'https:' ? requestSecurely : requestPlain
    const request = send(target.url, {
      method,
      headers: { ...headers, connection: 'close' },
      signal,
      createConnection: () => connectTo(target),
    })
    request.on('response', resolve).on('error', reject).end(body)
  })

/** A look-up of a name cannot be called off, so nobody waits for it. */
const unlessOver = <T>(work: Promise<T>, over: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new Error('over'))
    if (over.aborted) stop()
    over.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => over.removeEventListener('abort', stop))
  })

/** As the parser of HTTP and the unpackers name what they stumble over. */
const unreadable = /^(HPE_|Z_|ERR__|ERR_BROTLI|ERR_TLS_CERT|ERR_INVALID_)/

function explained(error: unknown, late: AbortSignal, signal: AbortSignal | undefined): OutboundError {
  if (signal?.aborted) return new OutboundError('ABORTED', 'Called off.')
  if (late.aborted) return new OutboundError('TIMEOUT', 'No whole answer in time.')
  if (error instanceof OutboundError) return error
  const { code = '' } = error as { code?: string }
  if (unreadable.test(code)) return new OutboundError('BAD_ANSWER', 'The answer cannot be read.')
  return new OutboundError('UNREACHABLE', `No connection${code && ` (${code})`}.`)
}
