import type { FastifyInstance } from 'fastify'
import { migrations } from '#store/migrate.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxMs = 3000
/** A worker that has not been heard of for this long is missing. */
const silentSeconds = 30
const known = migrations().map(({ name }) => name)

type Checks = {
  database: 'ok' | 'unreachable'
  migrations: 'ok' | 'behind' | 'ahead' | 'unknown'
  worker: 'ok' | 'missing' | 'unknown'
}

const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, maxMs, undefined).unref()),
  ])

async function look(store: Store): Promise<Checks> {
  const [applied, beat] = await Promise.all([
    inTime(store.rows<{ name: string }>(sql`select name from schema_migration`)),
    inTime(
      store.first<{ found: boolean }>(
        sql`select exists (select 1 from worker_heartbeat where heartbeat_at > now() - make_interval(secs => ${silentSeconds})) as found`,
      ),
    ),
  ])
  if (!applied)
    return {
      database: (await inTime(store.first(sql`select 1`))) ? 'ok' : 'unreachable',
      migrations: 'unknown',
      worker: 'unknown',
    }
  const names = new Set(applied.map(({ name }) => name))
  const behind = known.some((name) => !names.has(name))
  return {
    database: 'ok',
    migrations: behind ? 'behind' : names.size > known.length ? 'ahead' : 'ok',
    worker: beat ? (beat.found ? 'ok' : 'missing') : 'unknown',
  }
}

/**
 * `/healthz`: the process lives. `/readyz`: send it work; not while it drains, its database is away or the schema is not its own.
 * Without a worker it can still serve; `/readyz?worker=required` is for those who want to know.
 */
export const healthPart = (store: Store, isDraining: () => boolean) => (app: FastifyInstance) => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get<{ Querystring: { worker?: string } }>('/readyz', async (request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    const checks = await look(store)
    const ready =
      checks.database === 'ok' &&
      checks.migrations === 'ok' &&
      (request.query.worker !== 'required' || checks.worker === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
