import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { analysisVersionOf } from '#domain/findings/analysis/analysis-version.ts'
import { modelIds } from '#engine/embed/embedder.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, call, org } from '../test-server.ts'
import {
  callOk,
  startTestWorker,
  stopTestWorkers,
  useTestWorker,
  waitForOrgJobs,
  withTestWorker,
} from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'

/* Each test starts its own workers, so that jobs can be observed before they run. */

useTestWorker({ startsWorker: false, beforeEachTest: stopTestWorkers })

const currentVersion = analysisVersionOf(modelIds.static)

type Insight = { id: string; feedback_id: string; name: string; sentiment: string; quote: string } & Record<string, any>

const analyzed = () => withTestWorker(waitForOrgJobs)
const rerun = (scope?: string) => callOk('POST', '/analysis/rerun', scope === undefined ? {} : { scope })
const jobOf = (id: string) => callOk('GET', `/jobs/${id}`)
const runToEnd = async (scope?: string) => {
  const { job_id } = await rerun(scope)
  await analyzed()
  return jobOf(job_id)
}
const outdatedCount = async () => (await callOk('GET', '/analysis')).outdated_insight_count as number
const detailOf = (id: string): Promise<Insight> => callOk('GET', `/insights/${id}`)
/** All insights in all states, in the order of their ids. */
async function listInsights(): Promise<Insight[]> {
  const rows = await app.store.rows<{ id: string }>(
    sql`select id from insight where org_id = ${org.id} and deleted_at is null order by id`,
  )
  return Promise.all(rows.map(({ id }) => detailOf(id)))
}
const visible = ({ id, name, sentiment, category, quote }: Insight) => ({ id, name, sentiment, category, quote })

const sentences = [
  'The CSV export stops at ten thousand rows.',
  'The new editor is a joy to write in every day.',
  'The tablet version freezes on the start page.',
  'Single sign-on fails on Safari with an error.',
  'The invoices page is hard to find in the menu.',
  'Search results are wrong for long product names.',
  'The calendar crashes when I open it on my phone.',
  'The mobile application logs me out every morning.',
  'Please let me sort the table by two columns.',
  'The price of the team plan is too high for us.',
  'The support team answered my question very quickly.',
  'The map shows the wrong address of our office.',
]

async function sendWithKey(path: string, body: object) {
  const reply = await app.call(org.admin.key, 'POST', path, { body, headers: { 'idempotency-key': newId() } })
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
}

/** One item of every kind that is analyzed, and one insight for every kind of change by a person. */
async function sendEverything() {
  await callOk('POST', '/feedback/bulk', {
    items: sentences.map((content, n) => ({ content, source: 'app', contact: { email: `p${n}@example.com` } })),
  })
  await callOk('POST', '/nps/responses', { score: 2, reason: 'The reports are too slow to use every day.' })
  await sendWithKey('/support/custom/tickets', {
    subject: 'Broken upload',
    body: 'Uploading a photo fails with an error message.',
    status: 'closed',
  })
  const transcript = { text: 'Mia: How is it?\n\nAna: The weekly summary mail arrives twice and confuses our team.' }
  await callOk('POST', '/interviews', { title: 'Ana', interview_date: '2026-05-02', transcript })
  const { id, questions } = await callOk('POST', '/surveys', {
    title: 'Why',
    status: 'active',
    questions: [{ type: 'open_text', text: 'Why?' }],
  })
  const answers = [{ question_id: questions[0].id, value: 'The keyboard shortcuts do not work in the list view.' }]
  await callOk('POST', `/surveys/${id}/responses`, { answers })
  // Tickets are analyzed once they are idle; this one does not wait.
  const waiting = await app.store.rows<{ id: string }>(
    sql`select feedback_id as id from feedback_state where org_id = ${org.id} and status = 'received'`,
  )
  for (const { id } of waiting) await callOk('POST', `/feedback/${id}/analyze`)
  await analyzed()
}

/** As if the insights came from an older version with other labels and another model. */
async function makeOutdated() {
  await app.store.run(sql`
    update insight set analysis_version = '1/older-model', name = 'Older ' || name, sentiment = 'NEUTRAL',
      category = 'GENERAL_FEEDBACK'
    where org_id = ${org.id} and origin = 'auto'`)
  await app.store.run(sql`update insight_vector set model = 'older-model' where org_id = ${org.id}`)
  await app.store.run(sql`update embedding_space set model = 'older-model' where org_id = ${org.id}`)
  await app.store.run(sql`update subtheme set model = 'older-model' where org_id = ${org.id}`)
}

test('insights of an older version are analyzed again under their ids, with the labels and model of this version', async () => {
  await sendEverything()
  const before = await listInsights()
  const sources = new Set(before.map((insight) => insight.source_type))
  assert.ok(before.length >= sentences.length + 4)
  assert.ok(sources.size >= 4, [...sources].join())
  assert.deepEqual(await callOk('GET', '/analysis'), {
    analysis_version: currentVersion,
    outdated_insight_count: 0,
    languages: ['en'],
  })

  await makeOutdated()
  assert.equal(await outdatedCount(), before.length)
  const themed = await app.store.rows(sql`select * from insight_theme where org_id = ${org.id} order by insight_id`)
  const feedback = (await callOk('GET', '/feedback', undefined, { limit: '100' })).data
  const job = await runToEnd()
  assert.deepEqual(
    [job.type, job.status, job.stage, job.progress.percent, job.progress.done],
    ['analysis_rerun', 'ready', 'analyzing', 100, feedback.length],
  )
  const after = await listInsights()
  assert.deepEqual(after.map(visible), before.map(visible))
  assert.ok(after.every((insight) => insight.analysis_version === currentVersion))
  assert.deepEqual(
    after.map(({ quotes }) => quotes),
    before.map(({ quotes }) => quotes),
  )
  assert.deepEqual(await app.store.rows(sql`select distinct model from insight_vector where org_id = ${org.id}`), [
    { model: modelIds.static },
  ])
  assert.deepEqual(
    await app.store.rows(sql`select * from insight_theme where org_id = ${org.id} order by insight_id`),
    themed,
    'the themes stay',
  )
  assert.deepEqual((await callOk('GET', '/feedback', undefined, { limit: '100' })).data, feedback)
  const synthesis = await callOk('GET', '/jobs', undefined, { type: 'subtheme_synthesis', limit: '1' })
  assert.ok(synthesis.data[0].created_at >= job.finished_at, 'synthesis runs afterwards')

  assert.equal(await outdatedCount(), 0)
  assert.equal((await runToEnd()).progress.total, 0, 'nothing is left to do')
  assert.equal((await runToEnd('all')).progress.total, feedback.length)
  assert.deepEqual((await listInsights()).map(visible), before.map(visible), 'and nothing changes')
})

test('insights in the catch-all theme are assigned anew, except those that a person put there', async () => {
  await sendEverything()
  const [kept, ...released] = (await listInsights()) as unknown as [Body, Body]
  const theme = newId()
  const subtheme = newId()
  await app.store.run(sql`
    insert into theme (org_id, id, name, color, is_catch_all, origin, insight_count)
    values (${org.id}, ${theme}, 'Everything else', '#888888', true, 'auto', ${released.length + 1})`)
  await app.store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, insight_count) values (${org.id}, ${subtheme}, ${theme}, 'Rest', 1)`)
  await app.store.run(sql`delete from insight_theme where org_id = ${org.id}`)
  await app.store.run(sql`delete from subtheme_insight where org_id = ${org.id}`)
  await app.store.run(sql`
    update insight set theme_ids = array[${theme}]::uuid[], themes_overridden = id = ${kept.id} where org_id = ${org.id}`)
  await app.store.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select org_id, ${theme}::uuid, id from insight where org_id = ${org.id}`)
  await app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id, supports)
    values (${org.id}, ${subtheme}, ${released[0].id}, true)`)
  await app.store.run(sql`update insight_vector set clustered_at = '2026-01-01' where org_id = ${org.id}`)
  await makeOutdated()
  await runToEnd()
  const state = await app.store.first(sql`
    select (select array_agg(i.id::text) from insight_vector v
        join insight i on i.org_id = v.org_id and i.id = v.insight_id
        where v.org_id = ${org.id} and v.clustered_at = '2026-01-01') as untouched,
      (select insight_count from subtheme where org_id = ${org.id} and id = ${subtheme}) as subtheme,
      t.insight_count = (select count(*) from insight_theme l where l.org_id = t.org_id and l.theme_id = t.id)
        and t.insight_count = (select count(*) from insight i where i.org_id = t.org_id and t.id = any(i.theme_ids))
        as is_counted
    from theme t where t.org_id = ${org.id} and t.id = ${theme}`)
  assert.deepEqual(state, { untouched: [kept.id], subtheme: 0, is_counted: true })
})

test('only what changes is announced', async () => {
  await callOk('POST', '/feedback/bulk', {
    items: sentences.slice(0, 3).map((content) => ({ content, source: 'app' })),
  })
  await analyzed()
  const events = async () =>
    app.store.rows<{ type: string; resource_id: string }>(sql`
      select type, resource_id from event
      where org_id = ${org.id} and operation = 'analysis_rerun' and type is not null order by id`)
  const [first, second] = await listInsights()
  await app.store.run(sql`update insight set analysis_version = '1/older' where org_id = ${org.id}`)
  await app.store.run(
    sql`update insight set sentiment = 'NEUTRAL', name = 'Other' where org_id = ${org.id} and id = ${first!.id}`,
  )
  await runToEnd()
  assert.deepEqual(await events(), [
    { type: 'feedback.analyzed', resource_id: first!.feedback_id },
    { type: 'insight.updated', resource_id: first!.id },
  ])
  assert.equal((await detailOf(second!.id)).analysis_version, currentVersion)
})

/** What a person may do to an insight; each answers nothing of the insight itself. */
const touches: Record<string, (insight: Insight, other: Insight) => Promise<unknown>> = {
  name: ({ id }) => callOk('PATCH', `/insights/${id}`, { name: 'In my words' }),
  labels: ({ id }) => callOk('PATCH', `/insights/${id}`, { sentiment: 'POSITIVE', category: 'DELIGHTS' }),
  description: ({ id }) => callOk('PATCH', `/insights/${id}`, { description: 'Seen by every large account.' }),
  tags: ({ id }) => callOk('PATCH', `/insights/${id}`, { tags: ['export'] }),
  dismissed: ({ id }) => callOk('PATCH', `/insights/${id}`, { status: 'dismissed' }),
  quote: ({ id, quote }) => callOk('PATCH', `/insights/${id}`, { quote: quote.slice(0, 20) }),
  async themeLink({ id }) {
    const theme = await callOk('POST', '/themes', { name: 'Mine' })
    await callOk('POST', `/themes/${theme.id}/insights`, { insight_ids: [id] })
  },
  noThemes: ({ id }) => callOk('PATCH', `/insights/${id}/themes`, { theme_ids: [] }),
  segments: ({ id }) => callOk('PATCH', `/insights/${id}/segments`, { segment_ids: [] }),
  async project({ id }) {
    const project = await callOk('POST', '/projects', { title: 'Project' })
    await sendWithKey('/build/projects', { action: 'assign_insights', project_id: project.id, insight_ids: [id] })
  },
  async initiative({ id }) {
    const initiative = await callOk('POST', '/initiatives', { title: 'Initiative' })
    await callOk('POST', `/initiatives/${initiative.id}/insights`, { insight_ids: [id] })
  },
  opportunity: ({ id }) =>
    callOk('POST', '/opportunities', { title: 'Opportunity', category: 'PAIN_POINTS', insight_ids: [id] }),
  merged: ({ id }, other) => callOk('POST', `/insights/${id}/merge`, { source_insight_ids: [other.id] }),
  deleted: ({ id }) => callOk('DELETE', `/insights/${id}`),
}

test('nothing that a person touched changes, and what was deleted or merged does not come back', async () => {
  const extra = ['The printer dialog opens twice.', 'The login button is missing in the footer.']
  const contents = [
    ...sentences,
    ...extra,
    'The onboarding video does not load.',
    'Please support the Catalan language.',
  ]
  await callOk('POST', '/feedback/bulk', {
    items: contents.map((content, n) => ({ content, source: 'app', contact: { email: `p${n}@example.com` } })),
  })
  await analyzed()
  const found = await listInsights()
  const names = Object.keys(touches)
  assert.ok(found.length > names.length + 1, `${found.length} insights`)
  const other = found.at(-1)!
  const untouched = found.slice(names.length, -1)
  // The labels of the older version are what people saw when they decided.
  await makeOutdated()
  for (const [n, name] of names.entries()) await touches[name]!(found[n]!, other)

  const state = () =>
    app.store.rows<Record<string, unknown>>(sql`
      select i.id, i.name, i.sentiment, i.category, i.quote, i.description, i.tags, i.status, i.theme_ids, i.segment_ids,
        i.analysis_version, i.superseded_by_id, i.merged_into_id, i.deleted_at, i.updated_at, i.edited_by_human,
        (select json_agg(q order by q.id) from quote q where q.org_id = i.org_id and q.insight_id = i.id) as quotes,
        (select json_agg(p) from project_insight p where p.org_id = i.org_id and p.insight_id = i.id) as projects,
        (select json_agg(p) from initiative_insight p where p.org_id = i.org_id and p.insight_id = i.id) as initiatives,
        (select json_agg(p) from opportunity_insight p where p.org_id = i.org_id and p.insight_id = i.id
          and p.added_by is not null) as opportunities
      from insight i
      where i.org_id = ${org.id} and i.id <> all(${untouched.map(({ id }) => id)}::uuid[]) order by i.id`)
  const before = await state()
  assert.equal(before.length, names.length + 1)
  assert.equal(await outdatedCount(), untouched.length, 'insights that people touched are not counted')
  await runToEnd()
  assert.deepEqual(await state(), before, 'no other insight of their feedback was added either')
  const now = await Promise.all(untouched.map(({ id }) => detailOf(id)))
  assert.deepEqual(now.map(visible), untouched.map(visible))
  await runToEnd('all')
  assert.deepEqual(await state(), before)
  assert.equal(await outdatedCount(), 0)
})

test('another quote of the same passage is the same insight; a passage without a finding has none', async () => {
  const content = 'The search is slow on large boards. Thanks for listening to us. The invoices page shows an error.'
  const { id } = await callOk('POST', '/feedback', { content, source: 'app' })
  await analyzed()
  const [first, ...rest] = await listInsights()
  const shorter = first!.quote.slice(4)
  const gone = 'Thanks for listening to us.'
  const start = content.indexOf(gone)
  await app.store.run(sql`update insight set analysis_version = '1/older' where org_id = ${org.id}`)
  await app.store.run(
    sql`update insight set quote = ${shorter}, name = 'Search' where org_id = ${org.id} and id = ${first!.id}`,
  )
  await app.store.run(sql`
    update quote set text = ${shorter}, start_offset = start_offset + 4
    where org_id = ${org.id} and insight_id = ${first!.id}`)
  const extra = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
  await app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, quote, origin, feedback_id, analysis_version)
    values (${org.id}, ${extra}, 'Thanks', 'POSITIVE', 'DELIGHTS', ${gone}, 'auto', ${id}, '1/older')`)
  await app.store.run(sql`
    insert into quote (org_id, id, insight_id, feedback_id, text, start_offset, end_offset, verified, is_representative)
    values (${org.id}, ${extra}, ${extra}, ${id}, ${gone}, ${start}, ${start + gone.length}, true, true)`)
  await runToEnd()
  assert.deepEqual((await listInsights()).map(visible), [first!, ...rest].map(visible))
  assert.deepEqual((await detailOf(first!.id)).quotes, first!.quotes)
  assert.equal((await call('GET', `/insights/${extra}`)).status, 404)
})

test('only admins may start it, with a known scope, one at a time', async () => {
  const member = await app.call(org.member.key, 'POST', '/analysis/rerun', { body: {} })
  assert.deepEqual([member.status, member.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  assert.equal((await app.call(org.member.key, 'GET', '/analysis')).status, 200)
  const wrong = await call('POST', '/analysis/rerun', { scope: 'some' })
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'VALIDATION_ERROR'])
  assert.match(wrong.body.error.message, /scope/)

  const accepted = await app.call(org.admin.key, 'POST', '/analysis/rerun')
  assert.equal(accepted.status, 202, accepted.text)
  assert.equal(accepted.body.status, 'queued')
  const second = await call('POST', '/analysis/rerun', { scope: 'all' })
  assert.deepEqual([second.status, second.body.error.code], [409, 'CONFLICT'])
  const listed = await callOk('GET', '/jobs', undefined, { type: 'analysis_rerun', status: 'queued,running' })
  assert.deepEqual(
    listed.data.map((job: { id: string }) => job.id),
    [accepted.body.job_id],
  )

  await callOk('POST', `/jobs/${accepted.body.job_id}/cancel`)
  const replies = await Promise.all(Array.from({ length: 4 }, () => call('POST', '/analysis/rerun', {})))
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [202, 409, 409, 409])
  await analyzed()
  assert.equal((await jobOf(accepted.body.job_id)).status, 'cancelled')
})

/** Enough for several batches of the model. */
const sendMany = async () => {
  const items = Array.from({ length: 120 }, (_, n) => ({
    content: `${sentences[n % sentences.length]!.slice(0, -1)} since release ${n}.`,
    source: 'app',
    contact: { email: `q${n}@example.com` },
  }))
  await callOk('POST', '/feedback/bulk', { items })
  await analyzed()
  await app.store.run(sql`update insight set analysis_version = '1/older' where org_id = ${org.id}`)
}
const versions = async () =>
  (
    await app.store.rows<{ version: string; count: number }>(sql`
      select analysis_version as version, count(*) as count from insight
      where org_id = ${org.id} and live group by 1 order by 1`)
  ).map(({ version, count }) => [version, count] as const)
const modelVersion = analysisVersionOf(modelIds.model)

test('another worker continues where a killed one stopped', async (t) => {
  await sendMany()
  const ids = (await listInsights()).map((insight) => insight.id)
  const { job_id } = await rerun()
  const child = fork(join(import.meta.dirname, 'embedding-tiers-worker.ts'), {
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(app.connection) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  await waitFor('the first batch', async () => (await versions()).length === 2, 180_000, 5)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [[, left], [, done]] = (await versions()) as [[string, number], [string, number]]
  assert.ok(left > 0 && done > 0, 'killed in the middle')
  const stored = await app.store.rows<{ id: string; updated_at: string }>(sql`
    select id, iso(updated_at) as updated_at from insight
    where org_id = ${org.id} and analysis_version = ${modelVersion} order by id`)

  await startTestWorker({ embeddings: 'model' })
  await waitForOrgJobs()
  const job = await jobOf(job_id)
  assert.deepEqual([job.status, job.progress.done, job.progress.total], ['ready', 120, 120])
  assert.ok(job.attempts >= 2)
  assert.deepEqual(await versions(), [[modelVersion, ids.length]])
  const now = await listInsights()
  assert.deepEqual(
    now.map((insight) => insight.id),
    ids,
  )
  const updatedAt = new Map(now.map((insight) => [insight.id, insight.updated_at]))
  for (const row of stored) assert.equal(updatedAt.get(row.id), row.updated_at, 'no batch is written twice')
})

test('a cancelled job writes nothing more, and the next one does the rest', async () => {
  await sendMany()
  const total = (await listInsights()).length
  const { job_id } = await rerun()
  await startTestWorker({ embeddings: 'model' })
  await waitFor('the first batch', async () => (await versions()).length === 2, 180_000, 5)
  await callOk('POST', `/jobs/${job_id}/cancel`)
  const atCancel = await versions()
  const running = await jobOf(job_id)
  assert.equal(running.status, 'cancelled')
  await waitForOrgJobs()
  await stopTestWorkers()
  assert.deepEqual(await versions(), atCancel)
  const [, left] = atCancel.find(([version]) => version === '1/older')!
  const next = await rerun()
  await withTestWorker(waitForOrgJobs, { embeddings: 'model' })
  const job = await jobOf(next.job_id)
  assert.deepEqual([job.status, job.progress.total], ['ready', left])
  assert.deepEqual(await versions(), [[modelVersion, total]])
})
