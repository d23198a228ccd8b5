import type { FastifyInstance } from 'fastify'
import type { Log } from '#domain/context.ts'

/** One line a request: by its route, not its address, which may hold what somebody typed. */
export const requestLog = (log: Log) => (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { org, user } = request.admission?.principal ?? {}
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
