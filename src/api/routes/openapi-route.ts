import type { FastifyInstance } from 'fastify'
import { publicInventory } from '#contract/index.ts'
import { openapi } from './openapi.ts'
import { sendStatic, type StaticContent, staticContent } from './static-content.ts'

export const openapiPath = '/api/v1/openapi'

/** The OpenAPI document, without authentication; serialized once, at the first request. */
export const openapiRoute = (options: { version: string; server: string }) => (app: FastifyInstance) => {
  let document: StaticContent | undefined
  const serialize = () =>
    staticContent(Buffer.from(JSON.stringify(openapi(publicInventory, options))), {
      type: 'application/json; charset=utf-8',
    })
  app.get(openapiPath, (request, reply) => sendStatic(request, reply, (document ??= serialize())))
}
