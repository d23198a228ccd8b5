import assert from 'node:assert/strict'
import { jobHandlers } from '#worker/job-handlers.ts'
import { startWorker } from '#worker/worker.ts'
import {
  app,
  type AppOptions,
  type Body,
  call,
  org,
  type TestServerOptions,
  useTestServer,
  useTestServerWithSharedOrg,
} from './test-server.ts'
import { waitForJobs } from './wait-for-jobs.ts'

/* Shared setup of test files that need a job worker besides the server. */

type WorkerOptions = Partial<Parameters<typeof startWorker>[0]>

const workers: Awaited<ReturnType<typeof startWorker>>[] = []
const warnings: unknown[] = []
export const log = { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} }

/** Starts a worker with the production job handlers in this process, by default for the shared test server. */
export async function startTestWorker(options: WorkerOptions = {}, { store, connection } = app) {
  workers.push(await startWorker({ store, connection, handlers: jobHandlers, log, backoff: [1, 1, 1], ...options }))
}
export async function stopTestWorkers() {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
}
/** Runs a function while a worker is running. */
export async function withTestWorker<T>(run: () => Promise<T>, options?: WorkerOptions): Promise<T> {
  await startTestWorker(options)
  return run().finally(stopTestWorkers)
}

type TestWorkerOptions = TestServerOptions & {
  workerOptions?: () => WorkerOptions | Promise<WorkerOptions>
  /** False: the file starts workers itself. */
  startsWorker?: boolean
}

const withWorker = ({
  afterStart,
  beforeStop,
  workerOptions,
  startsWorker = true,
  ...options
}: TestWorkerOptions): TestServerOptions => ({
  ...options,
  async afterStart() {
    if (startsWorker) await startTestWorker(await workerOptions?.())
    await afterStart?.()
  },
  async beforeStop() {
    await stopTestWorkers()
    await beforeStop?.()
    assert.deepEqual(warnings, [])
  },
})
const connections = { poolSize: 12 }

export const useTestWorker = (options: TestWorkerOptions = {}, appOptions: AppOptions = {}) =>
  useTestServer({ ...connections, ...appOptions }, withWorker(options))
export const useTestWorkerWithSharedOrg = (
  options: Omit<TestWorkerOptions, 'beforeEachTest'> = {},
  appOptions: AppOptions = {},
) => useTestServerWithSharedOrg(withWorker(options), { ...connections, ...appOptions })

/** Calls the API and fails unless the response is a success; returns its body. */
export async function callOk(method: string, path: string, body?: Body, query?: Record<string, string>) {
  const reply = await call(method, path, body, query)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

/** Waits until no job of the test's organization is queued or running. */
export const waitForOrgJobs = () => waitForJobs(app, org.admin.key)
