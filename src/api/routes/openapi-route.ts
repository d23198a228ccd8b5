import type { FastifyInstance } from 'fastify'
import { publicInventory } from '#contract/index.ts'
import { openapi } from './openapi.ts'

/** The contract as a document, for everybody; made once, for it cannot change while the server runs. */
export const documentPart = (options: { version: string; server: string }) => (app: FastifyInstance) => {
  const text = JSON.stringify(openapi(publicInventory, options))
  app.get('/api/v1/openapi', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
  )
}
