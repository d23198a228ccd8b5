import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { Body } from '../ground.ts'
import { type Desk, desk } from '../imports/ground.ts'
import { type Org, openWorld, type World } from '../world.ts'
import { optionsFrom } from './options.ts'
import { type Random, randomFrom } from './random.ts'

/* Workers are killed in the middle of importing a table and of taking it back; what comes out is what one worker that lives comes to. */

const {
  imports: { kills, rows },
  seed,
} = optionsFrom(process.env)

let world: World
let queue: Queue
let worker: ChildProcess | undefined
/** Started and not yet at work, so that a kill does not have to wait for the next one to come up. */
const standby: ChildProcess[] = []
const ready = 3
before(async () => {
  world = await openWorld({ poolSize: 8 })
  queue = openQueue(world.store)
})
after(async () => {
  await kill()
  await Promise.all(standby.map((one) => (one.kill('SIGKILL'), once(one, 'exit'))))
  await queue.stop()
  await world.close()
  assert.deepEqual(world.errors, [])
})

const spawnWorker = () =>
  spawn(process.execPath, [join(import.meta.dirname, 'csv-worker.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(world.connection) },
  })
function startWorker(more = ready) {
  while (standby.length <= more) standby.push(spawnWorker())
  worker = standby.shift()!
  worker.stdin!.write('work\n')
}
async function kill() {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** Some rows are bad, some are twice, some are known already and some people speak often. */
const table = () => {
  const line = (n: number) =>
    n % 97 === 0 ? `,${n},nobody` : `"Row ${n},\nsaid twice",${n % 89 === 0 ? n - 1 : n},person${n % 701}@acme.example`
  return `content,external_id,respondent_email\n${Array.from({ length: rows }, (_, n) => line(n)).join('\n')}\n`
}

async function prepare(): Promise<{ org: Org; at: Desk; id: string }> {
  const org = await world.org()
  const at = desk(world, org)
  await at.call('POST', '/feedback/bulk', {
    items: Array.from({ length: 300 }, (_, n) => ({
      content: `Known ${n * 7}`,
      source: 'csv',
      external_id: String(n * 7),
      contact: { email: `person${n}@acme.example`, name: `Person ${n}` },
    })),
  })
  const { id } = (await at.upload(table())).body
  await at.map(id, { content: 'content', external_id: 'external_id', respondent_email: 'respondent_email' })
  return { org, at, id }
}

/** All that an import leaves in an organization, without the ids and times that differ from run to run. */
async function left(org: Org, id: string): Promise<object> {
  const first = async (query: ReturnType<typeof sql>) => (await world.store.first<object>(query))!
  return {
    feedback: await first(sql`
      select count(*) as count, count(*) filter (where f.deleted_at is not null) as deleted, count(f.csv_upload_id) as imported,
        md5(string_agg(f.external_id || f.content || coalesce(c.email, ''), '/' order by f.external_id, f.content, c.email) filter (where f.deleted_at is null)) as words
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

const doneOf = async (org: Org, id: string) =>
  (await world.store.first<{ ended: boolean; attempts: number; done: number }>(sql`
    select j.finished_at is not null as ended, j.attempts, u.position + (select count(*) from csv_import_change e where e.org_id = u.org_id and e.upload_id = u.id) as done
    from csv_upload u join job j on j.org_id = u.org_id and j.id = u.job_id where u.org_id = ${org.id} and u.id = ${id}`))!

/** A worker, dead at a random moment: soon after it began, or once it has come further. Answers whether there was anything left to be killed in. */
async function killOnce(org: Org, id: string, random: Random): Promise<boolean> {
  const before = await doneOf(org, id)
  startWorker()
  const further = random.upTo(4) < 1
  const same = (now: typeof before) =>
    (further ? now.done === before.done : now.attempts === before.attempts) && !now.ended
  for (let now = before; same(now); now = await doneOf(org, id)) await new Promise((resolve) => setTimeout(resolve, 3))
  await new Promise((resolve) => setTimeout(resolve, random.upTo(60)))
  await kill()
  const { ended } = await doneOf(org, id)
  const { job_id } = (await world.store.first<{ job_id: string }>(
    sql`select job_id from csv_upload where org_id = ${org.id} and id = ${id}`,
  ))!
  // Handed on at once, as the queue does when it has missed the dead worker for long enough.
  if (!ended) await world.store.transaction((db) => queue.put(db, { org: org.id, job: job_id, failures: 0 }))
  return !ended
}

test(`a table imported and taken back by workers that are killed comes out as by one that is not`, async (t) => {
  t.diagnostic(`seed ${seed}, ${rows} rows`)
  const random = randomFrom(seed)
  const [calm, rough] = [await prepare(), await prepare()]
  const act = async ({ at, id }: { at: Desk; id: string }, action: string): Promise<Body> =>
    (await at.call('POST', `/csv-uploads/${id}/${action}`)).body
  let killed = 0
  for (const [action, max] of [
    ['start', kills],
    ['rollback', Math.ceil(kills / 4)],
  ] as const) {
    await act(rough, action)
    let here = 0
    while (here < max && (await killOnce(rough.org, rough.id, random))) here++
    killed += here
    await act(calm, action)
    startWorker(action === 'start' ? ready : 0)
    await Promise.all([calm.at.ended(calm.id), rough.at.ended(rough.id)])
    await kill()
    assert.deepEqual(await left(rough.org, rough.id), await left(calm.org, calm.id), action)
    assert.ok(here >= max * 0.8, `void: the work was over after ${here} kills`)
  }
  t.diagnostic(`${killed} workers killed`)
  const { upload } = (await left(rough.org, rough.id)) as { upload: Body }
  assert.deepEqual([upload.status, upload.position], ['rolled_back', rows])
  assert.equal(await rough.at.count(), 300)
})
