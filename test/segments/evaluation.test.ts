import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateNightly } from '#domain/findings/segments/evaluate-nightly.ts'
import { reevaluateAllContacts } from '#domain/segmentation/evaluate-all.ts'
import { listActiveSegments } from '#domain/segmentation/queries.ts'
import { sql } from '#store/sql.ts'
import { org, app } from '../test-server.ts'
import { useTestWorker } from '../test-worker.ts'
import { type Body, segmentsClient, type SegmentsClient } from './segments-client.ts'

let client: SegmentsClient
useTestWorker({
  beforeEachTest() {
    client = segmentsClient(app, org)
  },
})

const plan = (value: string) => [{ field: 'plan', op: 'eq', value }]
/** Inserted without evaluating the rules. */
const insertContacts = (count: number) =>
  app.store.run(sql`
  insert into contact (org_id, id, email, company)
  select ${org.id}, ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@crowd.example',
    jsonb_build_object('plan', case when n % 4 = 0 then 'pro' else 'free' end)
  from generate_series(1, ${count}::integer) n`)
const ended = async (job: string): Promise<Body> => client.read(`/jobs/${job}`, { wait: '30' })

test('an evaluation job applies the rules to all contacts and shows its progress', async () => {
  const segment = await client.segment('Pro', plan('pro'))
  await insertContacts(40)
  assert.equal((await client.read(`/segments/${segment.id}`)).contact_count, 0)
  const { status, body } = await client.call('POST', `/segments/${segment.id}/evaluate`)
  assert.deepEqual([status, body.status], [202, 'queued'])
  const job = await ended(body.job_id)
  assert.deepEqual(
    [job.type, job.status, job.progress, job.result],
    [
      'segment_evaluation',
      'ready',
      { done: 40, total: 40, percent: 100 },
      { resource_type: 'segment', resource_id: segment.id },
    ],
  )
  const after = await client.read(`/segments/${segment.id}`)
  assert.equal(after.contact_count, 10)
  assert.ok(after.last_evaluated_at > segment.last_evaluated_at)
})

test('with many contacts, new rules are applied by a job', async () => {
  await insertContacts(5001)
  const created = await client.call('POST', '/segments', { name: 'Pro', rules: { conditions: plan('pro') } })
  assert.deepEqual([created.status, created.body.contact_count, created.body.last_evaluated_at], [201, 0, null])
  const [job] = (await client.read('/jobs', { type: 'segment_evaluation', resource_id: created.body.id })).data
  assert.equal((await ended(job.id)).status, 'ready')
  assert.equal((await client.read(`/segments/${created.body.id}`)).contact_count, 1250)
  await client.call('DELETE', `/segments/${created.body.id}`)
  const [last] = (await client.read('/jobs', { type: 'segment_evaluation', resource_id: created.body.id })).data
  assert.equal((await ended(last.id)).status, 'ready')
  assert.ok((await client.stored()).every((one) => one.segment_ids.length === 0))
})

test('the nightly evaluation moves contacts whose dates have passed', async () => {
  const segment = await client.segment('Heard lately', [{ field: 'last_feedback_at', op: 'within_days', value: 7 }])
  const ana = await client.contact({})
  const feedback = await client.feedback({ contact_id: ana.id })
  assert.deepEqual(await client.segmentsOf(ana.id), [segment.id])
  await app.store.run(
    sql`update feedback set occurred_at = now() - interval '8 days' where org_id = ${org.id} and id = ${feedback.id}`,
  )
  assert.ok((await evaluateNightly(app.store)) >= 1)
  const [job] = (await client.read('/jobs', { type: 'segment_evaluation' })).data
  assert.deepEqual([(await ended(job.id)).status, job.created_by], ['ready', null])
  assert.deepEqual(await client.segmentsOf(ana.id), [])
})

test('a second evaluation changes nothing, and outdated insights get the segments of their contact', async () => {
  const segment = await client.segment('Pro', plan('pro'))
  const ana = await client.contact({ company: { plan: 'pro' } })
  const insight = await client.insight({ contact_id: ana.id })
  await app.store.run(sql`update insight set segment_ids = '{}' where org_id = ${org.id}`)
  const before = await client.stored()
  assert.equal(
    await app.store.transaction(async (db) => reevaluateAllContacts(db, org.id, await listActiveSegments(db, org.id))),
    0,
  )
  assert.deepEqual(await client.stored(), before)
  await ended((await client.call('POST', `/segments/${segment.id}/evaluate`)).body.job_id)
  assert.deepEqual((await client.read(`/insights/${insight.id}`)).segment_ids, [segment.id])
})

test('concurrent changes leave every contact in the segments of its rules', async () => {
  const segments = await Promise.all(['a', 'b', 'c'].map((name) => client.segment(name, plan(name))))
  const emails = Array.from({ length: 8 }, (_, n) => `p${n}@x.org`)
  const next = (n: number) => ['a', 'b', 'c', 'd'][n % 4]!
  const contacts = emails.flatMap((email, n) =>
    [0, 1].map((round) => () => client.call('POST', '/contacts', { email, company: { plan: next(n + round) } })),
  )
  const batches = [0, 1].map(
    (round) => () =>
      client.call('POST', '/contacts/bulk', {
        items: emails.map((email, n) => ({ email, company: { plan: next(n * 3 + round) } })),
      }),
  )
  const rules = segments.flatMap((segment, n) =>
    [0, 1].map(
      (round) => () =>
        client.call('PATCH', `/segments/${segment.id}`, { rules: { conditions: plan(next(n + round)) } }),
    ),
  )
  const looks = segments.map((segment) => () => client.call('POST', `/segments/${segment.id}/evaluate`))
  const replies = await Promise.all(
    [...contacts, ...batches, ...rules, ...looks].sort(() => Math.random() - 0.5).map((run) => run()),
  )
  assert.deepEqual(
    replies.filter((reply) => reply.status >= 300).map((reply) => reply.text),
    [],
  )
  for (const reply of replies) if (reply.body.job_id) assert.equal((await ended(reply.body.job_id)).status, 'ready')
  const before = await client.stored()
  assert.equal(
    await app.store.transaction(async (db) => reevaluateAllContacts(db, org.id, await listActiveSegments(db, org.id))),
    0,
  )
  assert.deepEqual(await client.stored(), before)
})
