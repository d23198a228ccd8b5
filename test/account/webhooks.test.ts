import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventNames } from '#contract/core/event-names.ts'
import { deliver } from '#domain/events/webhooks/dispatch.ts'
import { claimDueDeliveries } from '#domain/events/webhooks/queries-dispatch.ts'
import { backoffSeconds, passesFilter, retryDelay } from '#domain/events/webhooks/rules.ts'
import { sampleObject } from '#domain/events/webhooks/sample-object.ts'
import { newSecret, sealPlaintextSecrets } from '#domain/events/webhooks/secrets.ts'
import { createOutbound } from '#outbound/client.ts'
import { raw, sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { startDispatcher } from '#worker/webhook-dispatcher.ts'
import { waitForFeed } from '../wait-for-feed.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { closeReceivers, startReceiver } from './receiver.ts'

let app: TestApp
const outbound = createOutbound({ networks: ['127.0.0.0/8'] })
const silent = { info() {}, warn() {}, error() {} }

before(async () => {
  app = await startTestApp()
})
after(async () => {
  await closeReceivers()
  assert.deepEqual(app.errors, [])
  await app.close()
})

const send = async (org: Org, method: string, path: string, body?: object): Promise<any> => {
  const reply = await app.call(org.admin.key, method, path, body ? { body } : {})
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const post = (by = outbound) => ({ store: app.store, outbound: by, vault: vaultFor(app.secret) })
const dispatcher = () => startDispatcher({ ...post(), log: silent, pollIntervalMs: 25 })
const project = (org: Org, title: string) => send(org, 'POST', '/projects', { title })
const verified = (secret: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
  new Webhook(secret).verify(body, headers) as any
const deliveries = async (org: Org, id: string) => (await send(org, 'GET', `/webhooks/${id}/deliveries`)).data

/** Sends the due deliveries of one webhook and returns their outcomes. */
async function sendDue(org: Org, id: string, by = outbound) {
  const hook = { org_id: org.id, id }
  // Timestamps are rounded to milliseconds and may lie in the near future.
  await app.store.run(
    sql`update webhook_delivery set next_attempt_at = now() - interval '1 second' where org_id = ${org.id} and webhook_id = ${id} and status = 'pending'`,
  )
  const claims = await claimDueDeliveries(app.store, hook, 10, 30)
  return Promise.all(claims.map((claim) => deliver(post(by), hook, claim)))
}

test('a webhook receives the event of the feed, with a signature that the reference library accepts', async () => {
  const org = await app.org()
  const receiver = await startReceiver()
  const { secret, ...webhook } = await send(org, 'POST', '/webhooks', {
    url: `${receiver.url}/hook`,
    events: ['project.*'],
  })
  assert.match(secret, /^whsec_/)
  assert.ok(!JSON.stringify(await send(org, 'GET', '/webhooks')).includes(secret.slice(6)))
  const createdProject = await project(org, 'Stream the export')
  await send(org, 'POST', '/themes', { name: 'Not subscribed' })
  await send(org, 'PATCH', `/projects/${createdProject.id}`, { status: 'in_progress' })
  const running = dispatcher()
  await receiver.until((all) => all.length === 2)
  await running.stop()
  const events = receiver.received.map((one) => verified(secret, one)).sort((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(
    events.map(({ type }) => type),
    ['project.created', 'project.status_changed'],
  )
  assert.equal(events[0].data.object.title, 'Stream the export')
  assert.deepEqual(events[1].data.previous, { status: 'not_started' })
  for (const event of events) assert.deepEqual(await send(org, 'GET', `/events/${event.id}`), event)
  for (const one of receiver.received) assert.equal(one.id, JSON.parse(one.body).id)
  assert.throws(() => verified('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', receiver.received[0]!))
  const log = await deliveries(org, webhook.id)
  assert.deepEqual(
    log.map((one: any) => [one.status, one.response_status, one.response_excerpt, one.attempts.length]),
    [
      ['delivered', 200, 'thanks', 1],
      ['delivered', 200, 'thanks', 1],
    ],
  )
})

test('no event is skipped: a late commit delays the events after it', async () => {
  const org = await app.org()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let opened = () => {}
  const isOpen = new Promise<void>((resolve) => (opened = resolve))
  const late = app.store.transaction(async (tx) => {
    await tx.run(
      sql`insert into event (org_id, id, type, operation, actor_type, object) values (${org.id}, '01900000-0000-7000-8000-000000000001', 'theme.created', 'x', 'system', '{"id":"late"}')`,
    )
    opened()
    await released
  })
  await isOpen
  await project(org, 'Committed first')
  assert.deepEqual((await send(org, 'GET', '/events')).data, [])
  release()
  await late
  await waitForFeed(app.store)
  const { data } = await send(org, 'GET', '/events')
  assert.deepEqual(
    data.map(({ type }: { type: string }) => type),
    ['theme.created', 'project.created'],
  )
  const rest = await send(org, 'GET', `/events?after=${data[0].id}`)
  assert.deepEqual(
    rest.data.map((event: any) => event.id),
    [data[1].id],
  )
  assert.deepEqual((await send(org, 'GET', '/events?types=theme.*')).data.length, 1)
  assert.equal(
    (await app.call(org.admin.key, 'GET', '/events', { query: { after: 'evt_00000000000000000000000000000000' } }))
      .status,
    400,
  )
})

test('filters exclude objects without the field, for every object shape', async () => {
  assert.ok(passesFilter({}, { type: 'x', object: null }))
  assert.ok(!passesFilter({ sentiment: 'NEGATIVE' }, { type: 'insight.created', object: null }))
  assert.ok(
    passesFilter(
      { sentiment: 'NEGATIVE', theme_id: 't' },
      { type: 'insight.created', object: { sentiment: 'NEGATIVE', themes: [{ id: 't' }] } },
    ),
  )
  assert.ok(
    !passesFilter(
      { sentiment: 'NEGATIVE', theme_id: 't' },
      { type: 'insight.created', object: { sentiment: 'NEGATIVE', themes: [] } },
    ),
  )
  assert.ok(passesFilter({ project_id: 'p' }, { type: 'project.created', object: { id: 'p' } }))
  assert.ok(!passesFilter({ project_id: 'p' }, { type: 'theme.created', object: { id: 'p' } }))
  assert.ok(passesFilter({ segment_id: 's' }, { type: 'contact.updated', object: { segment_ids: ['s'] } }))
  const org = await app.org()
  const receiver = await startReceiver()
  await send(org, 'POST', '/webhooks', {
    url: receiver.url,
    events: ['insight.created'],
    filter: { sentiment: 'POSITIVE' },
  })
  const theirs = await project(await app.org(), 'Theirs')
  const refused = await app.call(org.admin.key, 'POST', '/webhooks', {
    body: { url: receiver.url, events: ['project.*'], filter: { project_id: theirs.id } },
  })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'body.filter.project_id'])
  for (const [name, sentiment] of [
    ['Bad', 'NEGATIVE'],
    ['Good', 'POSITIVE'],
    ['Bad again', 'NEGATIVE'],
    ['Good again', 'POSITIVE'],
  ] as const)
    await send(org, 'POST', '/insights', { name, sentiment, category: 'DELIGHTS' })
  const running = dispatcher()
  await receiver.until((all) => all.length === 2)
  await running.stop()
  assert.deepEqual(receiver.received.map((one) => JSON.parse(one.body).data.object.name).sort(), ['Good', 'Good again'])
})

test('after a rotation both secrets sign for 24 hours', async () => {
  const org = await app.org()
  const receiver = await startReceiver()
  const { id, secret: old } = await send(org, 'POST', '/webhooks', { url: receiver.url, events: ['*'] })
  const rotated = await send(org, 'POST', `/webhooks/${id}/rotate-secret`)
  assert.notEqual(rotated.secret, old)
  assert.ok(Math.abs(Date.parse(rotated.previous_secret_until) - Date.now() - 24 * 3600 * 1000) < 60_000)
  await send(org, 'POST', `/webhooks/${id}/test`, {})
  for (const secret of [old, rotated.secret]) assert.ok(verified(secret, receiver.received[0]!))
  await app.store.run(
    sql`update webhook set previous_secret_until = now() - interval '1 second' where org_id = ${org.id} and id = ${id}`,
  )
  await send(org, 'POST', `/webhooks/${id}/test`, {})
  assert.ok(verified(rotated.secret, receiver.received[1]!))
  assert.throws(() => verified(old, receiver.received[1]!))
})

test('a test event is complete for every event name', async () => {
  for (const name of eventNames) assert.ok(Object.keys(sampleObject(name)).length > 0, name)
  const org = await app.org()
  const receiver = await startReceiver(() => ({ status: 200, body: 'got it\u0000' }))
  const { id, secret } = await send(org, 'POST', '/webhooks', { url: receiver.url, events: ['project.*'] })
  await send(org, 'PATCH', `/webhooks/${id}`, { enabled: false })
  const ask = async () =>
    (
      await app.call(org.admin.key, 'POST', `/webhooks/${id}/test`, {
        body: { event_type: 'insight.created' },
        headers: { 'idempotency-key': 'test-1' },
      })
    ).body
  const { idempotency: _, ...first } = await ask()
  assert.deepEqual(
    [first.test, first.status, first.response_status, first.response_excerpt, first.attempts.length],
    [true, 'delivered', 200, 'got it', 1],
  )
  assert.ok(Number.isInteger(first.duration_ms))
  const { idempotency, ...again } = await ask()
  assert.deepEqual([idempotency.replayed, again, receiver.received.length], [true, first, 1])
  assert.deepEqual(await send(org, 'GET', `/webhooks/${id}/deliveries/${first.id}?wait=20`), first)
  const events = verified(secret, receiver.received[0]!)
  assert.deepEqual(Object.keys(events), ['id', 'type', 'created_at', 'org_id', 'api_version', 'actor', 'data'])
  assert.ok('sentiment' in events.data.object && 'quotes' in events.data.object)
})

test('webhook secrets are encrypted in the database, also those stored before encryption', async () => {
  const org = await app.org()
  const receiver = await startReceiver()
  const keyed = async (path: string, body?: object) =>
    (await app.call(org.admin.key, 'POST', path, { ...(body && { body }), headers: { 'idempotency-key': path } })).body
  const { id, secret, secret_hint: hint } = await keyed('/webhooks', { url: receiver.url, events: ['*'] })
  assert.equal(hint, `whsec_…${secret.slice(-4)}`)
  const rotated = await keyed(`/webhooks/${id}/rotate-secret`)
  assert.equal((await keyed(`/webhooks/${id}/rotate-secret`)).secret, rotated.secret)
  await send(org, 'POST', `/webhooks/${id}/test`, {})
  for (const one of [secret, rotated.secret]) assert.ok(verified(one, receiver.received[0]!))
  assert.deepEqual(await tablesSaying([secret, rotated.secret].map((one) => one.slice(6))), [])

  const old = newSecret()
  await app.store.run(sql`
    update webhook set secret = null, plaintext_secret = ${old}, previous_secret = null, plaintext_previous_secret = ${secret}, previous_secret_until = now() + interval '1 hour'
    where org_id = ${org.id} and id = ${id}`)
  assert.deepEqual(await tablesSaying([old.slice(6)]), ['webhook'])
  assert.equal(await sealPlaintextSecrets(app.store, vaultFor(app.secret)), 1)
  assert.deepEqual(await tablesSaying([old, secret].map((one) => one.slice(6))), [])
  await send(org, 'POST', `/webhooks/${id}/test`, {})
  for (const one of [old, secret]) assert.ok(verified(one, receiver.received[1]!))

  await app.store.run(
    sql`update webhook set secret = ${Buffer.from('sealed for somebody else')}, previous_secret = null where org_id = ${org.id} and id = ${id}`,
  )
  assert.match((await send(org, 'POST', `/webhooks/${id}/test`, {})).error, /^UNSIGNED/)
  assert.equal(receiver.received.length, 2)
})

/** The tables that contain one of these texts, as text or as bytes. */
async function tablesSaying(texts: readonly string[]): Promise<string[]> {
  const tables = await app.store.rows<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  const spellings = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')])
  const found: string[] = []
  for (const { name } of tables) {
    const match = await app.store.first(
      sql`select 1 from ${raw(name)} t where exists (select 1 from unnest(${spellings}::text[]) s where strpos(t::text, s) > 0) limit 1`,
    )
    if (match) found.push(name.replace('public.', ''))
  }
  return found
}

test('failed deliveries are retried with backoff under the same id, then fail', async () => {
  assert.deepEqual(backoffSeconds, [30, 120, 600, 3600, 21_600, 86_400])
  assert.deepEqual([retryDelay(1, 0, 0), retryDelay(1, 0, 1), retryDelay(7)], [24, 36, undefined])
  assert.deepEqual([retryDelay(1, 300, 0.5), retryDelay(1, 1e6, 0.5)], [300, 3600])
  const org = await app.org()
  const receiver = await startReceiver(() => 500)
  const { id } = await send(org, 'POST', '/webhooks', { url: receiver.url, events: ['*'] })
  const tested = await send(org, 'POST', `/webhooks/${id}/test`, {})
  assert.deepEqual([tested.status, tested.response_status, tested.error], ['pending', 500, 'the receiver answered 500'])
  for (const [n, seconds] of [...backoffSeconds, undefined].entries()) {
    if (n > 0) await sendDue(org, id)
    const [one] = await deliveries(org, id)
    assert.equal(one.attempts.length, n + 1)
    assert.equal(one.status, seconds === undefined ? 'failed' : 'pending')
    if (seconds === undefined) assert.equal(one.next_attempt_at, null)
    else {
      const pause = (Date.parse(one.next_attempt_at) - Date.parse(one.attempts.at(-1).at)) / 1000
      assert.ok(pause > seconds * 0.79 - 2 && pause < seconds * 1.21 + 2, `${n}: ${pause}`)
    }
  }
  assert.deepEqual(await sendDue(org, id), [])
  assert.equal(new Set(receiver.received.map((one) => one.id)).size, 1)
  assert.equal((await send(org, 'GET', `/webhooks/${id}`)).failure_count, 7)
  const [failed] = await deliveries(org, id)
  const replay = await send(org, 'POST', `/webhooks/${id}/deliveries/${failed.id}/replay`)
  assert.deepEqual([replay.replay_of, replay.event_id, replay.status], [failed.id, failed.event_id, 'pending'])
  assert.equal(
    (await app.call(org.admin.key, 'POST', `/webhooks/${id}/deliveries/${replay.id}/replay`)).body.error.code,
    'INVALID_STATE',
  )
  await sendDue(org, id)
  assert.equal(receiver.received.length, 8)
  assert.equal(new Set(receiver.received.map((one) => one.id)).size, 1)
})

test('redirects are not followed and private addresses are blocked', async () => {
  const org = await app.org()
  const inside = await startReceiver()
  const receiver = await startReceiver(() => ({ status: 302, headers: { location: inside.url } }))
  const { id } = await send(org, 'POST', '/webhooks', { url: receiver.url, events: ['*'] })
  await send(org, 'POST', `/webhooks/${id}/test`, {})
  assert.deepEqual(
    (await deliveries(org, id)).map((one: any) => one.response_status),
    [302],
  )
  await sendDue(org, id, createOutbound())
  assert.match((await deliveries(org, id))[0].error, /^REFUSED/)
  assert.equal(inside.received.length, 0)
})

test('a receiver that never responds does not delay the others', async () => {
  const org = await app.org()
  const stuck = await startReceiver(() => 'never')
  const quick = await startReceiver()
  await send(org, 'POST', '/webhooks', { url: stuck.url, events: ['theme.created'] })
  await send(org, 'POST', '/webhooks', { url: quick.url, events: ['theme.created'] })
  for (let n = 0; n < 30; n++) await send(org, 'POST', '/themes', { name: `Theme ${n}` })
  const running = dispatcher()
  await quick.until((all) => all.length === 30)
  // Only its own deliveries are in flight or waiting.
  assert.ok(stuck.received.length <= 8)
  await stuck.close()
  await running.stop()
})

test('URL and events are unique together, and the number of webhooks is limited', async () => {
  const org = await app.org()
  const body = { url: 'https://hooks.example.com/a', events: ['project.*', 'theme.*'] }
  const { id } = await send(org, 'POST', '/webhooks', body)
  const again = await app.call(org.admin.key, 'POST', '/webhooks', {
    body: { ...body, events: ['theme.*', 'project.*'] },
  })
  assert.deepEqual([again.status, again.body.error.code], [409, 'DUPLICATE'])
  await send(org, 'PATCH', `/webhooks/${id}`, { url: body.url, description: 'the same again is no other' })
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      send(org, 'POST', '/webhooks', { ...body, url: `https://hooks.example.com/${n}` }),
    ),
  )
  assert.equal(
    (await app.call(org.admin.key, 'POST', '/webhooks', { body: { ...body, url: 'https://hooks.example.com/z' } })).body
      .error.code,
    'INVALID_STATE',
  )
  assert.deepEqual(await send(org, 'DELETE', `/webhooks/${id}`), { id, deleted: true })
  assert.equal((await app.call(org.admin.key, 'GET', `/webhooks/${id}`)).status, 404)
  assert.equal(
    (await app.call(org.admin.key, 'POST', '/webhooks', { body: { ...body, events: ['nonsense.happened'] } })).status,
    400,
  )
})
