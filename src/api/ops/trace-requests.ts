import type { FastifyInstance } from 'fastify'
import { parentIn, type Span, type Tracer } from '#trace/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/** A span per request, named by route and not by URL, which may contain user input. */
export const traceRequests = (tracer: Tracer) => (app: FastifyInstance) => {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request
    request.span = tracer.begin(
      method,
      'server',
      { 'http.request.method': method, 'earshot.request_id': id },
      parentIn(request.headers.traceparent),
    )
    tracer.within(request.span, done)
  })
  // The body arrives in socket events, outside the async context of the request.
  app.addHook('preValidation', (request, _reply, done) => tracer.within(request.span!, done))
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    request.span?.end({
      name: `${request.method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': reply.statusCode },
      ...(reply.statusCode >= 500 && { failed: String(reply.statusCode) }),
    })
    done()
  })
}
