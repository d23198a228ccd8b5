import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type Calls, connect } from '#client/connect.ts'
import { type ErrorCode, errors } from '#contract/core/errors.ts'
import { notificationStream, type StreamSlot } from './notification-stream.ts'
import { catalogOf, createMcpServer } from './server.ts'
import { parseToolsets, UnknownToolsetError } from './toolsets.ts'

export type HttpOptions = {
  baseUrl: string
  /** Whether `?mode=write` enables the tools that change data; the caller's key decides what they may change. */
  write?: boolean
  fetch?: typeof globalThis.fetch
  maxCharacters?: number
  version?: string
  /** Counts the messages of a batch after the first against the caller's limit, or throws. */
  spend?(messages: number): void
  /** A place for a stream of notifications, or throws; without it there are no streams. */
  openStream?: (() => StreamSlot) | undefined
  /** How often the event feed is read for a stream. */
  pollMs?: number | undefined
}

/** Batches are bounded by cost: each message may call an operation, and the list of tools is long. */
const maxBatch = 10
const keyHeaders = ['authorization', 'x-api-key']

/** Stateless streamable HTTP, so that any process can answer any request. */
export async function handleMcp(
  request: Request,
  { baseUrl, write = true, fetch, spend, openStream, pollMs, ...options }: HttpOptions,
): Promise<Response> {
  const headers = Object.fromEntries(
    keyHeaders.flatMap((name) => (request.headers.has(name) ? [[name, request.headers.get(name)!]] : [])),
  )
  const calls = connect({ baseUrl, headers, ...(fetch && { fetch }) })
  if (request.method !== 'POST') return streamOrRefuse(request, calls, { openStream, pollMs })
  const parsedBody = (await request.json().catch(() => null)) as Message | Message[] | null
  const refusal = Array.isArray(parsedBody) && batchRefusal(parsedBody)
  if (refusal) return Response.json(invalidRequest(refusal), { status: 400 })
  if (Array.isArray(parsedBody) && parsedBody.length > 1) spend?.(parsedBody.length - 1)
  const { searchParams } = new URL(request.url)
  const mode = {
    write: write && searchParams.get('mode') === 'write',
    toolsets: parseToolsets(searchParams.get('toolsets')),
  }
  try {
    const list = catalogOf(calls.inventory).listText(mode.toolsets, mode.write)
    const id = idOfToolList(parsedBody)
    if (id !== undefined) return jsonResponse(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${list}}`)
  } catch (error) {
    if (!(error instanceof UnknownToolsetError)) throw error
    return errorResponse('BAD_REQUEST', error.message, {})
  }
  const server = createMcpServer({ ...options, ...mode, calls, notifies: openStream !== undefined })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const aborted = new Promise<Response>((resolve) => {
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true })
  })
  try {
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request, { parsedBody }), aborted])
  } finally {
    await server.close()
  }
}

function streamOrRefuse(
  request: Request,
  calls: Calls,
  { openStream, pollMs }: Pick<HttpOptions, 'openStream' | 'pollMs'>,
): Response {
  const isStream = request.method === 'GET' && request.headers.get('accept')?.includes('text/event-stream')
  if (isStream && openStream) {
    const after = request.headers.get('last-event-id') ?? undefined
    return notificationStream(calls, { ...openStream(), after, pollMs })
  }
  // There are no sessions that DELETE could end.
  return errorResponse('METHOD_NOT_ALLOWED', 'This path accepts POST, and GET for a stream of notifications.', {
    allow: openStream ? 'GET, POST' : 'POST',
  })
}

type Message = { id?: string | number; method?: string } | null

function batchRefusal(messages: Message[]): string | undefined {
  if (messages.length > maxBatch) return `A batch has at most ${maxBatch} messages.`
  if (messages.filter((message) => message?.method === 'tools/list').length > 1) return 'A batch lists the tools once.'
  return undefined
}

/** The id of a request that only lists the tools; its response is kept as text. */
const idOfToolList = (body: Message | Message[]) =>
  !Array.isArray(body) && body?.method === 'tools/list' && ['string', 'number'].includes(typeof body.id)
    ? body.id
    : undefined

const jsonResponse = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })

const invalidRequest = (message: string) => ({ jsonrpc: '2.0', error: { code: -32600, message }, id: null })

const errorResponse = (code: ErrorCode, message: string, headers: Record<string, string>) =>
  Response.json({ error: { code, message } }, { status: errors[code], headers })
