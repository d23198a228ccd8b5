import type { FastifyInstance } from 'fastify'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** `/healthz`: the process lives. `/readyz`: send it work; not while it drains or its database is away. */
export const healthPart = (store: Store, isDraining: () => boolean) => (app: FastifyInstance) => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    const reachable = await store.first(sql`select 1`).then(() => true, () => false)
    return reachable ? { status: 'ready' } : reply.code(503).send({ status: 'database unreachable' })
  })
}
