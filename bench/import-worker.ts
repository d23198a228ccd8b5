import { tuneWorkerHeap } from '#serve/worker-heap.ts'
import { openStore } from '#store/open.ts'
import { jobHandlers } from '#worker/job-handlers.ts'
import { type AnyJobHandlers, startWorker } from '#worker/worker.ts'
import { reportToParent, serverOptions } from './child-process.ts'

/* A worker that imports CSV files, in a child process whose memory is measured. */

tuneWorkerHeap()
const { dataset, poolSize } = serverOptions()
const store = openStore({ ...dataset.connection, max: poolSize })
const log = {
  info() {},
  warn: (fields: object, message: string) => console.error(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
}
// Analysis is measured in analysis.ts.
const handlers = { ...jobHandlers, feedback_analysis: async () => async () => {} }
const worker = await startWorker({
  store,
  connection: dataset.connection,
  handlers: handlers as AnyJobHandlers,
  log,
  concurrency: 1,
})
reportToParent('', async () => {
  await worker.stop()
  await store.close()
})
