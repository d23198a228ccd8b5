import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listEventsAfter, lockWebhook } from '#domain/events/webhooks/queries-dispatch.ts'
import { migrate } from '#store/migrate.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { waitForFeed } from '../wait-for-feed.ts'

/* Another PostgreSQL server counts its transactions anew, so what pg_dump moves there may come from the future. */

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})

const call = async (method: string, path: string, options: { body?: object; query?: Record<string, string> } = {}) => {
  const reply = await app.call(org.admin.key, method, path, options)
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const createTheme = (name: string) => call('POST', '/themes', { body: { name } })

/** Names of the themes whose creation the feed shows. */
async function feed(query: Record<string, string> = {}) {
  await waitForFeed(app.store)
  const { data, pagination } = await call('GET', '/events', { query: { types: 'theme.created', ...query } })
  const names = (data as { data: { object: { name: string } } }[]).map((event) => event.data.object.name)
  return { names, cursor: pagination.next_cursor as string }
}

/** What the webhook has yet to deliver. */
async function undelivered(id: string) {
  await waitForFeed(app.store)
  return app.store.transaction(async (db) => {
    const webhook = (await lockWebhook(db, { org_id: org.id, id }))!
    const events = await listEventsAfter(db, org.id, { ...webhook, filter: { theme_ids: [] } as never }, 100)
    return events.map(({ object }) => (object as unknown as { name: string }).name)
  })
}

test('moved events stay visible in their order, cursors stay valid, and webhooks continue where they were', async () => {
  await createTheme('one')
  await createTheme('two')
  await waitForFeed(app.store)
  const { id } = await call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:1025/', events: ['theme.created'] } })
  await createTheme('three')
  await createTheme('four')
  const { cursor } = await feed({ limit: '2' })
  assert.deepEqual(await undelivered(id), ['three', 'four'])
  await app.store.run(sql`
    update event set tx = (tx::text::bigint + 1000000000)::text::xid8 where org_id = ${org.id}`)
  await app.store.run(sql`
    update webhook set position_tx = (position_tx::text::bigint + 1000000000)::text::xid8 where org_id = ${org.id}`)
  assert.deepEqual((await feed()).names, [], 'the state of a restored dump')

  await migrate(app.connection)
  assert.deepEqual((await feed()).names, ['one', 'two', 'three', 'four'])
  await createTheme('five')
  assert.deepEqual((await feed()).names, ['one', 'two', 'three', 'four', 'five'])
  assert.deepEqual((await feed({ cursor })).names, ['three', 'four', 'five'])
  assert.deepEqual(await undelivered(id), ['three', 'four', 'five'])
})

test('moved audit entries stay in their order, and a poller reads on with its cursor', async () => {
  const follow = async (query: Record<string, string> = {}) => {
    await waitForFeed(app.store)
    const { data, pagination } = await call('GET', '/audit', { query: { order: 'oldest', ...query } })
    const days = (data as { after: { days?: number } | null }[]).map(({ after }) => after?.days).filter(Boolean)
    return { days, cursor: pagination.next_cursor as string }
  }
  for (const days of [901, 902, 903]) await call('PATCH', '/retention', { body: { days } })
  const all = await follow({ operation: 'updateRetention' })
  assert.deepEqual(all.days, [901, 902, 903])
  const { cursor } = await follow({ operation: 'updateRetention', limit: '2' })
  await app.store.run(sql`alter table audit_entry disable rule audit_entry_unchanged`)
  await app.store.run(sql`
    update audit_entry set tx = (tx::text::bigint + 1000000000)::text::xid8 where org_id = ${org.id}`)
  await app.store.run(sql`alter table audit_entry enable rule audit_entry_unchanged`)
  assert.deepEqual((await follow()).days, [], 'the state of a restored dump')

  await migrate(app.connection)
  await call('PATCH', '/retention', { body: { days: 904 } })
  assert.deepEqual((await follow({ operation: 'updateRetention', cursor })).days, [903, 904])
})

test('events of this server keep their transactions', async () => {
  await createTheme('six')
  const transactions = () =>
    app.store.rows(sql`select id, tx::text as tx from event where org_id = ${org.id} order by id`)
  const before = await transactions()
  assert.ok(before.some(({ tx }: any) => tx !== '0'))
  await migrate(app.connection)
  assert.deepEqual(await transactions(), before)
})
