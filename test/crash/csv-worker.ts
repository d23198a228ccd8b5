import { type Connection, openStore } from '#store/open.ts'
import { jobs } from '#worker/jobs.ts'
import { type Handlers, startWorker } from '#worker/loop.ts'

/* A worker in a process of its own that does all the real work, to be killed in the middle of it. */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as Connection
const store = openStore({ ...connection, max: 4 })
const tell = (fields: object, message: string) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
await startWorker({ store, connection, handlers: jobs as Handlers, log: { info() {}, warn: tell, error: tell }, atOnce: 1, backoff: [1, 1, 1] })
