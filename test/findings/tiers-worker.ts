import { type Connection, openStore } from '#store/open.ts'
import { jobs } from '#worker/jobs.ts'
import { startWorker } from '#worker/loop.ts'

/* A worker with the model in a process of its own, to be killed while it reads again. */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as Connection
const store = openStore({ ...connection, max: 6 })
const silent = () => {}
await startWorker({
  store,
  connection,
  handlers: jobs,
  log: { info: silent, warn: silent, error: silent },
  embeddings: 'model',
})
process.send!('ready')
