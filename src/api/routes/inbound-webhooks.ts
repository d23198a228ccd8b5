import type { FastifyInstance, FastifyRequest } from 'fastify'
import { record } from '#domain/account/events/record.ts'
import { throwApiError } from '#domain/errors.ts'
import { handOf } from '#domain/integrations/event-handlers.ts'
import { type Gate, receive } from '#domain/integrations/receive.ts'
import type { Store } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import type { Rates } from '#api/auth/authenticator.ts'
import { happeningsSaid } from '#api/pipeline/operation-events.ts'
import { Context, type Workshop } from '#api/pipeline/operation.ts'

const maxBytes = 1024 * 1024

/** The address that other systems send to: outside the API, known by its token, and proven by the signature over the bytes as they came. */
export const hookPart = (rates: Rates) => (app: FastifyInstance, shop: Workshop) => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: { token: string } }>({
      method: 'POST',
      url: '/hooks/v1/:token',
      bodyLimit: maxBytes,
      async handler(request, reply) {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const answer = await receive(gateFor(request, shop, rates), {
          token: request.params.token,
          headers: request.headers,
          body,
          now: new Date(),
        })
        return reply.code(answer.status).send(answer.body)
      },
    })
    // Some providers look whether anybody is there before they send; nobody learns from this which addresses exist.
    scope.route({ method: 'HEAD', url: '/hooks/v1/:token', handler: (_request, reply) => reply.code(200).send() })
  })
}

const gateFor = (request: FastifyRequest, shop: Workshop, rates: Rates): Gate => ({
  db: shop.store,
  vault: vaultFor(shop.secret),
  onRefusal() {
    const verdict = rates?.limiter('bad-auth', request.ip)
    if (verdict && !verdict.allowed)
      throwApiError('RATE_LIMITED', 'Too many deliveries that could not be verified; try again later.', {
        retryAfterSeconds: verdict.retryAfterSeconds,
      })
  },
  act: ({ org_id: org, id, created_by: user }, work) =>
    (shop.store as Store).transaction(async (tx) => {
      const ctx = new Context({ org, user, role: 'admin' }, 'write', tx, {}, 'receiveDelivery', shop)
      const result = await work(handOf(ctx))
      const said = happeningsSaid(ctx.emitted)
      if (said.length)
        tx.atEnd(
          record(
            org,
            { operation: 'receiveDelivery', actor: { type: 'integration', id }, user: null, requestId: request.id },
            said,
          ),
        )
      return result
    }),
})
