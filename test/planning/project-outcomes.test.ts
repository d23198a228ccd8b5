import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveVerdicts } from '#domain/planning/outcomes/jobs.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { buildDigest } from '#domain/overview/digest/build-digest.ts'
import { signedIn } from '../account/browser.ts'
import { app, call, org, useTestServer } from '../test-server.ts'
import { waitForFeed } from '../wait-for-feed.ts'

useTestServer()

const dayMs = 86_400_000
const day = (weeksAgo: number) => new Date(Date.now() - weeksAgo * 7 * dayMs).toISOString().slice(0, 10)

const make = async (path: string, body: object) => {
  const reply = await call('POST', path, body)
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

type Weekly = { theme: string; date: string; from: number; to: number; each: number; segments?: string[] }

/** So many negative insights in each of the weeks from one day on. */
const insertWeeks = ({ theme, date, from, to, each, segments = [] }: Weekly) =>
  app.store.run(sql`
    with made as (
      insert into insight (org_id, id, name, sentiment, category, theme_ids, segment_ids, occurred_at)
      select ${org.id}, gen_random_uuid(), 'Export fails', 'NEGATIVE', 'PAIN_POINTS', array[${theme}::uuid],
        ${segments}::uuid[],
        ${date}::date::timestamp at time zone 'UTC' + week * interval '7 days' + n * interval '1 hour'
      from generate_series(${from}::int, ${to}::int - 1) week cross join generate_series(1, ${each}::int) n returning id)
    insert into insight_theme (org_id, theme_id, insight_id) select ${org.id}, ${theme}::uuid, id from made`)

type Made = { after: number; others?: number; segments?: string[]; weeksAfter?: number }

/** A Project on a theme with ten insights a week before it was completed; others stay as they were. */
async function createProject({ after, others = 5, segments = [], weeksAfter = 12 }: Made) {
  await app.store.run(sql`delete from insight where org_id = ${org.id}`)
  await app.store.run(sql`delete from theme where org_id = ${org.id}`)
  const date = day(weeksAfter)
  const theme = await make('/themes', { name: `Export ${newId()}` })
  await insertWeeks({ theme: theme.id, date, from: -26, to: 0, each: 10, segments })
  await insertWeeks({ theme: theme.id, date, from: 0, to: weeksAfter, each: after, segments })
  for (let n = 0; n < others; n++) {
    const { id } = await make('/themes', { name: `Other ${newId()}` })
    await insertWeeks({ theme: id, date, from: -26, to: weeksAfter, each: 8, segments })
  }
  const project = await make('/projects', { title: 'Faster exports' })
  const [one] = await app.store.rows<{ id: string }>(sql`
    select id from insight where org_id = ${org.id} and theme_ids = array[${theme.id}::uuid] order by occurred_at limit 1`)
  await app.call(org.admin.key, 'POST', '/build/projects', {
    headers: { 'idempotency-key': newId() },
    body: { action: 'assign_insights', project_id: project.id, insight_ids: [one!.id] },
  })
  return { project, theme, date }
}

const complete = (id: string, date: string) =>
  app.store.run(sql`
    update project set status = 'completed', completed_at = ${`${date}T09:00:00Z`}::timestamptz
    where org_id = ${org.id} and id = ${id}`)
const outcomeOf = async (id: string, query?: Record<string, string>) => {
  const reply = await call('GET', `/projects/${id}/outcome`, undefined, query)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test('a completed Project has improved when customers complain less of its theme than of others', async () => {
  const { project, theme, date } = await createProject({ after: 2 })
  await complete(project.id, date)
  const outcome = await outcomeOf(project.id)
  assert.deepEqual(
    [outcome.verdict, outcome.reason, outcome.date, outcome.weeks_before, outcome.weeks_after, outcome.measured_by],
    ['improved', null, date, 26, 12, 'themes'],
  )
  assert.ok(outcome.volume.ratio > 0.15 && outcome.volume.ratio < 0.25, JSON.stringify(outcome.volume))
  assert.deepEqual([outcome.rate_before, outcome.rate_after], [20, 4.8])
  assert.equal(outcome.weeks.length, 38)
  assert.deepEqual(outcome.weeks[25], { week: day(13), customers: 10, active_customers: 50 })
  assert.deepEqual(outcome.weeks[26], { week: date, customers: 2, active_customers: 42 })
  assert.deepEqual(
    outcome.parts.map((part: any) => [part.type, part.id, part.verdict]),
    [['theme', theme.id, 'improved']],
  )
  assert.equal(outcome.next_verdict_on, null)
  const browser = await signedIn(app, org.admin)
  const shown = await browser.app('GET', `/projects/${project.id}/outcome`)
  assert.deepEqual([shown.status, shown.body], [200, outcome])
})

test('it is worse with more complaints, and unchanged with as many', async () => {
  const worse = await createProject({ after: 25 })
  assert.equal((await outcomeOf(worse.project.id, { date: worse.date })).verdict, 'worse')
  const same = await createProject({ after: 10, others: 9 })
  assert.equal((await outcomeOf(same.project.id, { date: same.date })).verdict, 'no_change')
})

test('too little is said with its reason and when there will be more', async () => {
  const few = await createProject({ after: 2, others: 2 })
  assert.equal((await outcomeOf(few.project.id)).reason, 'not_completed')
  assert.equal((await outcomeOf(few.project.id, { date: few.date })).reason, 'few_other_themes')
  const early = await outcomeOf(few.project.id, { date: day(3) })
  assert.deepEqual([early.reason, early.next_verdict_on], ['too_early', day(-1)])
  const { id } = await make('/projects', { title: 'Without evidence' })
  assert.equal((await outcomeOf(id, { date: day(10) })).reason, 'no_evidence')
})

test('the customers of a segment have a verdict of their own', async () => {
  const segment = await make('/segments', { name: `Large ${newId()}` })
  const { project, date } = await createProject({ after: 1, segments: [segment.id] })
  const { segments } = await outcomeOf(project.id, { date })
  assert.deepEqual(
    segments.map((one: any) => [one.segment_id, one.verdict]),
    [[segment.id, 'improved']],
  )
})

test('a verdict is given once for each look, with an event and a line in the digest', async () => {
  const { project, date } = await createProject({ after: 2, weeksAfter: 9 })
  await complete(project.id, date)
  const given = () =>
    app.store.rows<{ weeks_after: number; verdict: string }>(sql`
      select weeks_after, verdict from project_outcome where org_id = ${org.id} and project_id = ${project.id}`)
  await Promise.all([giveVerdicts(app.store), giveVerdicts(app.store)])
  assert.deepEqual(await given(), [{ weeks_after: 8, verdict: 'improved' }])
  await giveVerdicts(app.store)
  assert.equal((await given()).length, 1)
  await waitForFeed(app.store)
  const { data } = (await call('GET', '/events', undefined, { types: 'project.outcome_ready' })).body
  const events = data.filter(({ data: { object } }: any) => object.id === project.id)
  assert.deepEqual(
    events.map(({ data: { object } }: any) => [object.verdict, object.weeks_after, object.date]),
    [['improved', 8, date]],
  )
  const [earlier] = (await outcomeOf(project.id)).earlier_verdicts
  assert.deepEqual([earlier.weeks_after, earlier.verdict], [8, 'improved'])
  const week = { from: day(0), to: day(0), label: 'the week of now' }
  const digest = await buildDigest(app.store, org.id, week, 'http://localhost')
  const section = digest!.sections.find(({ heading }) => heading === 'Completed Projects')
  assert.deepEqual(section?.items, [
    {
      label: 'Faster exports',
      detail: 'customers ask or complain less, 8 weeks later',
      url: `http://localhost/projects/${project.id}`,
    },
  ])
})
