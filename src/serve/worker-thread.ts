import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#config/types.ts'
import { compileCacheFolder } from '#compile-cache.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { lowerProcessPriority } from '#priority.ts'

/* Entry of the worker thread: the worker role, at a lower priority than the web thread. */

// A thread does not share the cache of the main thread, so what it loads comes after this.
enableCompileCache(compileCacheFolder)
const { config, connection } = workerData as { config: Config; connection: DatabaseOptions }
// Outside Linux priority belongs to the whole process.
if (process.platform === 'linux') lowerProcessPriority()
const [{ createLog }, { startRole }] = await Promise.all([import('./log.ts'), import('./role.ts')])
const running = await startRole(config, connection, 'worker', createLog(config.logLevel))
parentPort!.postMessage('ready')
parentPort!.once('message', () => void running.stop().finally(() => parentPort!.close()))
