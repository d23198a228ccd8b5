import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { type Connection, openStore, type Store } from '#store/open.ts'
import { poolNames } from '#store/session.ts'
import { lowerBackendPriority } from '#priority.ts'
import { poolOf } from './database.ts'
import { startTracing } from './tracing.ts'
import { tuneWorkerHeap } from './worker-heap.ts'

export type Running = { port: number | null; stop(): Promise<void> }

/** Metrics only where a port or token is configured. */
async function startMetrics({ metricsPort, metricsToken, host }: Config, store: Store) {
  if (metricsPort === null && metricsToken === null) return { metrics: undefined, listener: null }
  const { createMetrics, serveMetrics } = await import('#api/ops/metrics.ts')
  const metrics = createMetrics(store)
  return { metrics, listener: metricsPort === null ? null : await serveMetrics(metrics, host, metricsPort) }
}

/** Starts web, worker or both in this process; the code of a role is loaded only where it runs. */
export async function startRole(
  config: Config,
  connection: Connection,
  role: 'all' | 'web' | 'worker',
  log: Log,
): Promise<Running> {
  if (role === 'worker') tuneWorkerHeap()
  const tracing = await startTracing(config, log)
  const tracer = tracing?.tracer
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
  const { metrics, listener } = await startMetrics(config, store)
  const worker =
    role === 'web'
      ? null
      : await (await import('./worker-role.ts')).startWorkerRole({ config, connection, store, log, tracer })
  const web =
    role === 'worker'
      ? null
      : await (await import('./web-role.ts')).startWebRole({ config, store, log, metrics, tracer })
  return {
    port: web?.port ?? null,
    async stop() {
      await web?.stop()
      await worker?.stop()
      await listener?.stop()
      await store.close()
      await tracing?.stop()
    },
  }
}
