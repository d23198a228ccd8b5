import type { FastifyInstance } from 'fastify'
import type { ApiKeyAuth } from '#api/auth/api-key-auth.ts'
import { mcpChallenge } from '#api/auth/oauth/metadata.ts'
import { type RateLimiting, spend } from '#api/pipeline/require-rate-limit.ts'
import { StreamSlots } from './stream-slots.ts'
import { fetchHandlerRoutes, injectFetch } from './fetch-routes.ts'
import type { StreamSlot } from '#mcp/notification-stream.ts'

type McpDeps = {
  publicUrl: string
  keys: ApiKeyAuth
  rates: RateLimiting
  handle(request: Request, deps: HandlerDeps): Promise<Response>
}
type HandlerDeps = { fetch: typeof fetch; spend(messages: number): void; openStream(): StreamSlot }

/** `/mcp`: no message is read before the key is known, and each is counted. */
export const mcpRoute =
  ({ publicUrl, keys, rates, handle }: McpDeps) =>
  (app: FastifyInstance) => {
    const callers = new WeakMap<object, string>()
    const streams = new StreamSlots()
    app.stopping.addEventListener('abort', () => streams.endAll(), { once: true })
    fetchHandlerRoutes({
      path: '/mcp',
      async authenticate(request, reply) {
        reply.header('www-authenticate', mcpChallenge(publicUrl))
        const { keyId } = await keys.identify(request)
        reply.removeHeader('www-authenticate')
        const rate = spend(rates, 'mcp', keyId)
        reply.headers(rate.headers)
        rate.require()
        callers.set(request, keyId)
        // The calls that it makes wait for their own turns; with its place kept, they would wait for one another.
        request.release()
      },
      handle: (request, raw) =>
        handle(request, {
          fetch: injectFetch(app, raw),
          spend: (messages) => spend(rates, 'mcp', callers.get(raw)!, messages).require(),
          openStream: () => streams.open(callers.get(raw)!),
        }),
    })(app)
  }
