import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enqueue } from '#domain/jobs/enqueue.ts'
import { insertJob } from '#domain/jobs/queries.ts'
import { sweepJobs } from '#domain/jobs/sweep.ts'
import { newId } from '#store/ids.ts'
import { openStore, type Store } from '#store/open.ts'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { Vault } from '#store/vault.ts'
import { cronJobs } from '#worker/cron-jobs.ts'
import { cloneDatabase } from '../database.ts'

async function scheduled({ store, queue }: { store: Store; queue: Queue }, wanted: string) {
  const log = { info() {}, warn() {}, error() {} }
  const jobs = cronJobs({ store, queue, log, auditDays: 1, delivery: { url: '', publicUrl: '', vault: {} as Vault } })
  await jobs.find(({ name }) => name === wanted)!.run()
}

test('a job without a message in the queue gets one, and no second', async (t) => {
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 3 })
  const queue = openQueue(store)
  t.after(async () => {
    await queue.stop()
    await store.close()
    await drop()
  })
  await queue.start()
  const org = 'org_sweep'
  await store.run(sql`insert into organization (id, name) values (${org}, 'Sweep')`)
  const job = { type: 'contact_erasure', payload: { contact_id: newId() }, user: null } as const
  await store.transaction((db) => enqueue(db, queue, org, job))
  const [lost, failedOnce, ended] = [newId(), newId(), newId()]
  for (const id of [lost, failedOnce, ended]) await insertJob(store, org, { ...job, id })
  // Its message is the one from before the failure, which a worker would ignore.
  await queue.put(store, { org, job: failedOnce, failures: 0 })
  await store.run(sql`update job set failures = 1 where org_id = ${org} and id = ${failedOnce}`)
  await store.run(sql`update job set status = 'ready' where org_id = ${org} and id = ${ended}`)

  assert.equal(await sweepJobs(store, queue), 0, 'what is new may still get its message')
  const messages = () =>
    store.rows<{ job: string; failures: number }>(
      sql`select data->>'job' as job, (data->>'failures')::int as failures from queue.job where name = 'work'
          and data->>'job' = any(${[lost, failedOnce, ended]}::text[]) order by 2, 1`,
    )
  assert.equal((await messages()).length, 1)
  await store.run(sql`update job set updated_at = now() - interval '2 minutes' where org_id = ${org}`)
  await scheduled({ store, queue }, 'sweep-jobs')
  assert.equal(await sweepJobs(store, queue, 0), 0)
  assert.deepEqual(
    await messages(),
    [
      { job: failedOnce, failures: 0 },
      { job: lost, failures: 0 },
      { job: failedOnce, failures: 1 },
    ].sort((a, b) => a.failures - b.failures || a.job.localeCompare(b.job)),
  )
})
