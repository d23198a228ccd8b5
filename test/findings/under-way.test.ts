import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  endItems,
  failAnalysis,
  type Item,
  releaseAbandoned,
  takeItems,
  writtenBefore,
} from '#domain/findings/analysis/items.ts'
import { sql } from '#store/sql.ts'
import { type Org, openWorld, type World } from '../world.ts'

/* Nobody works here: the jobs that feedback asks for wait, and the tests take items in their names. */

let world: World
let org: Org
before(async () => {
  world = await openWorld()
})
after(async () => {
  assert.deepEqual(world.errors, [])
  await world.close()
})
beforeEach(async () => {
  org = await world.org()
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await world.call(org.admin.key, method, path, { ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}
/** Each request asks for a job of its own. */
const say = async (...contents: string[]) => {
  const { results, job_id } = await call('POST', '/feedback/bulk', {
    items: contents.map((content) => ({ content, source: 'app', contact: { email: 'ana@example.com' } })),
  })
  return { ids: (results as { id: string }[]).map((row) => row.id).sort(), job: job_id as string }
}
const items = (job: string, asked: readonly string[], max: number) =>
  world.store.transaction((db) => takeItems(db, org.id, job, asked, max))
const take = async (job: string, asked: readonly string[], max: number) =>
  (await items(job, asked, max)).map((item) => item.id)
const end = (read: readonly Item[]) =>
  world.store.transaction((db) =>
    endItems(
      db,
      org.id,
      read.map(({ id, version }) => ({
        id,
        version,
        status: 'analyzed',
        skip_reason: null,
        duplicate_of_id: null,
        language: 'en',
      })),
    ),
  )
const statusOf = async (id: string) => (await call('GET', `/feedback/${id}`)).status as string
const listed = async (status: string) =>
  ((await call('GET', `/feedback?status=${status}`)).data as { id: string }[]).map((row) => row.id).sort()
const endJob = (job: string, status: string) =>
  world.store.run(sql`update job set status = ${status} where org_id = ${org.id} and id = ${job}`)

test('an item is with one job at a time: first what it was asked for, then the oldest that wait', async () => {
  const [one, two] = [
    await say('The export is slow', 'The search is slow', 'The editor is slow'),
    await say('Please add a calendar', 'Please add a map'),
  ]
  assert.deepEqual(await take(two.job, two.ids, 3), [one.ids[0], ...two.ids].sort())
  assert.deepEqual(await take(one.job, one.ids, 10), one.ids.slice(1))
  assert.deepEqual(
    await take(two.job, two.ids, 10),
    [one.ids[0], ...two.ids].sort(),
    'what it has itself it may take again',
  )
})

test('many who take at the same time share everything among them, and nothing is with two', async () => {
  const said = await Promise.all(
    Array.from({ length: 6 }, (_, n) => say(...Array.from({ length: 5 }, (_, m) => `Case ${n} of ${m} is slow`))),
  )
  const taken = await Promise.all(said.map(({ job }) => take(job, [], 5)))
  assert.deepEqual(taken.flat().sort(), said.flatMap(({ ids }) => ids).sort())
})

test('what is under way is shown and found as analyzing, and as queued when its job has ended', async () => {
  const {
    ids: [taken, waits],
    job,
  } = await say('The export is slow', 'The search is slow')
  await take(job, [taken!], 1)
  assert.deepEqual([await statusOf(taken!), await statusOf(waits!)], ['analyzing', 'queued'])
  assert.deepEqual(
    [
      await listed('analyzing'),
      await listed('queued'),
      await listed('queued,analyzing'),
      await listed('analyzing,skipped'),
    ],
    [[taken], [waits], [taken, waits].sort(), [taken]],
  )
  assert.equal((await call('GET', '/feedback/count?status=analyzing')).count, 1)
  await endJob(job, 'cancelled')
  assert.deepEqual(
    [await statusOf(taken!), await listed('analyzing'), await listed('queued')],
    ['queued', [], [taken, waits].sort()],
  )
  assert.ok((await releaseAbandoned(world.store)) >= 1)
  assert.equal(await world.store.first(sql`select 1 from analysis_claim where org_id = ${org.id}`), undefined)
})

test('what was changed or deleted since it was read is not written over', async () => {
  const { ids, job } = await say('The export is slow', 'The search is slow', 'The editor is slow')
  const read = await items(job, ids, 3)
  await call('PATCH', `/feedback/${ids[0]}`, { tags: ['other'] })
  await call('DELETE', `/feedback/${ids[1]}`)
  assert.deepEqual(await end(read), new Set([ids[2]]))
  assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[2]!)], ['analyzing', 'analyzed'])
  assert.deepEqual(await end(await items(job, ids, 3)), new Set([ids[0]]), 'read again, it is as it was read')
})

test('whichever way an item changes while it is read, it is not the one that was read', async () => {
  const [ana, bo] = [{ email: 'ana@example.com' }, { email: 'bo@example.com' }]
  const stays = (await call('POST', '/contacts', ana)).id
  const item = async (more: object = {}) =>
    (await call('POST', '/feedback', { content: 'The export is slow', source: 'app', contact: bo, ...more }))
      .id as string
  const answer = async (score: number) =>
    (await call('POST', '/nps/responses', { score, reason: 'The export is slow', external_id: 'one', source: 'app' }))
      .feedback_id as string
  const interview = async () =>
    (
      await call('POST', '/interviews', {
        title: 'Call',
        interview_date: '2026-05-02',
        transcript: { text: 'Me: How is it?\nAna: The export is slow.' },
      })
    ).id as string
  const ways: [string, () => Promise<string>, (id: string) => Promise<unknown>][] = [
    ['tags', item, (id) => call('PATCH', `/feedback/${id}`, { tags: ['slow'] })],
    ['another title', () => item({ external_id: 'one' }), () => item({ external_id: 'one', title: 'Export' })],
    ['another language', () => item({ external_id: 'two' }), () => item({ external_id: 'two', language: 'fr' })],
    ['deleted', item, (id) => call('DELETE', `/feedback/${id}`)],
    ['an interview is renamed', interview, (id) => call('PATCH', `/interviews/${id}`, { title: 'Call with Ana' })],
    ['another score', () => answer(3), () => answer(4)],
    [
      'its contact is somebody else',
      item,
      async (id) =>
        call('POST', `/contacts/${stays}/merge`, {
          source_contact_ids: [(await call('GET', `/feedback/${id}`)).contact_id],
        }),
    ],
  ]
  for (const [name, said, change] of ways) {
    const id = await said()
    const { id: job } = (await world.store.first<{ id: string }>(
      sql`select id from job where org_id = ${org.id} and status = 'queued' order by id desc limit 1`,
    ))!
    const read = await items(job, [id], 1)
    assert.deepEqual(
      read.map((one) => one.id),
      [id],
      name,
    )
    await change(id)
    assert.deepEqual(await end(read), new Set(), name)
    await endJob(job, 'cancelled')
  }
})

test('of two batches under way that hold the same words, the later one sees the earlier one and not the other way round', async () => {
  const words = 'The mobile app logs me out every single morning before work'
  const [one, two] = [await say(words), await say(words)]
  const [later, earlier] = [await items(two.job, two.ids, 1), await items(one.job, one.ids, 1)].reverse()
  const seen = async (job: string, read: readonly Item[]) =>
    (await writtenBefore(world.store, org.id, job, read)).map((row) => row.id)
  assert.deepEqual([await seen(one.job, later!), await seen(two.job, earlier!)], [two.ids, []])
})

test('what moved in analyzed is seen by the first that is taken, however old that is, and what still waits is not', async () => {
  const {
    ids: [old, moved, waits],
    job,
  } = await say(
    'The mobile app logs me out every morning',
    'The mobile app logs me out each morning',
    'The mobile app logs me out all mornings',
  )
  await world.store.run(
    sql`update feedback_state set status = 'analyzed' where org_id = ${org.id} and feedback_id = ${moved}`,
  )
  const before = async (read: readonly Item[]) =>
    (await writtenBefore(world.store, org.id, job, read)).map((one) => one.id)
  assert.deepEqual(await before(await items(job, [old!], 1)), [moved])
  assert.deepEqual(await before(await items(job, [waits!], 1)), [moved])
})

test('what a job had under way when it failed for good has failed, and only that', async () => {
  const { ids, job } = await say('The export is slow', 'The search is slow')
  await take(job, [ids[0]!], 1)
  await world.store.transaction((db) => failAnalysis(db, { org: org.id, id: job }))
  assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[1]!)], ['failed', 'queued'])
})
