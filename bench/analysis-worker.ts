import type { Tier } from '#engine/embed/embedder.ts'
import { openStore } from '#store/open.ts'
import { poolNames } from '#store/session.ts'
import { hasActiveRequests } from '#store/active-requests.ts'
import { yieldToRequests } from '#worker/throttle.ts'
import { failureHandlers, jobHandlers } from '#worker/job-handlers.ts'
import { startWorker } from '#worker/worker.ts'
import { lowerProcessPriority, lowerBackendPriority } from '#priority.ts'
import { reportToParent, serverOptions } from './child-process.ts'

/* The production worker in a child process whose memory is measured. */

lowerProcessPriority()
const { dataset, poolSize } = serverOptions()
const store = openStore({
  ...dataset.connection,
  max: poolSize,
  application_name: poolNames.worker,
  onServer: lowerBackendPriority,
})
const log = {
  info() {},
  warn: (fields: object, message: string) => console.error(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
}
const worker = await startWorker({
  store,
  connection: dataset.connection,
  handlers: jobHandlers,
  failureHandlers,
  log,
  embeddings: process.env.EMBEDDINGS as Tier | 'auto',
  throttle: yieldToRequests(() => hasActiveRequests(store)),
})
reportToParent('', async () => {
  await worker.stop()
  await store.close()
})
