import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { enqueue } from '#domain/account/jobs/enqueue.ts'
import { throwApiError } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { JobHandler } from '#worker/jobs.ts'
import { startWork, stopWork } from '../working.ts'
import { type Org, openWorld, type World } from '../world.ts'
import { spawnWorker } from './workers.ts'

let world: World
let org: Org
let queue: Queue
const ends: (() => Promise<void>)[] = []

before(async () => {
  world = await openWorld({ poolSize: 12 })
  queue = openQueue(world.store)
  await world.store.run(sql`create table effect (job_id uuid not null, worker text not null)`)
})
after(async () => {
  assert.deepEqual(world.errors, [])
  await queue.stop()
  await world.close()
})
beforeEach(async () => {
  org = await world.org()
})
afterEach(async () => {
  await stopWork()
  for (const end of ends.splice(0)) await end()
})

const add = (payload: object = {}) =>
  world.store.transaction((db) => enqueue(db, queue, org.id, { type: 'export', payload, user: org.admin.userId }))
const call = (method: string, path: string, query?: Record<string, string>) =>
  world.call(org.admin.key, method, path, { ...(query && { query }) })
const ended = async (id: string) => {
  for (let turns = 0; turns < 4; turns++) {
    const { body } = await call('GET', `/jobs/${id}`, { wait: '30' })
    if (body.finished_at) return body
  }
  throw new Error('the job did not end')
}
const effects = (id: string) =>
  world.store.rows<{ worker: string }>(sql`select worker from effect where job_id = ${id}`)

const workHere = (handler: JobHandler<never>, backoff: readonly number[] = [1, 1, 1]) =>
  startWork({ handlers: { export: handler }, backoff }, world)
async function workThere(name: string) {
  const worker = await spawnWorker(world, name)
  ends.push(() => worker.stop())
  return worker
}
const leaveMark =
  (worker: string): JobHandler<never> =>
  async (run) =>
  async (db) =>
    void (await db.run(sql`insert into effect (job_id, worker) values (${run.id}, ${worker})`))

test('a job shows its way from queued to ready, with progress', async () => {
  const about = newId()
  const id = await world.store.transaction((db) =>
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
  await workHere(async (run) => {
    await run.progress({ stage: 'counting', done: 2 })
    half = (await call('GET', `/jobs/${id}`)).body
    return async () => {}
  })
  const ready = await ended(id)
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

test('jobs are listed newest first, filtered, and only to their organization', async () => {
  const [one, two, three] = [await add(), await add(), await add()]
  await call('POST', `/jobs/${two}/cancel`)
  const ids = async (query: Record<string, string>) =>
    (await call('GET', '/jobs', query)).body.data.map((job: { id: string }) => job.id)
  assert.deepEqual(await ids({}), [three, two, one])
  assert.deepEqual(await ids({ status: 'queued' }), [three, one])
  assert.deepEqual(await ids({ type: 'csv_import' }), [])
  const first = (await call('GET', '/jobs', { limit: '2' })).body
  assert.deepEqual(await ids({ limit: '2', cursor: first.pagination.next_cursor }), [one])
  const elsewhere = await world.org()
  assert.equal((await world.call(elsewhere.admin.key, 'GET', `/jobs/${one}`)).status, 404)
  assert.equal((await world.call(elsewhere.admin.key, 'POST', `/jobs/${one}/cancel`)).status, 404)
  for (const id of [one, three]) await call('POST', `/jobs/${id}/cancel`)
})

test('a transaction that rolls back leaves neither a job nor a ticket', async () => {
  let id = ''
  await assert.rejects(
    world.store.transaction(async (db) => {
      id = await enqueue(db, queue, org.id, { type: 'export', payload: {}, user: null })
      throw new Error('no')
    }),
    /no/,
  )
  assert.equal((await call('GET', `/jobs/${id}`)).status, 404)
  assert.deepEqual(await world.store.rows(sql`select 1 from queue.job where data->>'job' = ${id}`), [])
})

test('waiting answers when the job ends, or when the time is up', async () => {
  const id = await add()
  const began = performance.now()
  assert.equal((await call('GET', `/jobs/${id}`, { wait: '1' })).body.status, 'queued')
  assert.ok(performance.now() - began >= 1000)
  const waiting = call('GET', `/jobs/${id}`, { wait: '30' })
  await workHere(leaveMark('here'))
  assert.equal((await waiting).body.status, 'ready')
  assert.equal((await call('GET', `/jobs/${id}`, { wait: '31' })).status, 400)
})

test('a failing job is tried four times, with a pause before each, and says why it gave up', async () => {
  const id = await add()
  const starts: number[] = []
  await workHere(async () => {
    starts.push(performance.now())
    throw new Error('a secret that nobody is told')
  }, [1, 2, 3])
  const job = await ended(id)
  assert.deepEqual([job.status, job.error_code, job.attempts], ['failed', 'WORK_FAILED', 4])
  assert.ok(!job.error_message.includes('secret'))
  for (const [i, pause] of [1, 2, 3].entries()) assert.ok(starts[i + 1]! - starts[i]! >= pause * 1000 - 50, `${starts}`)
})

test('a job that recovers ends as if nothing had been', async () => {
  const id = await add()
  let tries = 0
  await workHere(async (run, payload) => {
    if (++tries < 3) throw new Error('not yet')
    return leaveMark('here')(run, payload)
  })
  const job = await ended(id)
  assert.deepEqual([job.status, job.error_code, job.attempts, (await effects(id)).length], ['ready', null, 3, 1])
})

test('a refusal in the work is final and told in its own words', async () => {
  const id = await add()
  await workHere(async () => throwApiError('INVALID_STATE', 'There is nothing to export.'))
  const job = await ended(id)
  assert.deepEqual(
    [job.status, job.error_code, job.error_message, job.attempts],
    ['failed', 'INVALID_STATE', 'There is nothing to export.', 1],
  )
})

test('a write that throws half-way leaves nothing of it', async () => {
  const id = await add()
  await workHere(
    async (run) => async (db) => {
      await db.run(sql`insert into effect (job_id, worker) values (${run.id}, 'half')`)
      throw new Error('half-way')
    },
    [],
  )
  assert.equal((await ended(id)).status, 'failed')
  assert.deepEqual(await effects(id), [])
})

test('a cancelled job is over at once: its handler is told and its write refused', async () => {
  const id = await add()
  let told = () => {}
  let over = () => {}
  const begun = new Promise<void>((resolve) => (told = resolve))
  const aborted = new Promise<void>((resolve) => (over = resolve))
  await workHere(async (run, payload) => {
    told()
    await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()))
    over()
    return leaveMark('late')(run, payload)
  })
  await begun
  assert.equal((await call('POST', `/jobs/${id}/cancel`)).body.status, 'cancelled')
  const second = await add()
  await call('POST', `/jobs/${second}/cancel`)
  await aborted
  await stopWork()
  assert.deepEqual(await effects(id), [])
  for (const one of [id, second]) {
    assert.equal((await call('GET', `/jobs/${one}`)).body.status, 'cancelled')
    assert.equal((await call('POST', `/jobs/${one}/cancel`)).body.error.code, 'INVALID_STATE')
  }
})

test('many jobs, two workers: each runs once', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => add()))
  await Promise.all([workThere('a'), workThere('b')])
  for (const id of ids) await ended(id)
  for (const id of ids) {
    assert.equal((await effects(id)).length, 1)
    assert.equal((await call('GET', `/jobs/${id}`)).body.attempts, 1)
  }
})

test('a worker that stops in the middle hands its job on', async () => {
  const id = await add({ slow_on: 'first', ms: 3000 })
  const first = await workThere('first')
  await first.said('begun', id)
  await Promise.all([first.stop(), workThere('second')])
  assert.equal((await ended(id)).status, 'ready')
  assert.equal((await effects(id)).length, 1)
})

test('a job whose worker is killed runs again within 30 seconds and takes effect once', async () => {
  const id = await add({ slow_on: 'first', ms: 60_000 })
  const first = await workThere('first')
  await first.said('begun', id)
  const second = await workThere('second')
  const killed = performance.now()
  first.child.kill('SIGKILL')
  await second.said('begun', id)
  const resumed = (performance.now() - killed) / 1000
  assert.ok(resumed <= 30, `${resumed} s`)
  const job = await ended(id)
  assert.deepEqual([job.status, job.attempts], ['ready', 2])
  assert.deepEqual(await effects(id), [{ worker: 'second' }])
})

test('a worker that froze and comes back cannot write any more', async () => {
  const id = await add({ slow_on: 'first', ms: 1500 })
  const first = await workThere('first')
  await first.said('begun', id)
  first.child.kill('SIGSTOP')
  await workThere('second')
  assert.equal((await ended(id)).status, 'ready')
  first.child.kill('SIGCONT')
  await first.said('an attempt ended late and changed nothing', id)
  assert.deepEqual(await effects(id), [{ worker: 'second' }])
  assert.equal((await call('GET', `/jobs/${id}`)).body.attempts, 2)
})
