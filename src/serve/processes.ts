import cluster, { type Worker } from 'node:cluster'
import type { Metrics } from '#api/ops/metrics.ts'
import { StartError } from '#config/errors.ts'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { listenAt } from './listen.ts'
import { type Running, startRole } from './role.ts'

/** Beyond this the process gives up. */
const maxRestartsPerMinute = 10

/** N web processes on one port; this process supervises them and runs the worker role. */
export async function superviseProcesses(
  config: Config,
  connection: DatabaseOptions,
  role: 'all' | 'web',
  log: Log,
): Promise<Running> {
  let stopping = false
  const restarts: number[] = []
  const fork = () =>
    cluster.fork({
      EARSHOT_CHILD_CONNECTION: JSON.stringify(connection),
      EARSHOT_PARENT: String(process.pid),
      PORT: String(config.port),
      HOST: config.host,
      PUBLIC_URL: config.publicUrl,
    })

  cluster.on('exit', (child, code, signal) => {
    if (stopping) return
    log.error({ pid: child.process.pid, code, signal }, 'web process exited; restarting')
    const now = Date.now()
    restarts.push(now)
    if (restarts.filter((at) => now - at < 60_000).length > maxRestartsPerMinute)
      throw new Error('web processes keep exiting')
    fork()
  })

  const children = Array.from({ length: config.processes }, fork)
  const ports = await Promise.all(children.map(portOf))
  const worker = role === 'all' ? await startRole(config, connection, 'worker', log) : null
  const metrics = await startMetrics(config, worker?.metrics)
  if (metrics) followChildren(metrics.answerTo)
  return {
    port: ports[0]!,
    async stop() {
      stopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map((child) => stopped(child!)))
      await worker?.stop()
      await metrics?.stop()
    },
  }
}

/** Those of now and their replacements. */
function followChildren(react: (child: Worker) => void) {
  for (const child of Object.values(cluster.workers ?? {})) react(child!)
  cluster.on('fork', react)
}

async function startMetrics({ metricsPort, metricsToken, host }: Config, own: Metrics | undefined) {
  if (metricsPort === null && metricsToken === null) return null
  const [{ serveMetrics }, { sumProcesses }] = await Promise.all([
    import('#api/ops/metrics.ts'),
    import('./process-metrics.ts'),
  ])
  const sums = await sumProcesses(own)
  const address = { host, port: metricsPort ?? 0, setting: 'METRICS_PORT' as const }
  const listener = metricsPort === null ? null : await listenAt(address, () => serveMetrics(sums, host, metricsPort))
  return { answerTo: sums.answerTo, stop: async () => listener?.stop() }
}

const portOf = (child: Worker) =>
  new Promise<number>((resolve, reject) => {
    child.on('message', (message: { port?: number }) => message.port !== undefined && resolve(message.port))
    child.once('exit', () => reject(new StartError('A web process exited before it was ready; it says why.')))
  })

const stopped = (child: Worker) =>
  new Promise<void>((resolve) => {
    if (child.isDead()) return resolve()
    child.once('exit', () => resolve())
    child.process.kill('SIGTERM')
  })
