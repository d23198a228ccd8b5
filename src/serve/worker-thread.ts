import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#config/types.ts'
import type { Connection } from '#store/open.ts'
import { lowerProcessPriority } from '#priority.ts'
import { createLog } from './log.ts'
import { startRole } from './role.ts'

/* Entry of the worker thread: the worker role, at a lower priority than the web thread. */

const { config, connection } = workerData as { config: Config; connection: Connection }
// Outside Linux priority belongs to the whole process.
if (process.platform === 'linux') lowerProcessPriority()
const running = await startRole(config, connection, 'worker', createLog(config.logLevel))
parentPort!.postMessage('ready')
parentPort!.once('message', () => void running.stop().finally(() => parentPort!.close()))
