import type { FastifyInstance } from 'fastify'
import type { Log } from '#domain/context.ts'

/** One log line per request, by route and not by URL, which may contain user input. */
export const requestLog = (log: Log) => (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { org, user } = request.auth?.caller ?? {}
    log.info(
      {
        request: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(org && { org, user }),
      },
      'request',
    )
    done()
  })
}
