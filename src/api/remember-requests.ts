import type { FastifyInstance } from 'fastify'
import { remember } from '#domain/account/requests/ring.ts'

const codeOf = (payload: unknown): string | null => (typeof payload === 'string' ? (/^\{"error":\{"code":"([A-Z_]+)"/.exec(payload)?.[1] ?? null) : null)

/** What programs asked for, by route and not by address, which may hold what somebody typed. */
export const rememberRequests = (app: FastifyInstance) => {
  const codes = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const code = reply.statusCode >= 400 ? codeOf(payload) : null
    if (code) codes.set(request, code)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { org, user, keyId } = request.admission?.principal ?? {}
    if (org && user && keyId) {
      remember(org, {
        method: request.method, path: (request.routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}'), status: reply.statusCode, code: codes.get(request) ?? null,
        duration_ms: Math.round(reply.elapsedTime), request_id: request.id, key_id: keyId, user_id: user,
      })
    }
    done()
  })
}
