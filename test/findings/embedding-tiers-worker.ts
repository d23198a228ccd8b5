import { type DatabaseOptions, openStore } from '#store/open.ts'
import { jobHandlers } from '#worker/job-handlers.ts'
import { startWorker } from '#worker/worker.ts'

/* A worker process with the model, to be killed while it re-embeds. */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as DatabaseOptions
const store = openStore({ ...connection, max: 6 })
const silent = () => {}
await startWorker({
  store,
  connection,
  handlers: jobHandlers,
  log: { info: silent, warn: silent, error: silent },
  embeddings: 'model',
})
process.send!('ready')
