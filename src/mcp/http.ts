import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { connect } from '#client/connect.ts'
import { type ErrorCode, errors } from '#contract/core/errors.ts'
import { createMcpServer } from './server.ts'

export type HttpOptions = {
  baseUrl: string
  /** Whether `?mode=write` enables the tools that change data; the caller's key decides what they may change. */
  write?: boolean
  fetch?: typeof globalThis.fetch
  maxCharacters?: number
  version?: string
}

const keyHeaders = ['authorization', 'x-api-key']

/** Stateless streamable HTTP, so that any process can answer any request. */
export async function handleMcp(
  request: Request,
  { baseUrl, write = true, fetch, ...options }: HttpOptions,
): Promise<Response> {
  const headers = Object.fromEntries(
    keyHeaders.flatMap((name) => (request.headers.has(name) ? [[name, request.headers.get(name)!]] : [])),
  )
  const hasKey = Object.keys(headers).length > 0
  if (!hasKey)
    return errorResponse('UNAUTHORIZED', 'Send an API key: Authorization: Bearer <key>.', {
      'www-authenticate': 'Bearer',
    })
  // The server sends no notifications, so there is no stream for GET and no session for DELETE.
  if (request.method !== 'POST')
    return errorResponse('METHOD_NOT_ALLOWED', 'This path accepts POST.', { allow: 'POST' })
  const wantsWrite = new URL(request.url).searchParams.get('mode') === 'write'
  const server = createMcpServer({
    ...options,
    calls: connect({ baseUrl, headers, ...(fetch && { fetch }) }),
    write: write && wantsWrite,
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const aborted = new Promise<Response>((resolve) => {
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true })
  })
  try {
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request), aborted])
  } finally {
    await server.close()
  }
}

const errorResponse = (code: ErrorCode, message: string, headers: Record<string, string>) =>
  Response.json({ error: { code, message } }, { status: errors[code], headers })
