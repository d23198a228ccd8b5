import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { openStore, poolNames } from '#store/open.ts'
import { somebodyIsServed } from '#store/served.ts'
import { sql } from '#store/sql.ts'
import { courteous } from '#worker/courtesy.ts'
import { stepBackInServer } from '#priority.ts'
import { cloneDatabase } from '../database.ts'
import { until } from '../waiting.ts'

/** Pieces that end when they are told to, and how many are under way. */
function pieces() {
  const ends: (() => void)[] = []
  let underWay = 0
  const piece = async () => {
    underWay++
    await new Promise<void>((resolve) => ends.push(resolve))
    underWay--
  }
  return { piece, ends, underWay: () => underWay }
}

test('with nobody to be served all pieces of heavy work go on together', async () => {
  const { piece, ends, underWay } = pieces()
  const turn = courteous(async () => false)
  const all = [turn(piece), turn(piece), turn(piece)]
  await until('all are under way', () => underWay() === 3)
  for (const end of ends) end()
  await Promise.all(all)
})

test('while somebody is served pieces go one after the other, in their order, also after one that fails', async () => {
  const turn = courteous(async () => true)
  const seen: string[] = []
  let underWay = 0
  const piece = (name: string) => async () => {
    assert.equal(++underWay, 1, 'alone')
    seen.push(name)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    if (name === 'second') throw new Error('it failed')
    return name
  }
  const ended = await Promise.allSettled(['first', 'second', 'third'].map((name) => turn(piece(name))))
  assert.deepEqual(seen, ['first', 'second', 'third'])
  assert.deepEqual(
    ended.map((one) => one.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('the database tells whether requests are answered: by those who answer them, and only as long as they do', async (t) => {
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
  assert.equal(await somebodyIsServed(worker), false, 'what the worker asks itself does not count')
  await web.first(sql`select 1 as one`)
  assert.equal(await somebodyIsServed(worker), true)
  await until('nobody is served any more', async () => !(await somebodyIsServed(worker)))
})

test(
  'a process of the database that works for the worker stands behind those that answer requests',
  { skip: process.platform === 'win32' && 'needs a priority for each process' },
  async (t) => {
    const { connection, drop } = await cloneDatabase()
    const [web, worker] = [
      openStore({ ...connection, max: 1 }),
      openStore({ ...connection, max: 1, onServer: stepBackInServer }),
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
