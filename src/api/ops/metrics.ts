import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type Metrics = {
  type: string
  read(): Promise<string>
  values(): Promise<MetricValues>
  observe(app: FastifyInstance): void
}
export type MetricValues = MetricObject[]
export const metricsType: string = Registry.PROMETHEUS_CONTENT_TYPE

/** The metrics of several processes as one, each added up, averaged or taken once as it was declared. */
export const sumOf = (processes: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics()

type MetricsRow = {
  queued: number
  running: number
  failed: number
  oldest_seconds: number
  pending: number
  webhook_failed: number
  delivery_seconds: number
  disabled: number
  waiting: number
  workers: number
  replication_seconds: number | null
}

/** A worker without a heartbeat for this long counts as missing. */
const heartbeatSeconds = 30

const readFigures = (store: Store) =>
  store.first<MetricsRow>(sql`
    select (select count(*) from job where status = 'queued') as queued,
      (select count(*) from job where status = 'running') as running,
      (select count(*) from job where status = 'failed' and finished_at > now() - interval '1 day') as failed,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8
        from job where status = 'queued') as oldest_seconds,
      (select count(*) from webhook_delivery where status = 'pending') as pending,
      (select count(*) from webhook_delivery
        where status = 'failed' and created_at > now() - interval '1 day') as webhook_failed,
      (select greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8
        from webhook_delivery where status = 'pending') as delivery_seconds,
      (select count(*) from webhook where status = 'disabled' and deleted_at is null) as disabled,
      (select count(*) from feedback_state where status = 'queued') as waiting,
      (select count(*) from worker_heartbeat
        where heartbeat_at > now() - make_interval(secs => ${heartbeatSeconds})) as workers,
      (select extract(epoch from max(replay_lag))::float8 from pg_stat_replication) as replication_seconds`)

/** Prometheus metrics. Labels are routes and states, never ids, so that their number is bounded. */
export function createMetrics(store: Store, dataDir?: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Request duration by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  const refresh = createGauges(store, registry, dataDir)
  return {
    type: registry.contentType,
    async read() {
      await refresh()
      return registry.metrics()
    },
    async values() {
      await refresh()
      return registry.getMetricsAsJSON()
    },
    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        requests.observe(
          {
            method: request.method,
            route: request.routeOptions.url ?? 'none',
            status: `${Math.floor(reply.statusCode / 100)}xx`,
          },
          reply.elapsedTime / 1000,
        )
        done()
      })
    },
  }
}

/** Registers the gauges and returns the function that reads their values, with one query per scrape. */
function createGauges(store: Store, registry: Registry, dataDir?: string): () => Promise<void> {
  // What is read from the database is the same in every process; only connections add up.
  const gauge = (name: string, help: string, labelNames: string[] = [], aggregator: 'max' | 'min' | 'sum' = 'max') =>
    new Gauge({ name: `earshot_${name}`, help, labelNames, registers: [registry], aggregator })
  const pool = gauge('database_connections', 'Connections of this process', ['state'], 'sum')
  const jobs = gauge('jobs', 'Background jobs: queued and running now, failed in the last day', ['status'])
  const age = gauge('jobs_oldest_queued_seconds', 'Age of the oldest queued job')
  const deliveries = gauge('webhook_deliveries', 'Webhook deliveries: pending now, failed in the last day', ['status'])
  const lag = gauge('webhook_delivery_lag_seconds', 'Delay of the most overdue webhook delivery')
  const disabled = gauge('webhooks_disabled', 'Disabled webhooks')
  const backlog = gauge('feedback_waiting', 'Feedback that is waiting for its analysis')
  const workers = gauge('workers', 'Workers with a heartbeat in the last 30 seconds')
  const replication = gauge('replication_lag_seconds', 'Delay of the slowest streaming replica; absent without one')
  const disk = gauge('disk_free_bytes', 'Free space on the disk of the embedded database', [], 'min')
  const up = gauge('database_up', '1 if the database is reachable', [], 'min')
  return async () => {
    const { total, idle, waiting } = store.stats()
    pool.set({ state: 'total' }, total)
    pool.set({ state: 'idle' }, idle)
    pool.set({ state: 'waiting' }, waiting)
    if (dataDir !== undefined) disk.set(await freeBytes(dataDir))
    const row = await readFigures(store).catch(() => undefined)
    up.set(row ? 1 : 0)
    if (!row) return
    jobs.set({ status: 'queued' }, row.queued)
    jobs.set({ status: 'running' }, row.running)
    jobs.set({ status: 'failed' }, row.failed)
    age.set(row.oldest_seconds)
    deliveries.set({ status: 'pending' }, row.pending)
    deliveries.set({ status: 'failed' }, row.webhook_failed)
    lag.set(row.delivery_seconds)
    disabled.set(row.disabled)
    backlog.set(row.waiting)
    workers.set(row.workers)
    if (row.replication_seconds === null) replication.remove()
    else replication.set(row.replication_seconds)
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** `/metrics`, protected by a token; without a token only on a separate port. */
export const metricsRoutes =
  ({ type, read }: Pick<Metrics, 'type' | 'read'>, token: string | null) =>
  (app: FastifyInstance) => {
    app.get('/metrics', async (request, reply) => {
      const sent = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (token !== null && !timingSafeEqual(digest(sent), digest(token)))
        return reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send({ error: { code: 'UNAUTHORIZED', message: 'Send the metrics token.' } })
      return reply.header('content-type', type).send(await read())
    })
  }

/** A separate listener, for networks where only the scraper can reach it. */
export async function serveMetrics(metrics: Pick<Metrics, 'type' | 'read'>, host: string, port: number) {
  const app = Fastify({ logger: false })
  metricsRoutes(metrics, null)(app)
  await app.listen({ host, port })
  return { port: (app.server.address() as { port: number }).port, stop: () => app.close() }
}
