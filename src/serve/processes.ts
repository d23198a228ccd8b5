import cluster, { type Worker } from 'node:cluster'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import type { Connection } from '#store/open.ts'
import { type Running, startRole } from './role.ts'

/** Beyond this the process gives up. */
const maxRestartsPerMinute = 10

/** N web processes on one port; this process supervises them and runs the worker role. */
export async function superviseProcesses(
  config: Config,
  connection: Connection,
  role: 'all' | 'web',
  log: Log,
): Promise<Running> {
  let stopping = false
  const restarts: number[] = []
  const fork = () =>
    cluster.fork({
      EARSHOT_CHILD_CONNECTION: JSON.stringify(connection),
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
  return {
    port: ports[0]!,
    async stop() {
      stopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map((child) => stopped(child!)))
      await worker?.stop()
    },
  }
}

const portOf = (child: Worker) =>
  new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port))
    child.once('exit', () => reject(new Error('a web process exited before it was ready')))
  })

const stopped = (child: Worker) =>
  new Promise<void>((resolve) => {
    if (child.isDead()) return resolve()
    child.once('exit', () => resolve())
    child.process.kill('SIGTERM')
  })
