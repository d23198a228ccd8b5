import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyRetention } from '#domain/overview/retention/apply-retention.ts'
import { sql } from '#store/sql.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, type Body, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

useTestWorker()

const old = '2024-03-01T10:00:00Z'
const text = (word: string) => `The ${word} export fails every day and we are very unhappy with it.`
const feedback = (word: string, more: Body = {}): Promise<Body> =>
  callOk('POST', '/feedback', { content: text(word), source: 'chat', occurred_at: old, ...more })

/** One old item of each kind, an old one that a Project has as evidence, and a new one. */
async function fill(): Promise<{ evidence: Body; project: Body }> {
  const evidence = await feedback('walnut')
  await feedback('hazel', {
    title: 'Hazel',
    tags: ['hazel'],
    metadata: { hazel: 'hazel' },
    url: 'https://a.example/hazel',
  })
  await feedback('maple', { occurred_at: new Date().toISOString() })
  await feedback('cedar', { source: 'archive' })
  const ticket = {
    source_name: 'desk',
    subject: 'Birch',
    body: text('birch'),
    opened_at: old,
    channel: 'birch',
    tags: ['birch'],
    company: 'Birch',
  }
  await app.call(org.admin.key, 'POST', '/support/custom/tickets', {
    body: ticket,
    headers: { 'idempotency-key': 't' },
  })
  await callOk('POST', '/nps/responses', { score: 2, reason: text('aspen'), tags: ['aspen'], responded_at: old })
  const survey = await callOk('POST', '/surveys', {
    title: 'How is it?',
    questions: [{ type: 'open_text', text: 'What should we improve?', key: 'improve' }],
  })
  const answer = {
    answers: [{ key: 'improve', value: text('linden') }],
    submitted_at: old,
    backfill: true,
    metadata: { linden: 1 },
  }
  await callOk('POST', `/surveys/${survey.id}/responses`, answer)
  await callOk('POST', '/interviews', {
    title: 'Interview',
    interview_date: '2024-03-01',
    segments: [{ speaker: 'Rowan', role: 'customer', text: text('rowan') }],
  })
  await waitForOrgJobs()
  for (const word of deletedWords)
    await app.store.run(sql`
      update insight set tags = array[${word}] where org_id = ${org.id} and feedback_id in (
        select id from feedback where org_id = ${org.id} and content like ${`%${word}%`})`)
  const { data } = await callOk('GET', `/feedback/${evidence.id}/insights`)
  const project = await callOk('POST', '/projects', { title: 'Fix the export' })
  const assignment = { action: 'assign_insights', project_id: project.id, insight_ids: [data[0].id] }
  const headers = { 'idempotency-key': 'assign' }
  const assigned = await app.call(org.admin.key, 'POST', '/build/projects', { body: assignment, headers })
  assert.equal(assigned.status, 200, assigned.text)
  return { evidence, project }
}

const countLive = async () =>
  (await app.store.first<{ count: number }>(
    sql`select count(*) as count from insight where org_id = ${org.id} and live`,
  ))!.count

/** What themes say they have, and what they have. */
const wrongThemes = () =>
  app.store.rows(sql`
    select t.id from theme t where t.org_id = ${org.id} and t.insight_count <> (
      select count(*) from insight i where i.org_id = ${org.id} and i.live and t.id = any(i.theme_ids))`)

const policy = { days: 365, sources: [{ source: 'archive', days: null }] }
const deletedWords = ['hazel', 'birch', 'aspen', 'linden', 'rowan']

test('what is older than the period is deleted with its texts, except for evidence of Projects', async () => {
  const { evidence, project } = await fill()
  const insightsBefore = await countLive()
  const preview = await callOk('POST', '/retention/preview', policy)
  assert.deepEqual([preview.deleted_count, preview.kept_count], [deletedWords.length, 1])
  const { before, ...chat } = preview.by_source.find((one: Body) => one.source === 'chat')
  assert.deepEqual(chat, { source: 'chat', deleted_count: 1, kept_count: 1 })
  assert.ok(Math.abs(Date.parse(before) - (Date.now() - 365 * 86_400_000)) < 3_600_000)
  assert.equal(await applyRetention(app.store), 0, 'a preview sets nothing')

  await callOk('PATCH', '/retention', policy)
  assert.equal(await applyRetention(app.store), deletedWords.length)
  for (const word of deletedWords) {
    // The feed of events and stored responses are deleted after 30 days.
    const places = (await findInDatabase(app.store, word)).filter((place) => !/^(event|idempotency)\./.test(place))
    assert.deepEqual(places, [], word)
  }
  for (const word of ['walnut', 'maple', 'cedar']) assert.notDeepEqual(await findInDatabase(app.store, word), [], word)
  assert.equal((await callOk('GET', `/feedback/${evidence.id}`)).content, text('walnut'))
  assert.equal((await callOk('GET', `/projects/${project.id}/evidence`)).data.length, 1)
  assert.equal((await callOk('GET', '/feedback/count')).count, 3)
  assert.ok((await countLive()) < insightsBefore)
  assert.deepEqual(await wrongThemes(), [])
  const { deleted_count, kept_count } = (await callOk('GET', '/retention')).last_run
  assert.deepEqual([deleted_count, kept_count], [deletedWords.length, 1])
  const audit = await app.store.rows(
    sql`select 1 from event where org_id = ${org.id} and operation = 'retention' and type is null`,
  )
  assert.equal(audit.length, 1)
  assert.equal(await applyRetention(app.store), 0, 'a second run finds nothing')
})

test('other organizations and those without a period keep everything', async () => {
  await feedback('alder')
  assert.equal(await applyRetention(app.store), 0)
  await callOk('PATCH', '/retention', { sources: [{ source: 'chat', days: 36_500 }] })
  assert.equal(await applyRetention(app.store), 0)
  assert.equal((await callOk('GET', '/feedback/count')).count, 1)
})
