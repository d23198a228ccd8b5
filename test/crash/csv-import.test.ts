import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { Body } from '../test-server.ts'
import { type UploadsClient, uploadsClient } from '../imports/uploads-client.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { optionsFrom } from './options.ts'
import { type Random, randomFrom } from './random.ts'
import { waitFor } from '../wait-for.ts'

/*
 * Workers are killed or frozen during a CSV import and its rollback; the result must equal that of an uninterrupted
 * worker. A frozen one is woken while its successor works: it still believes to own the job.
 */

const {
  imports: { kills, rows },
  seed,
} = optionsFrom(process.env)

let app: TestApp
let queue: Queue
let worker: ChildProcess | undefined
/** Loaded but not started, so that a replacement is ready at once. */
const standby: ChildProcess[] = []
const standbyCount = 1
const frozen: ChildProcess[] = []
let frozenCount = 0
let interruptions = 0
before(async () => {
  app = await startTestApp({ poolSize: 8 })
  queue = openQueue(app.store)
  await queue.start()
})
after(async () => {
  await kill()
  await Promise.all([...standby, ...frozen].map((one) => (one.kill('SIGKILL'), once(one, 'exit'))))
  await queue.stop()
  await app.close()
  assert.deepEqual(app.errors, [])
})

const spawnWorker = () =>
  spawn(process.execPath, [join(import.meta.dirname, 'csv-worker.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(app.connection) },
  })
function startWorker(more = standbyCount) {
  while (standby.length <= more) standby.push(spawnWorker())
  worker = standby.shift()!
  worker.stdin!.write('work\n')
}
async function kill() {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

function freeze() {
  worker!.kill('SIGSTOP')
  frozen.push(worker!)
  frozenCount++
  worker = undefined
}
/** Lets the frozen worker go on for a moment, and kills it before it can take the job again. */
async function wake(ms: number) {
  for (const one of frozen) one.kill('SIGCONT')
  await new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.all(frozen.splice(0).map((one) => (one.kill('SIGKILL'), once(one, 'exit'))))
}

/** Includes invalid, duplicate and already imported rows, and contacts with several rows. */
const csvFile = () => {
  const line = (n: number) =>
    n % 97 === 0 ? `,${n},nobody` : `"Row ${n},\nsaid twice",${n % 89 === 0 ? n - 1 : n},person${n % 701}@acme.example`
  return `content,external_id,respondent_email\n${Array.from({ length: rows }, (_, n) => line(n)).join('\n')}\n`
}

async function prepare(): Promise<{ org: Org; at: UploadsClient; id: string }> {
  const org = await app.org()
  const at = uploadsClient(app, org)
  await at.call('POST', '/feedback/bulk', {
    items: Array.from({ length: 300 }, (_, n) => ({
      content: `Known ${n * 7}`,
      source: 'csv',
      external_id: String(n * 7),
      contact: { email: `person${n}@acme.example`, name: `Person ${n}` },
    })),
  })
  const { id } = (await at.upload(csvFile())).body
  await at.map(id, { content: 'content', external_id: 'external_id', respondent_email: 'respondent_email' })
  return { org, at, id }
}

/** The state after an import, without ids and times, which differ from run to run. */
async function stateOf(org: Org, id: string): Promise<object> {
  const first = async (query: ReturnType<typeof sql>) => (await app.store.first<object>(query))!
  return {
    feedback: await first(sql`
      select count(*) as count, count(*) filter (where f.deleted_at is not null) as deleted, count(f.csv_upload_id) as imported,
        md5(string_agg(f.external_id || f.content || coalesce(c.email, ''), '/' order by f.external_id, f.content, c.email)
          filter (where f.deleted_at is null)) as contents
      from feedback f left join contact c on c.org_id = f.org_id and c.id = f.contact_id where f.org_id = ${org.id}`),
    contacts: await first(
      sql`select count(*) as count, count(*) filter (where deleted_at is not null) as deleted, md5(string_agg(email, '/' order by email)) as emails from contact where org_id = ${org.id}`,
    ),
    problems: await first(
      sql`select count(*) as count, sum(row_number) as sum from csv_problem where org_id = ${org.id}`,
    ),
    effects: await first(
      sql`select count(*) as count, count(before) as changed from csv_import_change where org_id = ${org.id}`,
    ),
    events: await first(
      sql`select count(*) filter (where type = 'feedback.created') as created, count(*) filter (where type = 'csv_upload.completed') as completed from event where org_id = ${org.id} and operation = 'csv_import'`,
    ),
    upload: await first(
      sql`select status, position, valid, created, updated, unchanged, skipped, failed, error_count, warning_count from csv_upload where org_id = ${org.id} and id = ${id}`,
    ),
  }
}

const progressOf = async (org: Org, id: string) =>
  (await app.store.first<{ ended: boolean; attempts: number; done: number }>(sql`
    select j.finished_at is not null as ended, j.attempts, u.position + (select count(*) from csv_import_change e where e.org_id = u.org_id and e.upload_id = u.id) as done
    from csv_upload u join job j on j.org_id = u.org_id and j.id = u.job_id where u.org_id = ${org.id} and u.id = ${id}`))!

/** Starts a worker and kills or freezes it at a random moment; returns whether the job was still unfinished. */
async function interruptOnce(org: Org, id: string, random: Random): Promise<boolean> {
  const before = await progressOf(org, id)
  startWorker()
  const waitForRows = random.upTo(4) < 1
  const isUnchanged = (now: typeof before) =>
    (waitForRows ? now.done === before.done : now.attempts === before.attempts) && !now.ended
  await waitFor('progress of the import', async () => !isUnchanged(await progressOf(org, id)), 120_000, 3)
  const isAnyFrozen = frozen.length > 0
  await wake(random.upTo(60))
  if (!isAnyFrozen && ++interruptions % 2 === 0) freeze()
  else await kill()
  const { ended } = await progressOf(org, id)
  const { job_id } = (await app.store.first<{ job_id: string }>(
    sql`select job_id from csv_upload where org_id = ${org.id} and id = ${id}`,
  ))!
  // Requeue at once, as the queue does after the heartbeat timeout.
  if (!ended) await app.store.transaction((db) => queue.put(db, { org: org.id, job: job_id, failures: 0 }))
  return !ended
}

test('an import and rollback by killed and frozen workers gives the same result as an uninterrupted one', async (t) => {
  t.diagnostic(`seed ${seed}, ${rows} rows`)
  const random = randomFrom(seed)
  const [undisturbed, disturbed] = [await prepare(), await prepare()]
  const act = async ({ at, id }: { at: UploadsClient; id: string }, action: string): Promise<Body> =>
    (await at.call('POST', `/csv-uploads/${id}/${action}`)).body
  let killed = 0
  for (const [action, max] of [
    ['start', kills],
    ['rollback', Math.ceil(kills / 4)],
  ] as const) {
    await act(disturbed, action)
    let here = 0
    while (here < max && (await interruptOnce(disturbed.org, disturbed.id, random))) here++
    killed += here
    await wake(30)
    await act(undisturbed, action)
    startWorker(action === 'start' ? standbyCount : 0)
    await Promise.all([undisturbed.at.waitForEnd(undisturbed.id), disturbed.at.waitForEnd(disturbed.id)])
    await kill()
    assert.deepEqual(await stateOf(disturbed.org, disturbed.id), await stateOf(undisturbed.org, undisturbed.id), action)
    assert.ok(here >= max * 0.8, `inconclusive: the job finished after ${here} kills`)
  }
  assert.ok(frozenCount > 0)
  t.diagnostic(`${killed} workers interrupted, ${frozenCount} of them frozen and woken`)
  const { upload } = (await stateOf(disturbed.org, disturbed.id)) as { upload: Body }
  assert.deepEqual([upload.status, upload.position], ['rolled_back', rows])
  assert.equal(await disturbed.at.count(), 300)
})
