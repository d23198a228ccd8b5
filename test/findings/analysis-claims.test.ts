import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  failAnalysis,
  type QueuedItem,
  deleteAbandonedClaims,
  claimItems,
  listEarlierItems,
  renewClaim,
} from '#domain/findings/analysis/queries.ts'
import { finishItems } from '#domain/sources/feedback/queries-analysis.ts'
import { analyzeFeedback } from '#domain/findings/analysis/jobs.ts'
import type { JobRun } from '#domain/context.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'
import { waitForJobs } from '../wait-for-jobs.ts'

/* Mostly without a worker: the jobs stay queued, and the tests claim items in their names. */

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})
beforeEach(async () => {
  org = await app.org()
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await app.call(org.admin.key, method, path, { ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}
/** Each request enqueues a job of its own. */
const send = async (...contents: string[]) => {
  const { results, job_id } = await call('POST', '/feedback/bulk', {
    items: contents.map((content) => ({ content, source: 'app', contact: { email: 'ana@example.com' } })),
  })
  return { ids: (results as { id: string }[]).map((row) => row.id).sort(), job: job_id as string }
}
const claim = (job: string, requestedIds: readonly string[], limit: number) =>
  app.store.transaction((db) => claimItems(db, org.id, { job, requestedIds, limit }))
const claimIds = async (job: string, requestedIds: readonly string[], limit: number) =>
  (await claim(job, requestedIds, limit)).map((item) => item.id)
const finish = (read: readonly QueuedItem[]) =>
  app.store.transaction((db) =>
    finishItems(
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
  app.store.run(sql`update job set status = ${status} where org_id = ${org.id} and id = ${job}`)

test('a job claims the requested items, then the oldest others, and no item of another job', async () => {
  const [one, two] = [
    await send('The export is slow', 'The search is slow', 'The editor is slow'),
    await send('Please add a calendar', 'Please add a map'),
  ]
  assert.deepEqual(await claimIds(two.job, two.ids, 3), [one.ids[0], ...two.ids].sort())
  assert.deepEqual(await claimIds(one.job, one.ids, 10), one.ids.slice(1))
  assert.deepEqual(
    await claimIds(two.job, two.ids, 10),
    [one.ids[0], ...two.ids].sort(),
    'a job may claim its own items again',
  )
})

const ageClaims = () =>
  app.store.run(sql`update analysis_claim set renewed_at = now() - interval '1 minute' where org_id = ${org.id}`)

test('a claim that is not renewed is free to other jobs', async () => {
  const [lost, other] = [await send('The export is slow'), await send('Please add a map')]
  const all = [...lost.ids, ...other.ids].sort()
  await claimIds(lost.job, lost.ids, 10)
  await ageClaims()
  await renewClaim(app.store, org.id, lost.job)
  assert.deepEqual(await claimIds(other.job, other.ids, 10), [])
  await ageClaims()
  assert.deepEqual(await claimIds(other.job, other.ids, 10), all)
  assert.deepEqual(await claimIds(lost.job, lost.ids, 10), [], 'the job that was lost does not take them back')
})

test('jobs that wait for the items of a lost job get them, although they leave it no place to run', async (t) => {
  const lost = await send('The export is slow')
  const waiting = [await send('The search is slow'), await send('Please add a calendar'), await send('The map is slow')]
  await claimIds(lost.job, [], 10)
  await endJob(lost.job, 'running')
  await ageClaims()
  await app.store.run(sql`
    update queue.job set start_after = now() + interval '1 day' where data->>'job' = ${lost.job}`)
  await startTestWorker({ concurrency: waiting.length }, app)
  t.after(stopTestWorkers)
  const isReady = async ({ job }: { job: string }) => (await call('GET', `/jobs/${job}`)).status === 'ready'
  await waitFor('the end of the waiting jobs', async () => (await Promise.all(waiting.map(isReady))).every(Boolean))
  assert.deepEqual(await listed('queued'), [])
  assert.equal((await listed('analyzed')).length, 4)
})

test('a claim is renewed while its items are analyzed', async (t) => {
  const { ids, job } = await send('The export is slow')
  const renewedAt = async () =>
    (await app.store.first<{ at: string }>(
      sql`select renewed_at::text as at from analysis_claim where org_id = ${org.id} and job_id = ${job}`,
    ))!.at
  const slowly = async (run: JobRun, payload: { feedback_ids: string[] }) => {
    const embedder = await run.embedder('static')
    const read: typeof embedder.read = async (texts) => {
      const before = await renewedAt()
      await waitFor('a renewal of the claim', async () => (await renewedAt()) !== before)
      return embedder.read(texts)
    }
    return analyzeFeedback({ ...run, embedder: async () => ({ ...embedder, read }) }, payload)
  }
  await startTestWorker({ handlers: { feedback_analysis: slowly } }, app)
  t.after(stopTestWorkers)
  await waitForJobs(app, org.admin.key)
  assert.equal(await statusOf(ids[0]!), 'analyzed')
})

test('concurrent claims share all items, each claimed once', async () => {
  const batches = await Promise.all(
    Array.from({ length: 6 }, (_, n) => send(...Array.from({ length: 5 }, (_, m) => `Case ${n} of ${m} is slow`))),
  )
  const claimed = await Promise.all(batches.map(({ job }) => claimIds(job, [], 5)))
  assert.deepEqual(claimed.flat().sort(), batches.flatMap(({ ids }) => ids).sort())
})

test('a claimed item is shown and listed as analyzing, and as queued when its job has ended', async () => {
  const {
    ids: [claimed, queued],
    job,
  } = await send('The export is slow', 'The search is slow')
  await claimIds(job, [claimed!], 1)
  assert.deepEqual([await statusOf(claimed!), await statusOf(queued!)], ['analyzing', 'queued'])
  assert.deepEqual(
    [
      await listed('analyzing'),
      await listed('queued'),
      await listed('queued,analyzing'),
      await listed('analyzing,skipped'),
    ],
    [[claimed], [queued], [claimed, queued].sort(), [claimed]],
  )
  assert.equal((await call('GET', '/feedback/count?status=analyzing')).count, 1)
  await endJob(job, 'cancelled')
  assert.deepEqual(
    [await statusOf(claimed!), await listed('analyzing'), await listed('queued')],
    ['queued', [], [claimed, queued].sort()],
  )
  assert.ok((await deleteAbandonedClaims(app.store)) >= 1)
  assert.equal(await app.store.first(sql`select 1 from analysis_claim where org_id = ${org.id}`), undefined)
})

test('an item that was changed or deleted after it was read is not overwritten', async () => {
  const { ids, job } = await send('The export is slow', 'The search is slow', 'The editor is slow')
  const read = await claim(job, ids, 3)
  await call('PATCH', `/feedback/${ids[0]}`, { tags: ['other'] })
  await call('DELETE', `/feedback/${ids[1]}`)
  assert.deepEqual(await finish(read), new Set([ids[2]]))
  assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[2]!)], ['analyzing', 'analyzed'])
  assert.deepEqual(await finish(await claim(job, ids, 3)), new Set([ids[0]]), 'after it was read again')
})

const createItem = async (more: object = {}) =>
  (
    await call('POST', '/feedback', {
      content: 'The export is slow',
      source: 'app',
      contact: { email: 'bo@example.com' },
      ...more,
    })
  ).id as string
const createResponse = async (score: number) =>
  (await call('POST', '/nps/responses', { score, reason: 'The export is slow', external_id: 'one', source: 'app' }))
    .feedback_id as string
const createInterview = async () =>
  (
    await call('POST', '/interviews', {
      title: 'Call',
      interview_date: '2026-05-02',
      transcript: { text: 'Me: How is it?\nAna: The export is slow.' },
    })
  ).id as string

type Change = [name: string, create: () => Promise<string>, change: (id: string) => Promise<unknown>]

async function assertNewVersion([name, create, change]: Change) {
  const id = await create()
  const { id: job } = (await app.store.first<{ id: string }>(
    sql`select id from job where org_id = ${org.id} and status = 'queued' order by id desc limit 1`,
  ))!
  const read = await claim(job, [id], 1)
  assert.deepEqual(
    read.map((one) => one.id),
    [id],
    name,
  )
  await change(id)
  assert.deepEqual(await finish(read), new Set(), name)
  await endJob(job, 'cancelled')
}

test('every kind of change gives an item a new version', async () => {
  const contactId = (await call('POST', '/contacts', { email: 'ana@example.com' })).id
  const changes: Change[] = [
    ['tags', createItem, (id) => call('PATCH', `/feedback/${id}`, { tags: ['slow'] })],
    [
      'another title',
      () => createItem({ external_id: 'one' }),
      () => createItem({ external_id: 'one', title: 'Export' }),
    ],
    [
      'another language',
      () => createItem({ external_id: 'two' }),
      () => createItem({ external_id: 'two', language: 'fr' }),
    ],
    ['deleted', createItem, (id) => call('DELETE', `/feedback/${id}`)],
    [
      'an interview is renamed',
      createInterview,
      (id) => call('PATCH', `/interviews/${id}`, { title: 'Call with Ana' }),
    ],
    ['another score', () => createResponse(3), () => createResponse(4)],
    [
      'its contact is merged',
      createItem,
      async (id) =>
        call('POST', `/contacts/${contactId}/merge`, {
          source_contact_ids: [(await call('GET', `/feedback/${id}`)).contact_id],
        }),
    ],
  ]
  for (const change of changes) await assertNewVersion(change)
})

test('of two claimed batches with the same text, the later one sees the earlier one and not the reverse', async () => {
  const text = 'The mobile app logs me out every single morning before work'
  const [one, two] = [await send(text), await send(text)]
  const [later, earlier] = [await claim(two.job, two.ids, 1), await claim(one.job, one.ids, 1)].reverse()
  const seen = async (job: string, read: readonly QueuedItem[]) =>
    (await listEarlierItems(app.store, org.id, job, read)).map((row) => row.id)
  assert.deepEqual([await seen(one.job, later!), await seen(two.job, earlier!)], [two.ids, []])
})

test('the first claim sees items that were imported as analyzed, and no queued ones', async () => {
  const {
    ids: [old, imported, queued],
    job,
  } = await send(
    'The mobile app logs me out every morning',
    'The mobile app logs me out each morning',
    'The mobile app logs me out all mornings',
  )
  await app.store.run(
    sql`update feedback_state set status = 'analyzed' where org_id = ${org.id} and feedback_id = ${imported}`,
  )
  const before = async (read: readonly QueuedItem[]) =>
    (await listEarlierItems(app.store, org.id, job, read)).map((one) => one.id)
  assert.deepEqual(await before(await claim(job, [old!], 1)), [imported])
  assert.deepEqual(await before(await claim(job, [queued!], 1)), [imported])
})

test('when a job fails finally, only its claimed items fail', async () => {
  const { ids, job } = await send('The export is slow', 'The search is slow')
  await claimIds(job, [ids[0]!], 1)
  await app.store.transaction((db) => failAnalysis(db, { org: org.id, id: job }))
  assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[1]!)], ['failed', 'queued'])
})
