import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { type Connection, openStore, poolNames, type Store } from '#store/open.ts'
import { stepBackInServer } from '#priority.ts'
import { poolOf } from './database.ts'
import { startTracing } from './tracing.ts'
import { keepHeapSmall } from './small-heap.ts'

export type Running = { port: number | null; stop(): Promise<void> }

/** Nothing, unless somebody wants to know. */
async function measured({ metricsPort, metricsToken, host }: Config, store: Store) {
  if (metricsPort === null && metricsToken === null) return { metrics: undefined, scraped: null }
  const { createMetrics, serveMetrics } = await import('#api/ops/metrics.ts')
  const metrics = createMetrics(store)
  return { metrics, scraped: metricsPort === null ? null : await serveMetrics(metrics, host, metricsPort) }
}

/** Web, worker or both, in this process; each side is loaded where it runs. */
export async function startRole(
  config: Config,
  connection: Connection,
  role: 'all' | 'web' | 'worker',
  log: Log,
): Promise<Running> {
  if (role === 'worker') keepHeapSmall()
  const tracing = await startTracing(config, log)
  const behind = role === 'worker' && {
    application_name: poolNames.worker,
    ...(connection.embedded && { onServer: stepBackInServer }),
  }
  const store = openStore({
    ...poolOf(config, connection),
    ...behind,
    ...(tracing && { onStatement: tracing.tracer.statement }),
    onError: (error) => log.warn({ error: error.message }, 'a database connection was lost'),
  })
  const { metrics, scraped } = await measured(config, store)
  const worker =
    role === 'web'
      ? null
      : await (await import('./work-side.ts')).startWorkSide(config, connection, store, log, tracing?.tracer)
  const web =
    role === 'worker'
      ? null
      : await (await import('./web-side.ts')).startWebSide(config, store, log, metrics, tracing?.tracer)
  return {
    port: web?.port ?? null,
    async stop() {
      await web?.stop()
      await worker?.stop()
      await scraped?.stop()
      await store.close()
      await tracing?.stop()
    },
  }
}
