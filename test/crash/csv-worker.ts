import { once } from 'node:events'
import { importCsv } from '#domain/imports/csv-uploads/import-job.ts'
import { rollBackCsv } from '#domain/imports/csv-uploads/rollback-job.ts'
import { type Connection, openStore } from '#store/open.ts'
import { type Handlers, startWorker } from '#worker/loop.ts'

/* A worker in a process of its own that imports and takes back, to be killed in the middle of it; what is then found in the rows is not its business. */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as Connection
const store = openStore({ ...connection, max: 4 })
const tell = (fields: object, message: string) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
const handlers = { csv_import: importCsv, csv_rollback: rollBackCsv, feedback_analysis: async () => async () => {} }
// Up, and at work when told: what a process takes to come up is not what is tested.
await once(process.stdin, 'data')
await startWorker({
  store,
  connection,
  handlers: handlers as Handlers,
  log: { info() {}, warn: tell, error: tell },
  atOnce: 1,
  backoff: [1, 1, 1],
})
