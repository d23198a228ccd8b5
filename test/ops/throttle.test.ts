import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { poolNames } from '#store/session.ts'
import { hasActiveRequests } from '#store/active-requests.ts'
import { sql } from '#store/sql.ts'
import { yieldToRequests } from '#worker/throttle.ts'
import { lowerBackendPriority } from '#priority.ts'
import { cloneDatabase } from '../database.ts'
import { waitFor } from '../wait-for.ts'

/** Tasks that run until released, and the number of running tasks. */
function heldTasks() {
  const releases: (() => void)[] = []
  let running = 0
  const task = async () => {
    running++
    await new Promise<void>((resolve) => releases.push(resolve))
    running--
  }
  return { task, releases, running: () => running }
}

test('without active requests all tasks run concurrently', async () => {
  const { task, releases, running } = heldTasks()
  const runThrottled = yieldToRequests(async () => false)
  const all = [runThrottled(task), runThrottled(task), runThrottled(task)]
  await waitFor('three running tasks', () => running() === 3)
  for (const release of releases) release()
  await Promise.all(all)
})

test('with active requests tasks run one at a time in order, also after a failed one', async () => {
  const runThrottled = yieldToRequests(async () => true)
  const seen: string[] = []
  let running = 0
  const task = (name: string) => async () => {
    assert.equal(++running, 1, 'one at a time')
    seen.push(name)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    if (name === 'second') throw new Error('task failed')
    return name
  }
  const ended = await Promise.allSettled(['first', 'second', 'third'].map((name) => runThrottled(task(name))))
  assert.deepEqual(seen, ['first', 'second', 'third'])
  assert.deepEqual(
    ended.map((one) => one.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('active requests are detected by recent statements of web connections only', async (t) => {
  const { connection, drop } = await cloneDatabase()
  const [web, worker] = [
    openStore({ ...connection, max: 1 }),
    openStore({ ...connection, max: 2, application_name: poolNames.worker }),
  ]
  t.after(async () => {
    await Promise.all([web.close(), worker.close()])
    await drop()
  })
  await worker.first(sql`select 1 as one`)
  assert.equal(await hasActiveRequests(worker), false, 'statements of the worker do not count')
  await web.first(sql`select 1 as one`)
  assert.equal(await hasActiveRequests(worker), true)
  await waitFor('the last request to age out', async () => !(await hasActiveRequests(worker)))
})

test(
  'backends of the worker have a lower CPU priority than backends of the web server',
  { skip: process.platform === 'win32' && 'needs per-process priorities' },
  async (t) => {
    const { connection, drop } = await cloneDatabase()
    const [web, worker] = [
      openStore({ ...connection, max: 1 }),
      openStore({ ...connection, max: 1, onServer: lowerBackendPriority }),
    ]
    t.after(async () => {
      await Promise.all([web.close(), worker.close()])
      await drop()
    })
    const priorityIn = async (store: typeof web) =>
      getPriority((await store.first<{ pid: number }>(sql`select pg_backend_pid() as pid`))!.pid)
    assert.ok((await priorityIn(worker)) > (await priorityIn(web)))
  },
)
