import type { Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** For `localhost`, Fastify listens at its IPv6 address too, with a server of its own that it does not expose. */
export function secondaryServers(app: FastifyInstance): HttpServer[] {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings')
  return key ? (app as unknown as Record<symbol, HttpServer[]>)[key]! : []
}
