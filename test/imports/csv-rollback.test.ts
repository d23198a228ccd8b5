import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { jobHandlers } from '#worker/job-handlers.ts'
import { deleteExpired } from '#worker/retention.ts'
import { type Body, org, app } from '../test-server.ts'
import { stopTestWorkers } from '../test-worker.ts'
import { uploads, useUploads, startCsvWorker } from './uploads-client.ts'

useUploads()

const send = async (body: Body): Promise<Body> => (await uploads.call('POST', '/feedback', body)).body
const rollBack = async (id: string) => {
  const { status, body } = await uploads.call('POST', `/csv-uploads/${id}/rollback`)
  assert.deepEqual([status, body.status], [202, 'rolling_back'])
  return uploads.waitForEnd(id)
}
/** Everything that counts, without the times at which it was touched. */
const state = async () => {
  const plain = (rows: Body[]) => rows.map(({ updated_at: _, ...row }) => row)
  return {
    feedback: plain(await uploads.list('/feedback')),
    contacts: plain(await uploads.list('/contacts')),
    themes: plain(await uploads.list('/themes')),
    insights: plain(await uploads.list('/insights')),
  }
}

test('a rollback restores counts and every changed field', async () => {
  await send({
    content: 'Old words',
    source: 'crm',
    external_id: '1',
    title: 'Kept',
    tags: ['a'],
    metadata: { a: 1 },
    contact: { email: 'ana@acme.example', name: 'Ana' },
  })
  await send({
    content: 'Untouched',
    source: 'crm',
    external_id: '9',
    contact: { email: 'ben@acme.example', name: 'Ben', company: { name: 'Acme', plan: 'free' } },
  })
  await app.store.run(sql`update feedback_state set status = 'analyzed' where org_id = ${org.id}`)
  const theme = (await uploads.call('POST', '/themes', { name: 'Export' })).body
  const before = await state()
  const rows = [
    'content,external_id,email,name,plan,tags',
    'New words,1,ana@acme.example,Anna,pro,b',
    'Fresh,2,new@acme.example,New,,',
    'Fresh too,3,ben@acme.example,Benjamin,enterprise,c',
    'Bad,4,nobody,,,',
  ]
  const done = await uploads.importFile(rows.join('\n'), {
    options: { default_source: 'crm' },
    columns: {
      content: 'content',
      external_id: 'external_id',
      email: 'respondent_email',
      name: 'respondent_name',
      plan: 'contact.plan',
      tags: 'tags',
    },
  })
  assert.deepEqual(
    [done.status, done.totals.created, done.totals.updated, done.totals.failed],
    ['completed_with_errors', 2, 1, 1],
  )
  // The machine finds something in a row that will go.
  const fresh = (await uploads.list('/feedback', { q: 'Fresh' })).at(-1)!
  const found = (
    await uploads.call('POST', '/insights', {
      name: 'Found',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      feedback_id: fresh.id,
      theme_ids: [theme.id],
    })
  ).body
  await app.store.run(sql`update insight set origin = 'auto' where org_id = ${org.id} and id = ${found.id}`)
  assert.notDeepEqual(await state(), before)
  const undone = await rollBack(done.id)
  assert.equal(undone.status, 'rolled_back')
  assert.deepEqual(await state(), before)
  assert.deepEqual(await app.store.rows(sql`select 1 from csv_import_change where org_id = ${org.id}`), [])
  assert.equal((await uploads.call('POST', `/csv-uploads/${done.id}/rollback`)).body.error.code, 'INVALID_STATE')
  // What was taken back can be brought again.
  const again = await uploads.importFile(rows.join('\n'), {
    options: { default_source: 'crm' },
    columns: { content: 'content', external_id: 'external_id', email: 'respondent_email' },
  })
  assert.deepEqual([again.totals.created, again.totals.updated], [2, 1])
})

test('a rollback keeps later changes', async () => {
  const old = await send({ content: 'Old', source: 'csv', external_id: '1', title: 'Old title' })
  await app.store.run(sql`update feedback_state set status = 'analyzed' where org_id = ${org.id}`)
  const done = await uploads.importFile('content,title,external_id\nNew,New title,1\nMade,,2\n')
  await uploads.call('PATCH', `/feedback/${old.id}`, { title: 'By hand' })
  await app.store.run(sql`update feedback_state set status = 'analyzed' where org_id = ${org.id}`)
  const made = (await uploads.list('/feedback', { q: 'Made' }))[0]!
  const other = await send({ content: 'Said since', contact: { email: 'kept@acme.example' } })
  await uploads.call('PATCH', `/feedback/${made.id}`, { title: 'Also by hand' })
  await rollBack(done.id)
  const now = (await uploads.call('GET', `/feedback/${old.id}`)).body
  assert.deepEqual([now.content, now.title, now.status], ['Old', 'By hand', 'queued'])
  assert.deepEqual(
    (await uploads.list('/feedback')).map((one) => one.id),
    [other.id, old.id],
  )
})

test('a rollback keeps imported contacts that got other feedback', async () => {
  const done = await uploads.importFile('content,respondent_email\nOne,heard@acme.example\nTwo,unheard@acme.example\n')
  await send({ content: 'Again', contact: { email: 'heard@acme.example' } })
  await rollBack(done.id)
  assert.deepEqual(
    (await uploads.list('/contacts')).map((one) => one.email),
    ['heard@acme.example'],
  )
  assert.equal(await uploads.count(), 1)
})

test('cancelling keeps the imported batches, and a rollback removes them', async () => {
  await stopTestWorkers()
  const rows = Array.from({ length: 1800 }, (_, n) => `Row ${n},r${n}@acme.example`)
  const { id } = (await uploads.upload(`content,respondent_email\n${rows.join('\n')}\n`)).body
  await uploads.map(id, { content: 'content', respondent_email: 'respondent_email' })
  await uploads.call('POST', `/csv-uploads/${id}/start`)
  let written = 0
  const cancels: Body[] = []
  await startCsvWorker({
    csv_import: (run, payload) =>
      jobHandlers.csv_import(
        {
          ...run,
          write: async (work) => {
            const result = await run.write(work)
            if (++written === 2) cancels.push((await uploads.call('POST', `/csv-uploads/${id}/cancel`)).body)
            return result
          },
        },
        payload,
      ),
  })
  const cancelled = await uploads.waitForEnd(id)
  assert.deepEqual(
    [
      cancels[0]!.status,
      cancelled.status,
      cancelled.totals.created,
      await uploads.count(),
      (await uploads.list('/contacts')).length,
    ],
    ['cancelled', 'cancelled', 1000, 1000, 100],
  )
  assert.equal((await uploads.call('GET', `/jobs/${cancelled.job_id}`)).body.status, 'cancelled')
  assert.equal((await rollBack(id)).status, 'rolled_back')
  assert.deepEqual([await uploads.count(), (await uploads.list('/contacts')).length, written], [0, 0, 2])
})

test('an import whose job was cancelled or failed shows that status', async () => {
  await stopTestWorkers()
  const { body } = await uploads.upload('content\nOne\n')
  await uploads.map(body.id, { content: 'content' })
  const { job_id } = (await uploads.call('POST', `/csv-uploads/${body.id}/start`)).body
  await uploads.call('POST', `/jobs/${job_id}/cancel`)
  assert.equal((await uploads.call('GET', `/csv-uploads/${body.id}`)).body.status, 'cancelled')
  await app.store.run(sql`update job set status = 'failed' where org_id = ${org.id} and id = ${job_id}`)
  assert.deepEqual(
    (await uploads.list('/csv-uploads', { status: 'failed' })).map((one) => one.id),
    [body.id],
  )
  await startCsvWorker()
  assert.equal((await rollBack(body.id)).status, 'rolled_back')
})

test('an import can be rolled back for thirty days', async () => {
  const done = await uploads.importFile('content\nOne\n')
  await app.store.run(
    sql`update csv_upload set rollback_until = now() - interval '1 second' where org_id = ${org.id}
      and id = ${done.id}`,
  )
  assert.equal((await uploads.call('POST', `/csv-uploads/${done.id}/rollback`)).body.error.code, 'INVALID_STATE')
  assert.equal(await uploads.count(), 1)
})

test('files are deleted after their retention period', async () => {
  const rows = 'content,email\nGood,ana@acme.example\nBad,nobody\n'
  const done = await uploads.importFile(rows, { columns: { content: 'content', email: 'respondent_email' } })
  const waiting = (await uploads.upload(rows)).body
  const kept = async () =>
    (
      await app.store.rows<{ upload_id: string }>(
        sql`select distinct upload_id from csv_chunk where org_id = ${org.id}`,
      )
    )
      .map((row) => row.upload_id)
      .sort()
  const age = (days: number) =>
    app.store.run(sql`
    update csv_upload set updated_at = updated_at - make_interval(days => ${days}::int), rollback_until = rollback_until - make_interval(days => ${days}::int) where org_id = ${org.id}`)
  await age(29)
  await deleteExpired(app.store)
  assert.deepEqual(await kept(), [done.id, waiting.id].sort())
  assert.equal((await uploads.file(`/csv-uploads/${done.id}/errors?format=csv`)).status, 200)
  await age(2)
  await deleteExpired(app.store)
  assert.deepEqual(await kept(), [])
  assert.deepEqual(await app.store.rows(sql`select 1 from csv_import_change where org_id = ${org.id}`), [])
  assert.equal((await uploads.call('GET', `/csv-uploads/${waiting.id}`)).body.status, 'cancelled')
  for (const [method, path] of [
    ['POST', `${waiting.id}/start`],
    ['GET', `${waiting.id}/preview`],
    ['GET', `${done.id}/errors?format=csv`],
    ['POST', `${done.id}/rollback`],
  ] as const)
    assert.deepEqual(
      [path, (await uploads.call(method, `/csv-uploads/${path}`)).body.error.code],
      [path, 'INVALID_STATE'],
    )
  assert.deepEqual(await uploads.errors(done.id), [[2, 'email', 'INVALID_EMAIL']])
  assert.equal(await uploads.count(), 1)
})
