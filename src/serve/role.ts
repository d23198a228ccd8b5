import cluster from 'node:cluster'
import type { Metrics } from '#api/ops/metrics.ts'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { type DatabaseOptions, openStore, type Store } from '#store/open.ts'
import { poolNames } from '#store/session.ts'
import { sql } from '#store/sql.ts'
import { waitUntilReachable } from '#store/wait-until-reachable.ts'
import type { Tracer } from '#trace/tracer.ts'
import { lowerBackendPriority } from '#priority.ts'
import { poolOf } from './database.ts'
import { listenAt } from './listen.ts'
import { endStep } from './timing.ts'
import { startTracing } from './tracing.ts'
import { tuneWorkerHeap } from './worker-heap.ts'

export type Running = { port: number | null; metrics?: Metrics | undefined; stop(): Promise<void> }

/** Metrics only where a port or token is configured; of several processes, the supervising one listens. */
async function startMetrics(config: Config, store: Store) {
  const { metricsPort, metricsToken, host, processes, databaseUrl, dataDir } = config
  if (metricsPort === null && metricsToken === null) return { metrics: undefined, listener: null }
  const { createMetrics, serveMetrics } = await import('#api/ops/metrics.ts')
  const own = createMetrics(store, databaseUrl === null ? dataDir : undefined)
  const metrics = cluster.isWorker ? (await import('./process-metrics.ts')).shareMetrics(own) : own
  const isListening = metricsPort !== null && cluster.isPrimary && processes === 1
  return { metrics, listener: isListening ? await listenForMetrics() : null }

  function listenForMetrics() {
    const address = { host, port: metricsPort!, setting: 'METRICS_PORT' as const }
    return listenAt(address, () => serveMetrics(metrics, host, metricsPort!))
  }
}

type RoleName = 'all' | 'web' | 'worker'

/** The pool of the role, once the database takes connections. */
async function openRoleStore(
  config: Config,
  connection: DatabaseOptions,
  role: RoleName,
  deps: { log: Log; tracer?: Tracer },
) {
  const { log, tracer } = deps
  const workerPool = role === 'worker' && {
    application_name: poolNames.worker,
    ...(connection.embedded && { onServer: lowerBackendPriority }),
  }
  const store = openStore({
    ...poolOf(config, connection),
    ...workerPool,
    ...(tracer && { onStatement: tracer.statement }),
    onError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  })
  await waitUntilReachable(
    () => store.first(sql`select 1`),
    ({ message }) => log.warn({ error: message }, 'waiting for the database'),
  )
  return store
}

async function importWebRole() {
  const role = await import('./web-role.ts')
  endStep('modules of the API')
  return role
}

/** Starts web, worker or both in this process; the code of a role is loaded only where it runs. */
export async function startRole(
  config: Config,
  connection: DatabaseOptions,
  role: RoleName,
  log: Log,
): Promise<Running> {
  if (role === 'worker') tuneWorkerHeap()
  const tracing = await startTracing(config, log)
  const tracer = tracing?.tracer
  const store = await openRoleStore(config, connection, role, { log, ...(tracer && { tracer }) })
  const { metrics, listener } = await startMetrics(config, store)
  const worker =
    role === 'web'
      ? null
      : await (await import('./worker-role.ts')).startWorkerRole({ config, connection, store, log, tracer })
  const web =
    role === 'worker' ? null : await (await importWebRole()).startWebRole({ config, store, log, metrics, tracer })
  return {
    port: web?.port ?? null,
    metrics,
    async stop() {
      await web?.stop()
      await worker?.stop()
      await listener?.stop()
      await store.close()
      await tracing?.stop()
    },
  }
}
