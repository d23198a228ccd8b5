import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { promotionLock } from '#domain/competitors/promote/handlers.ts'
import { insertOpportunity } from '#domain/planning/opportunities/queries.ts'
import { newId } from '#store/ids.ts'
import { acquireLock } from '#store/lock.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import { waitForLockWaits } from '../wait-for.ts'
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
let subtheme: string
let teaser: string

before(async () => {
  app = await startCompetitorsApp()
  app.writeReviews('globex.com', globexRows)
  app.writeReviews('initech.io', initechRows)
  await app.startWorker()
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})
beforeEach(async () => {
  org = await app.org()
  await app.research(org, [globex, initech])
  const { data } = await app.read(org, '/competitors/opportunity-teasers')
  subtheme = data[0].subtheme_id
  teaser = data[0].id
})

const promote = (body: object, key = newId()) =>
  app.write(
    org,
    '/competitors/promote',
    { title: 'Exports that keep up', include_first_party_feedback: false, ...body },
    key,
  )
const competitorInsights = async () =>
  (await app.read(org, '/competitors/insights', { teaser_id: teaser })).data.map(
    (one: { id: string }) => one.id,
  ) as string[]

test('a subtheme is promoted to an opportunity with competitor evidence', async () => {
  const { status, body } = await promote({ source_type: 'subtheme', source_id: subtheme })
  assert.deepEqual(
    [status, body.existing, body.origin, body.source_ref, body.category, body.title],
    [
      201,
      false,
      'competitor',
      { source_type: 'subtheme', source_id: subtheme },
      'BUGS_AND_ERRORS',
      'Exports that keep up',
    ],
  )
  assert.deepEqual(
    [
      body.competitor_evidence.insight_count,
      body.competitor_evidence.competitors.map((one: { name: string }) => one.name),
    ],
    [3, ['Globex', 'Initech']],
  )
  const { data } = await app.read(org, `/opportunities/${body.id}/competitor-insights`)
  assert.deepEqual(data.length, 3)
  assert.equal((await app.read(org, `/competitors/subthemes/${subtheme}`)).promoted_opportunity_id, body.id)
  assert.deepEqual(
    (await app.read(org, '/opportunities', { origin: 'competitor' })).data.map((one: { id: string }) => one.id),
    [body.id],
  )
})

test('promoting again, under any title, returns the same opportunity and says so', async () => {
  const first = await promote({ source_type: 'opportunity_teaser', source_id: teaser })
  const again = await promote({ source_type: 'opportunity_teaser', source_id: teaser, title: 'Something else' })
  assert.deepEqual(
    [first.status, again.status, again.body.id, again.body.existing, again.body.title],
    [201, 200, first.body.id, true, 'Exports that keep up'],
  )
  const subject = await promote({ source_type: 'subtheme', source_id: subtheme })
  assert.notEqual(subject.body.id, first.body.id)
  assert.equal(
    (await app.read(org, `/competitors/opportunity-teasers/${teaser}`)).teaser.promoted_opportunity_id,
    first.body.id,
  )
})

test('a promoted finding stays linked after another research run', async () => {
  const { body } = await promote({ source_type: 'subtheme', source_id: subtheme })
  await app.research(org, [globex])
  const again = await promote({ source_type: 'subtheme', source_id: subtheme })
  assert.deepEqual([again.status, again.body.id, again.body.existing], [200, body.id, true])
})

test('promotions that wait for another one of the same finding leave the connections to other requests', async () => {
  const source = { type: 'subtheme' as const, key: subtheme }
  const id = newId()
  const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const winner = app.store.transaction(async (db) => {
    await acquireLock(db, promotionLock(org.id, source))
    await insertOpportunity(db, org.id, {
      id,
      slug: id,
      title: 'The winner',
      category: 'PAIN_POINTS',
      summary: null,
      problem_statement: null,
      owner_id: null,
      source: { type: source.type, id: source.key },
      effort: null,
      confidence: null,
      target_date: null,
      ratings: {},
    })
    isWritten.resolve()
    await mayCommit.promise
  })
  await isWritten.promise
  const promotions = Array.from({ length: 40 }, () => promote({ source_type: 'subtheme', source_id: subtheme }))
  const waits = await waitForLockWaits(app, 1, 3_000).catch(() => [])
  mayCommit.resolve()
  await winner
  const kinds = new Set(
    (await Promise.all(promotions)).map(({ status, body }) => `${status} ${body.existing} ${body.id}`),
  )
  assert.deepEqual(kinds, new Set([`200 true ${id}`]))
  assert.deepEqual(waits, [], 'a promotion waits in PostgreSQL')
})

test('of 200 concurrent promotions one creates the opportunity and the others return it', async () => {
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => promote({ source_type: 'subtheme', source_id: subtheme })),
  )
  const kinds = replies.map(({ status, body }) => `${status} ${body.existing}`)
  assert.deepEqual(
    [kinds.filter((kind) => kind === '201 false').length, kinds.filter((kind) => kind === '200 true').length],
    [1, 199],
    [...new Set(kinds)].join(),
  )
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
  assert.equal((await app.store.rows(sql`select 1 from opportunity where org_id = ${org.id}`)).length, 1)
  const events = await app.store.rows<{ type: string }>(
    sql`select type from event where org_id = ${org.id} and type = 'competitor.promoted'`,
  )
  assert.equal(events.length, 1)
})

test('selected insights are one source regardless of their order', async () => {
  const ids = await competitorInsights()
  const first = await promote({ source_type: 'insights', insight_ids: ids })
  const again = await promote({ source_type: 'insights', insight_ids: ids.toReversed() })
  const fewer = await promote({ source_type: 'insights', insight_ids: ids.slice(1) })
  assert.deepEqual([first.status, again.status, again.body.id, fewer.status], [201, 200, first.body.id, 201])
  assert.notEqual(fewer.body.id, first.body.id)
})

test('own insights are included only on request, and only matching ones', async () => {
  const insight = (name: string) =>
    app.write(org, '/insights', { name, sentiment: 'NEGATIVE', category: 'BUGS_AND_ERRORS' })
  const same = (await insight('Large exports fail')).body.id as string
  await insight('Colours are too bright at night')
  const without = await promote({ source_type: 'subtheme', source_id: subtheme })
  assert.deepEqual([without.body.matched_first_party_insight_count, without.body.insight_count], [0, 0])
  const withThem = await promote({
    source_type: 'opportunity_teaser',
    source_id: teaser,
    include_first_party_feedback: true,
  })
  assert.deepEqual([withThem.body.matched_first_party_insight_count, withThem.body.insight_count], [1, 1])
  assert.deepEqual(
    (await app.read(org, `/opportunities/${withThem.body.id}/insights`)).data.map((one: { id: string }) => one.id),
    [same],
  )
})

test('invalid promotions are rejected by name, and nothing is written', async () => {
  const [one] = await competitorInsights()
  const bad: [object, number, string | null][] = [
    [{ source_type: 'subtheme', source_id: newId() }, 404, null],
    [{ source_type: 'opportunity_teaser', source_id: subtheme }, 404, null],
    [{ source_type: 'theme', source_id: subtheme }, 400, 'body.source_type'],
    [{ source_type: 'subtheme', insight_ids: [one] }, 400, 'body.insight_ids'],
    [{ source_type: 'insights', source_id: subtheme }, 400, 'body.source_id'],
    [{ source_type: 'insights', insight_ids: [one, newId()] }, 400, 'body.insight_ids'],
    [{ source_type: 'insights', insight_ids: [] }, 400, 'body.insight_ids'],
    [{ source_type: 'subtheme', source_id: subtheme, title: ' ' }, 400, 'body.title'],
    [
      { source_type: 'subtheme', source_id: subtheme, include_first_party_feedback: 'yes' },
      400,
      'body.include_first_party_feedback',
    ],
  ]
  for (const [body, status, path] of bad) {
    const reply = await promote(body)
    assert.deepEqual([reply.status, reply.body.error.details?.[0].path ?? null], [status, path], JSON.stringify(body))
  }
  assert.deepEqual(await app.store.rows(sql`select 1 from opportunity where org_id = ${org.id}`), [])
})

test('competitor insights are added to an opportunity all or none, without duplicates', async () => {
  const ids = await competitorInsights()
  const { body: opportunity } = await app.write(org, '/opportunities', { title: 'Exports', category: 'PAIN_POINTS' })
  const add = (insight_ids: string[]) =>
    app.write(org, `/opportunities/${opportunity.id}/competitor-insights`, { insight_ids })
  assert.equal((await add([ids[0]!, newId()])).status, 400)
  assert.deepEqual((await app.read(org, `/opportunities/${opportunity.id}/competitor-insights`)).data, [])
  assert.deepEqual((await add(ids.slice(0, 2))).body.linked, 2)
  const { linked, already_linked } = (await add(ids)).body
  assert.deepEqual([linked, already_linked], [1, 2])
  const first = await app.read(org, `/opportunities/${opportunity.id}/competitor-insights`, { limit: '2' })
  const rest = await app.read(org, `/opportunities/${opportunity.id}/competitor-insights`, {
    limit: '2',
    cursor: first.pagination.next_cursor,
  })
  assert.deepEqual(
    [...first.data, ...rest.data].map((one: { id: string }) => one.id),
    ids.toSorted().toReversed(),
  )
  const own = (await app.write(org, '/insights', { name: 'Ours', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })).body
    .id as string
  assert.equal((await add([own])).status, 400)
  assert.equal((await app.call(org.admin.key, 'GET', `/insights/${ids[0]}`)).status, 404)
  await app.call(org.admin.key, 'DELETE', `/opportunities/${opportunity.id}`)
  assert.equal((await add(ids)).body.error.code, 'INVALID_STATE')
})
