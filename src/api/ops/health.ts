import type { FastifyInstance } from 'fastify'
import { countUnreachableNodes } from '#store/citus/health.ts'
import { migrations } from '#store/migration-files.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const timeoutMs = 3000
/** A worker without a heartbeat for this long counts as missing. */
const heartbeatTimeoutSeconds = 30
const knownMigrations = migrations().map(({ name }) => name)

type Checks = {
  database: 'ok' | 'unreachable' | 'out of disk space'
  migrations: 'ok' | 'behind' | 'ahead' | 'unknown'
  worker: 'ok' | 'missing' | 'unknown'
  /** Only on a cluster: the nodes that hold the organizations. */
  nodes?: 'ok' | 'unreachable' | 'unknown'
}

const withTimeout = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs, undefined).unref()),
  ])

export async function checkHealth(store: Store): Promise<Checks> {
  const [applied, heartbeat, nodes] = await Promise.all([
    withTimeout(store.rows<{ name: string }>(sql`select name from schema_migration`)),
    withTimeout(
      store.first<{ found: boolean }>(
        sql`select exists (
          select 1 from worker_heartbeat
          where heartbeat_at > now() - make_interval(secs => ${heartbeatTimeoutSeconds})) as found`,
      ),
    ),
    nodeStatus(store),
  ])
  const isFull = applied !== undefined && (await withTimeout(store.isOutOfDiskSpace())) !== false
  if (!applied)
    return {
      database: (await withTimeout(store.first(sql`select 1`))) ? 'ok' : 'unreachable',
      migrations: 'unknown',
      worker: 'unknown',
    }
  const names = new Set(applied.map(({ name }) => name))
  return {
    database: isFull ? 'out of disk space' : 'ok',
    migrations: migrationStatus(names),
    worker: workerStatus(heartbeat),
    ...(nodes && { nodes }),
  }
}

async function nodeStatus(store: Store): Promise<Checks['nodes']> {
  if ((await withTimeout(store.isDistributed())) !== true) return undefined
  const unreachable = await withTimeout(countUnreachableNodes(store))
  if (unreachable === undefined) return 'unknown'
  return unreachable === 0 ? 'ok' : 'unreachable'
}

function migrationStatus(applied: Set<string>): Checks['migrations'] {
  if (knownMigrations.some((name) => !applied.has(name))) return 'behind'
  return applied.size > knownMigrations.length ? 'ahead' : 'ok'
}

function workerStatus(heartbeat: { found: boolean } | undefined): Checks['worker'] {
  if (!heartbeat) return 'unknown'
  return heartbeat.found ? 'ok' : 'missing'
}

/** Many monitors send HEAD. */
const withHead = { exposeHeadRoute: true }

/**
 * `/healthz`: liveness. `/readyz`: readiness; 503 while draining, without a database, when that has no disk space or
 * with another schema version. A missing worker does not affect readiness unless the request asks for it:
 * `/readyz?worker=required`. Neither does an unreachable node of a cluster, which stops only its own organizations,
 * unless with `nodes=required`.
 */
export const healthRoutes = (store: Store, isDraining: () => boolean) => (app: FastifyInstance) => {
  app.get('/healthz', withHead, async () => ({ status: 'ok' }))
  app.get<{ Querystring: { worker?: string; nodes?: string } }>('/readyz', withHead, async (request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    const checks = await checkHealth(store)
    const ready =
      checks.database === 'ok' &&
      checks.migrations === 'ok' &&
      (request.query.worker !== 'required' || checks.worker === 'ok') &&
      (request.query.nodes !== 'required' || checks.nodes === undefined || checks.nodes === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
