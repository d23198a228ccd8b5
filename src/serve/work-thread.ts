import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#config/types.ts'
import type { Connection } from '#store/open.ts'
import { stepBack } from '#priority.ts'
import { createLog } from './log.ts'
import { startRole } from './role.ts'

/* All that happens without a request, in a thread beside the one that answers requests and below it. */

const { config, connection } = workerData as { config: Config; connection: Connection }
// Elsewhere priority belongs to the whole process.
if (process.platform === 'linux') stepBack()
const running = await startRole(config, connection, 'worker', createLog(config.logLevel))
parentPort!.postMessage('ready')
parentPort!.once('message', () => void running.stop().finally(() => parentPort!.close()))
