import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { claimJob, lockAttempt } from '#domain/jobs/queries-attempts.ts'
import { enqueue } from '#domain/jobs/enqueue.ts'
import { throwApiError } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { JobHandler } from '#worker/job-handlers.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'
import { spawnWorker } from './spawn-worker.ts'

let app: TestApp
let org: Org
let queue: Queue
const ends: (() => Promise<void>)[] = []

before(async () => {
  app = await startTestApp({ poolSize: 12 })
  queue = openQueue(app.store)
  await queue.start()
  await app.store.run(sql`create table effect (job_id uuid not null, worker text not null)`)
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await queue.stop()
  await app.close()
})
beforeEach(async () => {
  org = await app.org()
})
afterEach(async () => {
  await stopTestWorkers()
  for (const end of ends.splice(0)) await end()
})

const add = (payload: object = {}) =>
  app.store.transaction((db) => enqueue(db, queue, org.id, { type: 'export', payload, user: org.admin.userId }))
const call = (method: string, path: string, query?: Record<string, string>) =>
  app.call(org.admin.key, method, path, { ...(query && { query }) })
const waitForJob = (id: string) => {
  const findFinished = async () => {
    const { body } = await call('GET', `/jobs/${id}`, { wait: '30' })
    return body.finished_at && body
  }
  return waitFor(`the end of job ${id}`, findFinished, 120_000, 0)
}
const effects = (id: string) => app.store.rows<{ worker: string }>(sql`select worker from effect where job_id = ${id}`)

const startWorker = (handler: JobHandler<never>, backoff: readonly number[] = [1, 1, 1]) =>
  startTestWorker({ handlers: { export: handler }, backoff }, app)
async function startWorkerProcess(name: string) {
  const worker = await spawnWorker(app, name)
  ends.push(() => worker.stop())
  return worker
}
const insertEffect =
  (worker: string): JobHandler<never> =>
  async (run) =>
  async (db) =>
    void (await db.run(sql`insert into effect (job_id, worker) values (${run.id}, ${worker})`))

test('a job goes from queued to ready and shows its progress', async () => {
  const about = newId()
  const id = await app.store.transaction((db) =>
    enqueue(db, queue, org.id, {
      type: 'export',
      payload: {},
      total: 4,
      resource: { type: 'contact', id: about },
      user: org.admin.userId,
    }),
  )
  const queued = (await call('GET', `/jobs/${id}`)).body
  assert.deepEqual(
    [queued.status, queued.progress, queued.attempts, queued.started_at],
    ['queued', { done: 0, total: 4, percent: 0 }, 0, null],
  )
  let half: unknown
  await startWorker(async (run) => {
    await run.progress({ stage: 'counting', done: 2 })
    half = (await call('GET', `/jobs/${id}`)).body
    return async () => {}
  })
  const ready = await waitForJob(id)
  assert.deepEqual(
    [(half as typeof ready).status, (half as typeof ready).stage, (half as typeof ready).progress.percent],
    ['running', 'counting', 50],
  )
  assert.deepEqual(
    [ready.status, ready.progress.percent, ready.attempts, ready.created_by, ready.result],
    ['ready', 100, 1, org.admin.userId, { resource_type: 'contact', resource_id: about }],
  )
  assert.ok(ready.started_at && ready.finished_at)
})

test('jobs are listed newest first, filtered, and only within their organization', async () => {
  const [one, two, three] = [await add(), await add(), await add()]
  await call('POST', `/jobs/${two}/cancel`)
  const ids = async (query: Record<string, string>) =>
    (await call('GET', '/jobs', query)).body.data.map((job: { id: string }) => job.id)
  assert.deepEqual(await ids({}), [three, two, one])
  assert.deepEqual(await ids({ status: 'queued' }), [three, one])
  assert.deepEqual(await ids({ type: 'csv_import' }), [])
  const first = (await call('GET', '/jobs', { limit: '2' })).body
  assert.deepEqual(await ids({ limit: '2', cursor: first.pagination.next_cursor }), [one])
  const elsewhere = await app.org()
  assert.equal((await app.call(elsewhere.admin.key, 'GET', `/jobs/${one}`)).status, 404)
  assert.equal((await app.call(elsewhere.admin.key, 'POST', `/jobs/${one}/cancel`)).status, 404)
  for (const id of [one, three]) await call('POST', `/jobs/${id}/cancel`)
})

test('a rolled back transaction leaves neither a job nor a queue message', async () => {
  let id = ''
  await assert.rejects(
    app.store.transaction(async (db) => {
      id = await enqueue(db, queue, org.id, { type: 'export', payload: {}, user: null })
      throw new Error('no')
    }),
    /no/,
  )
  assert.equal((await call('GET', `/jobs/${id}`)).status, 404)
  assert.deepEqual(await app.store.rows(sql`select 1 from queue.job where data->>'job' = ${id}`), [])
})

test('waiting for a job ends with the job or the timeout', async () => {
  const id = await add()
  const began = performance.now()
  assert.equal((await call('GET', `/jobs/${id}`, { wait: '1' })).body.status, 'queued')
  assert.ok(performance.now() - began >= 1000)
  const waiting = call('GET', `/jobs/${id}`, { wait: '30' })
  await startWorker(insertEffect('here'))
  assert.equal((await waiting).body.status, 'ready')
  assert.equal((await call('GET', `/jobs/${id}`, { wait: '31' })).status, 400)
})

test('a failing job is tried four times with backoff and then reports its error', async () => {
  const id = await add()
  const starts: number[] = []
  await startWorker(async () => {
    starts.push(performance.now())
    throw new Error('an internal secret')
  }, [1, 2, 3])
  const job = await waitForJob(id)
  assert.deepEqual([job.status, job.error_code, job.attempts], ['failed', 'WORK_FAILED', 4])
  assert.ok(!job.error_message.includes('secret'))
  for (const [i, pause] of [1, 2, 3].entries()) assert.ok(starts[i + 1]! - starts[i]! >= pause * 1000 - 50, `${starts}`)
})

test('a job that succeeds after a retry ends without an error', async () => {
  const id = await add()
  let tries = 0
  await startWorker(async (run, payload) => {
    if (++tries < 3) throw new Error('not yet')
    return insertEffect('here')(run, payload)
  })
  const job = await waitForJob(id)
  assert.deepEqual([job.status, job.error_code, job.attempts, (await effects(id)).length], ['ready', null, 3, 1])
})

test('an API error in a job is permanent and reported with its message', async () => {
  const id = await add()
  await startWorker(async () => throwApiError('INVALID_STATE', 'There is nothing to export.'))
  const job = await waitForJob(id)
  assert.deepEqual(
    [job.status, job.error_code, job.error_message, job.attempts],
    ['failed', 'INVALID_STATE', 'There is nothing to export.', 1],
  )
})

test('a write that throws is rolled back', async () => {
  const id = await add()
  await startWorker(
    async (run) => async (db) => {
      await db.run(sql`insert into effect (job_id, worker) values (${run.id}, 'half')`)
      throw new Error('half-way')
    },
    [],
  )
  assert.equal((await waitForJob(id)).status, 'failed')
  assert.deepEqual(await effects(id), [])
})

test('a cancelled job ends at once: its handler is aborted and its writes are refused', async () => {
  const id = await add()
  let markStarted = () => {}
  let markAborted = () => {}
  const started = new Promise<void>((resolve) => (markStarted = resolve))
  const aborted = new Promise<void>((resolve) => (markAborted = resolve))
  await startWorker(async (run, payload) => {
    markStarted()
    await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()))
    markAborted()
    return insertEffect('late')(run, payload)
  })
  await started
  assert.equal((await call('POST', `/jobs/${id}/cancel`)).body.status, 'cancelled')
  const second = await add()
  await call('POST', `/jobs/${second}/cancel`)
  await aborted
  await stopTestWorkers()
  assert.deepEqual(await effects(id), [])
  for (const one of [id, second]) {
    assert.equal((await call('GET', `/jobs/${one}`)).body.status, 'cancelled')
    assert.equal((await call('POST', `/jobs/${one}/cancel`)).body.error.code, 'INVALID_STATE')
  }
})

test('two workers run each of many jobs once', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => add()))
  await Promise.all([startWorkerProcess('a'), startWorkerProcess('b')])
  for (const id of ids) await waitForJob(id)
  for (const id of ids) {
    assert.equal((await effects(id)).length, 1)
    assert.equal((await call('GET', `/jobs/${id}`)).body.attempts, 1)
  }
})

test('a stopping worker requeues its job', async () => {
  const id = await add({ slow_on: 'first', ms: 3000 })
  const first = await startWorkerProcess('first')
  await first.waitForLog('job started', id)
  await Promise.all([first.stop(), startWorkerProcess('second')])
  assert.equal((await waitForJob(id)).status, 'ready')
  assert.equal((await effects(id)).length, 1)
})

test('a worker that stops while the model reads ends the reading, not the process, and requeues the job', async () => {
  const id = await add()
  const texts = Array.from({ length: 4000 }, (_, n) => `The export of report ${n} stops halfway.`)
  const { promise: reading, resolve: startReading } = Promise.withResolvers<void>()
  const handler: JobHandler<never> = async (run) => {
    const { embed } = await run.embedder()
    startReading()
    await embed(texts)
    return async () => {}
  }
  await startTestWorker({ handlers: { export: handler }, embeddings: 'model' }, app)
  await reading
  await stopTestWorkers()
  const job = (await call('GET', `/jobs/${id}`)).body
  assert.deepEqual([job.status, job.attempts], ['running', 1])
  await startWorker(async () => async () => {})
  assert.equal((await waitForJob(id)).attempts, 2)
})

test('scheduled work of many transactions ends with the current one when its worker stops', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let end = ''
  const run = async (store: Store) => {
    for (;;) {
      await store.transaction((db) => db.run(sql`select 1`)).catch(({ name }: Error) => (end = name))
      if (end !== '') return
      begin()
    }
  }
  const cronJobs = (store: Store) => [{ name: 'many', cron: '0 0 1 1 *', run: () => run(store) }]
  await startTestWorker({ cronJobs }, app)
  await begun
  await stopTestWorkers()
  assert.equal(end, 'AbortError')
})

test('a job whose worker is killed runs again within 30 seconds and takes effect once', async () => {
  const id = await add({ slow_on: 'first', ms: 60_000 })
  const first = await startWorkerProcess('first')
  await first.waitForLog('job started', id)
  const second = await startWorkerProcess('second')
  const killed = performance.now()
  first.child.kill('SIGKILL')
  await second.waitForLog('job started', id)
  const resumed = (performance.now() - killed) / 1000
  assert.ok(resumed <= 30, `${resumed} s`)
  const job = await waitForJob(id)
  assert.deepEqual([job.status, job.attempts], ['ready', 2])
  assert.deepEqual(await effects(id), [{ worker: 'second' }])
})

test('while a job runs again, only the newer attempt may write', async () => {
  const id = await add()
  const attempts = [await claimJob(app.store, org.id, id, 0), await claimJob(app.store, org.id, id, 0)]
  assert.deepEqual(
    attempts.map((one) => one!.attempts),
    [1, 2],
  )
  const mayWrite = async (number: number) =>
    (await app.store.rows(lockAttempt({ org: org.id, id, number }))).length === 1
  assert.deepEqual([await mayWrite(1), await mayWrite(2)], [false, true])
})

test('a worker that was suspended cannot write after its job was reassigned', async () => {
  const id = await add({ slow_on: 'first', ms: 1500 })
  const first = await startWorkerProcess('first')
  await first.waitForLog('job started', id)
  first.child.kill('SIGSTOP')
  await startWorkerProcess('second')
  assert.equal((await waitForJob(id)).status, 'ready')
  first.child.kill('SIGCONT')
  await first.waitForLog('stale job attempt ended; nothing written', id)
  assert.deepEqual(await effects(id), [{ worker: 'second' }])
  assert.equal((await call('GET', `/jobs/${id}`)).body.attempts, 2)
})

test('a scheduled job whose worker was killed runs again in another worker', async () => {
  const killed = await spawnWorker(app, 'never-ends')
  await killed.waitForLog('scheduled job started')
  killed.child.kill('SIGKILL')
  const successor = await startWorkerProcess('successor')
  await successor.waitForLog('scheduled job started')
})
