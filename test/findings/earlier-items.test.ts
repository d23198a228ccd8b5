import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimItems, listEarlierItems } from '#domain/findings/analysis/queries.ts'
import { sql } from '#store/sql.ts'
import { cronJobs } from '#worker/cron-jobs.ts'
import { openQueue } from '#store/queue.ts'
import type { Vault } from '#store/vault.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

/* After a crash of PostgreSQL, which discards what autovacuum has counted, tables may stay without statistics. */

let app: TestApp
let org: Org
const jobs: string[] = []
/** Requests with more items make statistics themselves. */
const itemsPerRequest = 19
const requests = 40

before(async () => {
  app = await startTestApp()
  org = await app.org()
  await app.store.run(sql`alter table feedback set (autovacuum_enabled = off)`)
  await app.store.run(sql`alter table feedback_state set (autovacuum_enabled = off)`)
  for (let n = 0; n < requests; n++) {
    const items = Array.from({ length: itemsPerRequest }, (_, m) => ({ content: `Report ${n}-${m} is slow` }))
    const { body } = await app.call(org.admin.key, 'POST', '/feedback/bulk', { body: { items } })
    jobs.push(body.job_id)
  }
})
after(() => app.close())

const withoutStatistics = async () =>
  (
    await app.store.rows<{ name: string }>(sql`
    select relname as name from pg_class where relname in ('feedback', 'feedback_state') and relpages = 0`)
  ).length

test('earlier items of a large batch are found within the time limit of a statement', async () => {
  assert.equal(await withoutStatistics(), 2, 'inconclusive: there are statistics')
  const job = jobs.at(-1)!
  const limit = itemsPerRequest * requests
  const items = await app.store.transaction((db) => claimItems(db, org.id, { job, requestedIds: [], limit }))
  assert.equal(items.length, limit)
  assert.deepEqual(await listEarlierItems(app.store, org.id, job, items), [])
})

test('a worker makes missing statistics every minute', async () => {
  const log = { info() {}, warn() {}, error() {} }
  const delivery = { url: '', publicUrl: '', vault: {} as Vault }
  const scheduled = cronJobs({ store: app.store, queue: openQueue(app.store), log, auditDays: 1, delivery })
  const { cron, run } = scheduled.find(({ name }) => name === 'statistics')!
  assert.equal(cron, '* * * * *')
  await run()
  assert.equal(await withoutStatistics(), 0)
})
