import { reviewSources } from '#collectors/registry.ts'
import { createOutbound } from '#outbound/client.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { failureHandlers, jobHandlers } from '#worker/job-handlers.ts'
import { startWorker } from '#worker/worker.ts'

/* A worker that runs research jobs until it is killed. */

const connection = JSON.parse(process.env.WORKER_CONNECTION!) as DatabaseOptions
const sources = JSON.parse(process.env.WORKER_SOURCES!) as object[]
const quiet = { info() {}, warn() {}, error() {} }
await startWorker({
  store: openStore({ ...connection, max: 6 }),
  connection,
  log: quiet,
  handlers: jobHandlers,
  failureHandlers,
  backoff: [1],
  outbound: createOutbound({ networks: ['127.0.0.1/32'] }),
  reviewSources: reviewSources({ sources, folder: '', delayMs: 0 }),
})
process.stdout.write('ready\n')
