import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { enqueue } from '#domain/jobs/enqueue.ts'
import { newId } from '#store/ids.ts'
import { openStore, type Store } from '#store/open.ts'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { JobHandler } from '#worker/job-handlers.ts'
import { startWorker } from '#worker/worker.ts'
import { cloneDatabase } from '../database.ts'
import { waitFor } from '../wait-for.ts'

/* An outage is no failure of the job that met it: it runs again at once, and as often as the database was away. */

const org = 'org_outages'
/** More than the attempts of a job that fails. */
const outages = 5
const hour = 3600

let database: Awaited<ReturnType<typeof cloneDatabase>>
let store: Store
let queue: Queue
let worker: Awaited<ReturnType<typeof startWorker>> | undefined

before(async () => {
  database = await cloneDatabase()
  store = openStore({ ...database.connection, max: 4 })
  queue = openQueue(store)
  await queue.start()
  await store.run(sql`insert into organization (id, name) values (${org}, 'Outages')`)
})
after(async () => {
  await queue.stop()
  await store.close()
  await database.drop()
})
let job: string
beforeEach(async () => {
  const payload = { contact_id: newId() }
  job = await store.transaction((db) => enqueue(db, queue, org, { type: 'contact_erasure', payload, user: null }))
})
afterEach(() => worker?.stop())

async function run(handler: JobHandler<never>) {
  const { connection } = database
  const log = { info() {}, warn() {}, error() {} }
  const handlers = { contact_erasure: handler }
  worker = await startWorker({ store, connection, handlers, log, backoff: [hour], concurrency: 1 })
}

const jobRow = () =>
  store.first<{ status: string; failures: number; attempts: number }>(
    sql`select status, failures, attempts from job where org_id = ${org} and id = ${job}`,
  )
const waitForEnd = () => waitFor('the end of the job', async () => (await jobRow())!.status === 'ready', 120_000)

test('a job whose connection ends again and again runs again each time', async () => {
  let tries = 0
  await run(async ({ db }) => {
    if (++tries <= outages) await db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
    return async () => {}
  })
  await waitForEnd()
  assert.deepEqual(await jobRow(), { status: 'ready', failures: 0, attempts: outages + 1 })
})

test('a job whose transaction loses its connection runs again', async () => {
  let tries = 0
  await run(async () => async (db) => {
    if (++tries === 1) await db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await waitForEnd()
  assert.deepEqual(await jobRow(), { status: 'ready', failures: 0, attempts: 2 })
})

test('a job that the queue took for lost, and that nobody took over yet, has not failed', async () => {
  let tries = 0
  await run(async ({ signal }) => {
    if (++tries > 1) return async () => {}
    // As after a stall of the database longer than the lease.
    await store.run(sql`
      update queue.job set state = 'retry', start_after = now() + interval '1 day' where data->>'job' = ${job}`)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await store.run(sql`update queue.job set start_after = now() where data->>'job' = ${job}`)
    return signal.throwIfAborted() as never
  })
  await waitForEnd()
  assert.deepEqual(await jobRow(), { status: 'ready', failures: 0, attempts: 2 })
})
