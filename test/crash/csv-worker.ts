import { once } from 'node:events'
import { importUpload } from '#domain/imports/csv-uploads/jobs/import.ts'
import { rollBackCsv } from '#domain/imports/csv-uploads/jobs/rollback.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { type AnyJobHandlers, startWorker } from '#worker/worker.ts'

/* A worker process that runs CSV imports and rollbacks, to be killed. It analyzes nothing. */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as DatabaseOptions
const store = openStore({ ...connection, max: 4 })
const write = (fields: object, message: string) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
const handlers = { csv_import: importUpload, csv_rollback: rollBackCsv, feedback_analysis: async () => async () => {} }
// Wait for the signal to start: the time to load is not what is tested.
await once(process.stdin, 'data')
await startWorker({
  store,
  connection,
  handlers: handlers as AnyJobHandlers,
  log: { info() {}, warn: write, error: write },
  concurrency: 1,
  backoff: [1, 1, 1],
})
