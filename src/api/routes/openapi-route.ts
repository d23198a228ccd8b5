import type { FastifyInstance } from 'fastify'
import { publicInventory } from '#contract/index.ts'
import { openapi } from './openapi.ts'
import { sendStatic, staticContent } from './static-content.ts'

export const openapiPath = '/api/v1/openapi'

/** The OpenAPI document, without authentication; serialized once. */
export const openapiRoute = (options: { version: string; server: string }) => (app: FastifyInstance) => {
  const text = JSON.stringify(openapi(publicInventory, options))
  const document = staticContent(Buffer.from(text), { type: 'application/json; charset=utf-8' })
  app.get(openapiPath, (request, reply) => sendStatic(request, reply, document))
}
