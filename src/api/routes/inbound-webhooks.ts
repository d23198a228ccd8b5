import type { FastifyInstance, FastifyRequest } from 'fastify'
import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { throwApiError } from '#domain/errors.ts'
import { deliveryContext } from '#domain/integrations/event-handlers.ts'
import { type ReceiveDeps, receive } from '#domain/integrations/inbound/receive.ts'
import { vaultFor } from '#store/vault.ts'
import { emittedEvents } from '#api/pipeline/operation-events.ts'
import { WriteContext } from '#api/pipeline/request-context.ts'
import type { RateLimiting } from '#api/pipeline/require-rate-limit.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'

const maxBytes = 1024 * 1024
const operation = 'receiveDelivery'

/** Receives webhooks of other systems: found by the token in the path, verified by the signature over the raw body. */
export const inboundWebhookRoutes = (rates: RateLimiting) => (app: FastifyInstance, deps: ServerDeps) => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: { token: string } }>({
      method: 'POST',
      url: '/hooks/v1/:token',
      bodyLimit: maxBytes,
      async handler(request, reply) {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const response = await receive(gateFor(request, deps, rates), {
          token: request.params.token,
          url: `${deps.settings.publicUrl}/hooks/v1/${request.params.token}`,
          headers: request.headers,
          body,
          now: new Date(),
        })
        return reply.code(response.status).send(response.body)
      },
    })
    // Some providers send HEAD to verify the URL; always 200, so that it does not reveal which tokens exist.
    scope.route({ method: 'HEAD', url: '/hooks/v1/:token', handler: (_request, reply) => reply.code(200).send() })
  })
}

const gateFor = (request: FastifyRequest, deps: ServerDeps, rates: RateLimiting): ReceiveDeps => ({
  db: deps.store,
  vault: vaultFor(deps.secret),
  onRefusal() {
    const decision = rates?.limiter('bad-auth', request.network)
    if (decision && !decision.allowed)
      throwApiError(
        'RATE_LIMITED',
        'Too many deliveries failed verification; retry after the seconds in Retry-After.',
        {
          retryAfterSeconds: decision.retryAfterSeconds,
        },
      )
  },
  act: ({ org_id: org, id, created_by: user }, work) =>
    deps.store.transaction(async (tx) => {
      const ctx = new WriteContext(
        { org, user, role: 'admin' },
        { scope: 'write', db: tx, input: {}, routeId: operation },
        deps,
      )
      const result = await work(deliveryContext(ctx))
      const events = emittedEvents(ctx.emitted)
      if (events.length)
        tx.runWithCommit(
          insertEvents(
            org,
            { operation, actor: { type: 'integration', id }, user: null, requestId: request.id },
            events,
          ),
        )
      return result
    }),
})
