import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { connect } from '#client/connect.ts'
import { type ErrorCode, errors } from '#contract/core/errors.ts'
import { createMcpServer } from './server.ts'

export type HttpOptions = {
  baseUrl: string
  /** Whether a caller may ask for the tools that change something, by `?mode=write`; their key decides what they may change. */
  write?: boolean
  fetch?: typeof globalThis.fetch
  maxCharacters?: number
  version?: string
}

const keyHeaders = ['authorization', 'x-api-key']

/** Streamable HTTP without sessions: each request stands for itself, so any process can answer it. */
export async function handleMcp(
  request: Request,
  { baseUrl, write = true, fetch, ...options }: HttpOptions,
): Promise<Response> {
  const headers = Object.fromEntries(
    keyHeaders.flatMap((name) => (request.headers.has(name) ? [[name, request.headers.get(name)!]] : [])),
  )
  const hasKey = Object.keys(headers).length > 0
  if (!hasKey)
    return refuse('UNAUTHORIZED', 'Send an API key: Authorization: Bearer <key>.', { 'www-authenticate': 'Bearer' })
  // Nothing is ever sent unasked, so there is no stream to open and no session to end.
  if (request.method !== 'POST') return refuse('METHOD_NOT_ALLOWED', 'This address takes POST.', { allow: 'POST' })
  const wantsWrite = new URL(request.url).searchParams.get('mode') === 'write'
  const server = createMcpServer({
    ...options,
    calls: connect({ baseUrl, headers, ...(fetch && { fetch }) }),
    write: write && wantsWrite,
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const left = new Promise<Response>((resolve) => {
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true })
  })
  try {
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request), left])
  } finally {
    await server.close()
  }
}

const refuse = (code: ErrorCode, message: string, headers: Record<string, string>) =>
  Response.json({ error: { code, message } }, { status: errors[code], headers })
