import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventUuidOf } from '#domain/events/feed/envelope.ts'
import { listEventsAfter } from '#domain/events/webhooks/queries-dispatch.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { signedIn } from './browser.ts'
import { readPages } from '../read-pages.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

type StoredEvent = {
  type: string | null
  operation: string
  actor_type: string
  actor_id: string
  user_id: string
  resource_id: string
  object: Record<string, unknown> | null
  previous: object | null
}

const call = (method: string, path: string, body?: object) =>
  app.call(org.admin.key, method, path, {
    ...(body && { body }),
    headers: { 'idempotency-key': newId(), 'x-request-id': newId() },
  })
const eventsOf = (reply: { headers: Headers }) =>
  app.store.rows<StoredEvent>(
    sql`select * from event where org_id = ${org.id} and request_id = ${reply.headers.get('x-request-id')} order by id`,
  )

test('an event contains the object, its previous values, the actor and the request', async () => {
  const reply = await call('POST', '/projects', { title: 'Export without limits' })
  const [created] = await eventsOf(reply)
  assert.equal(created!.type, 'project.created')
  assert.deepEqual(
    [created!.actor_type, created!.actor_id, created!.user_id],
    ['api_key', org.admin.keyId, org.admin.userId],
  )
  assert.equal(created!.resource_id, reply.body.id)
  assert.equal(created!.object!.title, 'Export without limits')

  const both = await call('PATCH', `/projects/${reply.body.id}`, {
    title: 'Exports of any size',
    status: 'in_progress',
  })
  assert.deepEqual(
    (await eventsOf(both)).map((one) => [one.type, one.previous, one.object!.title]),
    [
      ['project.updated', { title: 'Export without limits' }, 'Exports of any size'],
      ['project.status_changed', { status: 'not_started' }, 'Exports of any size'],
    ],
  )
  const built = await call('POST', '/build/projects', { action: 'archive', project_id: reply.body.id })
  assert.deepEqual(
    (await eventsOf(built)).map((one) => [one.type, one.operation, one.object!.status]),
    [['project.archived', 'buildProjects.archive', 'archived']],
  )
})

test('a write without a change appears in the audit log and emits no event', async () => {
  const reply = await call('POST', '/projects', { title: 'Twice' })
  await call('DELETE', `/projects/${reply.body.id}`)
  const again = await call('DELETE', `/projects/${reply.body.id}`)
  assert.deepEqual(
    (await eventsOf(again)).map((one) => [one.type, one.operation, one.resource_id]),
    [[null, 'archiveProject', reply.body.id]],
  )
})

test('a rejected write records no event', async () => {
  const before = await app.store.first<{ n: number }>(sql`select count(*) as n from event where org_id = ${org.id}`)
  assert.equal((await call('PATCH', `/projects/${newId()}`, { title: 'x' })).status, 404)
  assert.equal((await call('POST', '/projects', { title: 'x', owner_id: `user_${'0'.repeat(32)}` })).status, 400)
  assert.deepEqual(await app.store.first(sql`select count(*) as n from event where org_id = ${org.id}`), before)
})

test('a bulk write emits one event per row', async () => {
  const items = [{ content: 'One' }, { content: 'Two' }, { content: '' }]
  const reply = await call('POST', '/feedback/bulk', { items })
  const events = await eventsOf(reply)
  assert.deepEqual(
    events.map((one) => one.type),
    ['feedback.created', 'feedback.created'],
  )
  assert.deepEqual(
    events.map((one) => one.resource_id).sort(),
    (reply.body.results as { id?: string }[]).flatMap((row) => row.id ?? []).sort(),
  )
})

test('feed and webhooks order transaction ids as numbers, and skip none', async () => {
  const mine = await app.org()
  const ids: string[] = []
  for (const [name, tx] of [
    ['First', '9'],
    ['Second', '10'],
    ['Third', '100'],
  ] as const) {
    await app.call(mine.admin.key, 'POST', '/themes', { body: { name } })
    const { id } = (await app.store.first<{ id: string }>(
      sql`update event set tx = ${tx}::xid8 where org_id = ${mine.id} and object->>'name' = ${name} returning id`,
    ))!
    ids.push(id)
  }
  const seen: string[] = []
  const read = async (cursor: object) =>
    (await app.call(mine.admin.key, 'GET', '/events', { query: { limit: '1', ...cursor } })).body
  for await (const { data } of readPages(read)) seen.push(...data.map((one: { id: string }) => eventUuidOf(one.id)))
  assert.deepEqual(seen, ids)
  const hook = { events: ['*'], filter: {}, tx: '0', at: '00000000-0000-0000-0000-000000000000' }
  assert.deepEqual(
    (await listEventsAfter(app.store, mine.id, hook, 2)).map(({ id }) => id),
    ids.slice(0, 2),
  )
})

test('admins read the audit log; it contains no secrets, and members have no access', async () => {
  const browser = await signedIn(app, org.admin)
  const reply = await browser.app('POST', '/api-keys', { body: { name: 'Nightly' } })
  const trail = await browser.app('GET', '/audit', { query: { operation: 'createApiKey' } })
  assert.deepEqual(
    trail.body.data.map((one: { operation: string; actor: object; user_name: string }) => [one.operation, one.actor]),
    [['createApiKey', { type: 'user', id: org.admin.userId }]],
  )
  const all = await app.store.rows<{ all: string }>(sql`select e::text as all from event e where org_id = ${org.id}`)
  assert.ok(!all.some((row) => row.all.includes(reply.body.key)))
  const member = await signedIn(app, org.member)
  assert.equal((await member.app('GET', '/audit')).body.error.code, 'ROLE_NOT_ALLOWED')
})
