import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { innerCallHeaders } from '#api/pipeline/inner-calls.ts'

type FetchRoute = {
  path: string
  /** Before the body is read. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void>
  handle(request: Request, raw: FastifyRequest): Promise<Response>
}

/** Mounts a handler with the signature of fetch. */
export const fetchHandlerRoutes =
  ({ path, authenticate, handle }: FetchRoute) =>
  (app: FastifyInstance) => {
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: path,
      onRequest: authenticate,
      async handler(request, reply) {
        const response = await handle(
          new Request(new URL(request.url, 'http://earshot.invalid'), {
            method: request.method,
            headers: new Headers(
              Object.entries(request.headers).flatMap(([name, value]) =>
                typeof value === 'string' ? [[name, value] as [string, string]] : [],
              ),
            ),
            ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? null) }),
          }),
          request,
        )
        response.headers.forEach((value, name) => reply.header(name, value))
        reply.code(response.status)
        return reply.send(
          response.body ? Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) : null,
        )
      },
    })
  }

/** A `fetch` that calls this server without a socket, through the same checks as the request that it is made for. */
export const injectFetch =
  (app: FastifyInstance, { ip, headers: { 'user-agent': userAgent } }: FastifyRequest): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const response = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      remoteAddress: ip,
      headers: {
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...Object.fromEntries(request.headers),
        ...innerCallHeaders,
      },
      ...(body && { payload: body }),
    })
    const headers = Object.entries(response.headers)
      .filter((pair): pair is [string, string] => pair[1] !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)])
    return new Response(response.rawPayload.length ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers,
    })
  }
