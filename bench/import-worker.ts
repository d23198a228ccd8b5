import { keepHeapSmall } from '#serve/small-heap.ts'
import { openStore } from '#store/open.ts'
import { jobs } from '#worker/jobs.ts'
import { type Handlers, startWorker } from '#worker/loop.ts'
import { order, serve } from './served.ts'

/* A worker that imports tables, in a process whose memory is watched. */

keepHeapSmall()
const { world, poolSize } = order()
const store = openStore({ ...world.connection, max: poolSize })
const log = {
  info() {},
  warn: (fields: object, message: string) => console.error(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
}
// What the import hands over is measured elsewhere.
const handlers = { ...jobs, feedback_analysis: async () => async () => {} }
const worker = await startWorker({
  store,
  connection: world.connection,
  handlers: handlers as Handlers,
  log,
  atOnce: 1,
})
serve('', async () => {
  await worker.stop()
  await store.close()
})
