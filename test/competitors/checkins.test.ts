import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { startDueCheckins } from '#domain/competitors/checkins/schedule.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { openStore } from '#store/open.ts'
import { openQueue, type Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import {
  type CompetitorsApp,
  globex,
  globexRows,
  initech,
  initechRows,
  startCompetitorsApp,
} from './competitors-app.ts'

let app: CompetitorsApp
let org: Org
let queue: Queue

before(async () => {
  app = await startCompetitorsApp()
  queue = openQueue(app.store)
  await queue.start()
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await queue.stop()
  await app.close()
})
beforeEach(async () => {
  app.writeReviews('globex.com', globexRows)
  app.writeReviews('initech.io', initechRows)
  org = await app.org()
})
afterEach(() => app.stopWorkers())

const setCheckins = (body: object) => app.write(org, '/competitors/checkins', body)
const latest = () => app.read(org, '/competitors/checkins/latest')
const startDue = () => startDueCheckins(app.store, queue)
const advanceSchedule = (days: number) =>
  app.store.run(
    sql`update competitor_graph set next_run_at = next_run_at - make_interval(days => ${days})
      where org_id = ${org.id}`,
  )
const daysUntil = (instant: string) => Math.round((Date.parse(instant) - Date.now()) / 86_400_000)
const settings = async () => (await app.read(org, '/competitors')).checkins

/** Makes the next check-in due, starts it and waits until it has finished. */
async function checkIn() {
  await advanceSchedule(100)
  assert.equal(await startDue(), 1)
  const { job_id } = await latest()
  await app.waitForResearch(org, job_id)
  return latest()
}

test('enabling without a cadence means monthly, starts nothing, and returns the next date', async () => {
  const { status, body } = await setCheckins({ enabled: true })
  assert.deepEqual(
    [status, body.enabled, body.cadence, daysUntil(body.next_run_at), body.updated_by],
    [200, true, 'monthly', 30, org.admin.userId],
  )
  for (const [cadence, days] of [
    ['weekly', 7],
    ['quarterly', 90],
    ['monthly', 30],
  ] as const)
    assert.equal(daysUntil((await setCheckins({ enabled: true, cadence })).body.next_run_at), days)
  assert.deepEqual([await startDue(), await latest(), (await app.read(org, '/jobs')).data], [0, null, []])
  await setCheckins({ enabled: true, cadence: 'weekly' })
  assert.equal((await setCheckins({ enabled: true })).body.cadence, 'monthly')
})

test('only admins may change settings, and invalid fields are rejected by name', async () => {
  const byMember = await app.call(org.member.key, 'POST', '/competitors/checkins', {
    body: { enabled: true },
    headers: { 'idempotency-key': newId() },
  })
  assert.deepEqual([byMember.status, byMember.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  for (const [body, path] of [
    [{}, 'body.enabled'],
    [{ enabled: 'yes' }, 'body.enabled'],
    [{ enabled: true, cadence: 'daily' }, 'body.cadence'],
    [{ enabled: true, cadence: null }, 'body.cadence'],
  ] as const)
    assert.equal((await setCheckins(body)).body.error.details[0].path, path)
  await updateOrganization(app.store, org.id, { feature_competitors: false })
  assert.equal((await setCheckins({ enabled: true })).body.error.code, 'FEATURE_NOT_AVAILABLE')
})

test('a due check-in runs once with any number of workers, and the next is one cadence after its end', async () => {
  await app.startWorker()
  await app.research(org, [globex, initech])
  await setCheckins({ enabled: true, cadence: 'weekly' })
  await advanceSchedule(6)
  assert.equal(await startDue(), 0)
  await advanceSchedule(800)
  const stores = Array.from({ length: 4 }, () => openStore({ ...app.connection, max: 2 }))
  const queues = stores.map((store) => openQueue(store))
  await Promise.all(queues.map((queue) => queue.start()))
  const started = await Promise.all(
    stores.flatMap((store, n) => [startDueCheckins(store, queues[n]!), startDueCheckins(store, queues[n]!)]),
  ).finally(async () => {
    for (const [n, store] of stores.entries()) await queues[n]!.stop().then(() => store.close())
  })
  assert.equal(
    started.reduce((a, b) => a + b),
    1,
  )
  const { job_id } = await latest()
  const job = await app.waitForResearch(org, job_id)
  assert.deepEqual([job.type, job.status], ['competitor_checkin', 'ready'])
  const run = await latest()
  assert.deepEqual(
    [run.status, run.cadence, run.snapshot, run.error_code, run.job_id],
    ['completed', 'weekly', { changed: false }, null, job_id],
  )
  assert.ok(run.scheduled_for < run.started_at && run.started_at <= run.completed_at)
  assert.equal(daysUntil((await settings()).next_run_at), 7)
  assert.deepEqual([await startDue(), (await app.read(org, '/competitors/checkins')).data.length], [0, 1])
})

test('a run with changes reports them relative to the previous run', async () => {
  await app.startWorker()
  await app.research(org, [globex, initech])
  await setCheckins({ enabled: true })
  const first = await checkIn()
  assert.deepEqual(first.snapshot, { changed: false })
  const before = (await app.read(org, '/competitors/overview')).themes
  const teasers = (await app.read(org, '/competitors/opportunity-teasers')).data
  const praise = [
    'Search finds everything fast.',
    'Fast search finds everything.',
    'Search is fast and finds everything we need.',
  ].map((text, n) => ({ id: `s${n}`, text, rating: 5, published_at: `2026-03-0${n + 1}T00:00:00.000Z` }))
  const onboarding = ['Inviting guests is confusing.', 'Inviting guests is confusing and slow.'].map((text, n) => ({
    id: `o${n}`,
    text,
    rating: 1,
    published_at: `2026-03-0${n + 1}T00:00:00.000Z`,
  }))
  app.writeReviews('initech.io', [...initechRows, ...praise, ...onboarding])
  const second = await checkIn()
  const after = (await app.read(org, '/competitors/overview')).themes
  const fresh = after.find(
    (theme: { subtheme_id: string }) =>
      !before.some((old: { subtheme_id: string }) => old.subtheme_id === theme.subtheme_id),
  )
  const moved = (await app.read(org, '/competitors/opportunity-teasers')).data
  const changed = teasers.flatMap((teaser: { id: string; title: string; impact_score: number }) => {
    const [was, is] = [
      Math.round(teaser.impact_score),
      Math.round(moved.find((one: { id: string }) => one.id === teaser.id).impact_score),
    ]
    return was === is
      ? []
      : [{ id: teaser.id, title: teaser.title, impactScore: { before: was, after: is, delta: is - was } }]
  })
  assert.deepEqual(second.snapshot, {
    changed: true,
    previous_run_id: first.id,
    themes: [
      { id: before[1].subtheme_id, name: before[1].name, rank: { before: 1, after: 0, delta: -1 } },
      { id: before[0].subtheme_id, name: before[0].name, rank: { before: 0, after: 1, delta: 1 } },
    ],
    opportunities: changed,
    added: { insights: 5, themes: [{ id: fresh.subtheme_id, name: fresh.name }] },
    removed: { themes: [] },
  })
  assert.deepEqual((await checkIn()).snapshot, { changed: false })
  const { data } = await app.read(org, '/competitors/checkins')
  assert.deepEqual(
    data.map((run: { snapshot: { changed: boolean } }) => run.snapshot.changed),
    [false, true, false],
  )
  const events = await app.store.rows(
    sql`select 1 from event where org_id = ${org.id} and type = 'competitor.checkin_completed'`,
  )
  assert.equal(events.length, 3)
})

test('runs are paged by id', async () => {
  const ids = Array.from({ length: 5 }, () => newId())
  for (const id of ids)
    await app.store.run(
      sql`insert into competitor_checkin (org_id, id, status, cadence, scheduled_for)
        values (${org.id}, ${id}, 'skipped', 'weekly', now())`,
    )
  const newest = ids.toReversed()
  const first = await app.read(org, '/competitors/checkins', { limit: '2' })
  assert.deepEqual(
    [first.data.map((run: { id: string }) => run.id), first.pagination],
    [newest.slice(0, 2), { next_cursor: newest[1], has_more: true }],
  )
  const rest = await app.read(org, '/competitors/checkins', { limit: '3', cursor: newest[1]! })
  assert.deepEqual(
    [rest.data.map((run: { id: string }) => run.id), rest.pagination],
    [newest.slice(2), { next_cursor: null, has_more: false }],
  )
  for (const cursor of [newId(), 'x'])
    assert.equal(
      (await app.call(org.admin.key, 'GET', '/competitors/checkins', { query: { cursor } })).body.error.code,
      'INVALID_CURSOR',
    )
})

test('a run is skipped during research, without credits or with the feature disabled, and rescheduled', async () => {
  await app.write(org, '/competitors/research', { competitors: [globex] })
  await setCheckins({ enabled: true, cadence: 'weekly' })
  const runSkippedCheckin = async () => {
    await advanceSchedule(100)
    assert.equal(await startDue(), 0)
    const { status, error_code, job_id } = await latest()
    return [
      status,
      error_code,
      job_id,
      daysUntil(
        (await app.store.first<{ next: string }>(
          sql`select next_run_at as next from competitor_graph where org_id = ${org.id}`,
        ))!.next,
      ),
    ]
  }
  assert.deepEqual(await runSkippedCheckin(), ['skipped', 'CONFLICT', null, 7])
  await app.store.run(sql`update job set status = 'ready', finished_at = now() where org_id = ${org.id}`)
  await updateOrganization(app.store, org.id, { credits: 0 })
  assert.deepEqual(await runSkippedCheckin(), ['skipped', 'CREDIT_LIMIT_EXCEEDED', null, 7])
  await updateOrganization(app.store, org.id, { credits: null, feature_competitors: false })
  await advanceSchedule(100)
  await startDue()
  await updateOrganization(app.store, org.id, { feature_competitors: true })
  assert.equal((await latest()).error_code, 'FEATURE_NOT_AVAILABLE')
})

test('disabling cancels a scheduled run; the history stays', async () => {
  await app.store.run(
    sql`insert into competitor (org_id, id, name, domain) values (${org.id}, ${newId()}, 'Globex', 'globex.com')`,
  )
  await setCheckins({ enabled: true, cadence: 'weekly' })
  await advanceSchedule(100)
  assert.equal(await startDue(), 1)
  assert.equal((await latest()).status, 'scheduled')
  const { body } = await setCheckins({ enabled: false, cadence: 'quarterly' })
  assert.deepEqual([body.enabled, body.cadence, body.next_run_at], [false, 'weekly', null])
  const run = await latest()
  assert.deepEqual([run.status, (await app.read(org, `/jobs/${run.job_id}`)).status], ['skipped', 'cancelled'])
  assert.equal(await startDue(), 0)
})

test('a run whose job fails or is lost is failed, and the next one is scheduled', async () => {
  await app.store.run(
    sql`insert into competitor (org_id, id, name, domain)
      values (${org.id}, ${newId()}, 'Nobody', 'nobody.example.com')`,
  )
  await setCheckins({ enabled: true, cadence: 'weekly' })
  await app.startWorker()
  const failed = await checkIn()
  assert.deepEqual(
    [failed.status, failed.error_code, daysUntil((await settings()).next_run_at)],
    ['failed', 'NO_SOURCES_FOUND', 7],
  )
  await app.stopWorkers()
  await advanceSchedule(100)
  await startDue()
  await app.store.run(sql`delete from job where org_id = ${org.id} and status = 'queued'`)
  await startDue()
  assert.deepEqual([(await latest()).status, daysUntil((await settings()).next_run_at)], ['failed', 7])
})
