import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { type Running, startRole } from './role.ts'
import { endStep } from './timing.ts'

/** Beyond this the process gives up. */
const maxRestartsPerMinute = 10

/** TypeScript in the repository, JavaScript in the published package. */
const threadFile = join(import.meta.dirname, `worker-thread${extname(import.meta.filename)}`)

/** Web in this thread and the worker role in another one, so that CPU-heavy jobs do not delay requests. */
export async function serveWithWorkerThread(config: Config, connection: DatabaseOptions, log: Log): Promise<Running> {
  const work = await startThread(config, connection, log)
  endStep('worker thread and queue')
  const web = await startRole(config, connection, 'web', log).catch(async (error) => {
    await work.stop()
    throw error
  })
  return {
    port: web.port,
    async stop() {
      await web.stop()
      await work.stop()
    },
  }
}

async function startThread(config: Config, connection: DatabaseOptions, log: Log) {
  let stopping = false
  const restarts: number[] = []
  // Metrics are served by the web thread.
  const begin = () =>
    new Worker(threadFile, {
      workerData: { config: { ...config, metricsPort: null, metricsToken: null }, connection },
    })
  let thread = begin()
  const watch = () => {
    thread.on('error', (error) => log.error({ error: String(error?.stack ?? error) }, 'worker thread failed'))
    thread.once('exit', (code) => {
      if (stopping) return
      log.error({ code }, 'worker thread exited; restarting')
      const now = Date.now()
      restarts.push(now)
      if (restarts.filter((at) => now - at < 60_000).length > maxRestartsPerMinute)
        throw new Error('the worker thread keeps exiting')
      thread = begin()
      watch()
    })
  }
  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve())
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the worker thread exited before it was ready')))
  })
  thread.removeAllListeners()
  watch()
  return {
    async stop() {
      stopping = true
      const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
      thread.postMessage('stop')
      await gone
    },
  }
}
