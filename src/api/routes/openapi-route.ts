import type { FastifyInstance } from 'fastify'
import { publicInventory } from '#contract/index.ts'
import { openapi } from './openapi.ts'

export const openapiPath = '/api/v1/openapi'

/** The OpenAPI document, without authentication; serialized once. */
export const openapiRoute = (options: { version: string; server: string }) => (app: FastifyInstance) => {
  const text = JSON.stringify(openapi(publicInventory, options))
  app.get(openapiPath, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
  )
}
