import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deliver, type SenderDeps } from '#domain/events/webhooks/dispatch.ts'
import { targetProblem } from '#domain/events/webhooks/rules.ts'
import { claimDueDeliveries } from '#domain/events/webhooks/queries-dispatch.ts'
import { createOutbound } from '#outbound/client.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import type { Mail } from '#mail/mailer.ts'
import { startDispatcher } from '#worker/webhook-dispatcher.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'
import { signedIn } from './browser.ts'
import { closeReceivers, startReceiver } from './receiver.ts'

useTestServer()
after(closeReceivers)

const outbound = createOutbound({ networks: ['127.0.0.0/8'] })
const hourMs = 3_600_000
const silent = { info() {}, warn() {}, error() {} }
const dispatch = (more: { now?: () => Date } = {}) =>
  startDispatcher({ store: app.store, outbound, vault: vaultFor(app.secret), log: silent, pollIntervalMs: 25, ...more })
const webhook = (url: string, more: Body = {}) => callOk('POST', '/webhooks', { url, events: ['theme.*'], ...more })
const read = (id: string) => callOk('GET', `/webhooks/${id}`)
const eventsOf = async (type: string) =>
  app.store.rows<{ object: Body }>(
    sql`select object from event where org_id = ${org.id} and type = ${type} order by id`,
  )

/** Sends deliveries of one webhook at any time, and keeps the mails that are written. */
function senderAt(start: Date) {
  let now = start
  const mails: Mail[] = []
  const deps: SenderDeps = {
    store: app.store,
    outbound,
    vault: vaultFor(app.secret),
    now: () => now,
    mail: { url: 'http://localhost/settings', write: async (_db, _org, mail) => void mails.push(mail) },
  }
  return {
    mails,
    at: (hours: number) => void (now = new Date(start.getTime() + hours * hourMs)),
    async send(webhook_id: string, count: number) {
      const hook = { org_id: org.id, id: webhook_id }
      for (let n = 0; n < count; n++) {
        // Attempt 1 again and again: the delivery is repeated, whatever its backoff.
        await app.store.run(sql`
          update webhook_delivery set status = 'pending', attempts = 0, next_attempt_at = now() - interval '1 second'
          where org_id = ${org.id} and webhook_id = ${webhook_id}`)
        for (const claim of await claimDueDeliveries(app.store, hook, 10, 30)) await deliver(deps, hook, claim)
      }
    },
  }
}
const start = new Date('2026-03-02T10:00:00Z')
/** A webhook with one delivery. */
async function failingWebhook(answer: () => number, more: Body = {}) {
  const receiver = await startReceiver(answer)
  const { id } = await webhook(receiver.url, more)
  await callOk('POST', '/themes', { name: `Export ${id}` })
  const dispatcher = dispatch({ now: () => start })
  await receiver.until((all) => all.length === 1)
  await dispatcher.stop()
  return id as string
}

test('a short outage with many failures leaves a webhook active, and what was missed arrives afterwards', async () => {
  let isDown = true
  const receiver = await startReceiver(() => (isDown ? 503 : 200))
  const { id } = await webhook(receiver.url)
  for (let n = 0; n < 60; n++) await callOk('POST', '/themes', { name: `Theme ${n}` })
  const dispatcher = dispatch()
  await waitFor('60 failures', async () => (await read(id)).failure_count >= 60)
  const { status, failing_since, disables_at } = await read(id)
  assert.deepEqual([status, typeof failing_since, disables_at], ['active', 'string', null])
  isDown = false
  await app.store.run(
    sql`update webhook_delivery set next_attempt_at = now() - interval '1 second' where org_id = ${org.id} and status = 'pending'`,
  )
  const delivered = () => callOk('GET', `/webhooks/${id}/deliveries`, undefined, { status: 'delivered', limit: '100' })
  await waitFor('60 deliveries', async () => (await delivered()).data.length === 60)
  await dispatcher.stop()
  assert.deepEqual(
    Object.values(await read(id).then(({ failure_count, failing_since: since }) => [failure_count, since])),
    [0, null],
  )
  assert.deepEqual([await eventsOf('webhook.failing'), await eventsOf('webhook.disabled')], [[], []])
})

test('after 24 hours without success a webhook is disabled, and its admins are informed before and then', async () => {
  const id = await failingWebhook(() => 500)
  const sender = senderAt(start)
  const titles = () => sender.mails.map(({ subject }) => subject)
  await sender.send(id, 30)
  assert.deepEqual([(await read(id)).status, titles()], ['active', []])
  sender.at(1)
  await sender.send(id, 3)
  const failing = await read(id)
  assert.deepEqual(
    [failing.status, failing.failing_since, failing.disables_at],
    ['active', '2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'],
  )
  assert.deepEqual(titles(), ['A webhook is failing'])
  assert.match(sender.mails[0]!.text, /Since 2026-03-02 10:00 UTC.*after 2026-03-03 10:00 UTC/s)
  assert.equal((await eventsOf('webhook.failing'))[0]!.object.disables_at, '2026-03-03T10:00:00.000Z')
  sender.at(23.9)
  await sender.send(id, 1)
  assert.equal((await read(id)).status, 'active')
  sender.at(24)
  await sender.send(id, 1)
  const { status, disabled_reason, disables_at } = await read(id)
  assert.deepEqual(
    [status, disabled_reason, disables_at],
    ['disabled', 'no success for 24 hours, with 36 failures', null],
  )
  assert.deepEqual(titles(), ['A webhook is failing', 'A webhook was disabled'])
  assert.match(sender.mails[1]!.text, /\{"status": "active"\}.*sent again one by one/s)
  assert.deepEqual([(await eventsOf('webhook.failing')).length, (await eventsOf('webhook.disabled')).length], [1, 1])
  const query = { operation: 'webhook.disabled', resource_id: id }
  const [entry] = (await app.call(org.admin.key, 'GET', '/audit', { query })).body.data
  assert.deepEqual(
    [entry.actor.type, entry.before.status, entry.after],
    ['system', 'active', { status, disabled_reason }],
  )
})

test('nobody is surprised: a webhook is announced 12 hours before it is disabled, and few failures disable none', async () => {
  const id = await failingWebhook(() => 500)
  const sender = senderAt(start)
  sender.at(80)
  await sender.send(id, 18)
  assert.deepEqual([(await read(id)).failure_count, (await read(id)).disables_at], [19, null])
  await sender.send(id, 5)
  assert.equal((await read(id)).disables_at, new Date(start.getTime() + 92 * hourMs).toISOString())
  sender.at(91)
  await sender.send(id, 1)
  assert.equal((await read(id)).status, 'active')
  sender.at(92)
  await sender.send(id, 1)
  assert.equal((await read(id)).status, 'disabled')
})

test('a success ends the announcement, keep_enabled prevents it, and 410 disables at once', async () => {
  let answer = 500
  const id = await failingWebhook(() => answer)
  const sender = senderAt(start)
  sender.at(2)
  await sender.send(id, 20)
  assert.ok((await read(id)).disables_at)
  answer = 200
  await sender.send(id, 1)
  assert.deepEqual([(await read(id)).disables_at, (await read(id)).failure_count], [null, 0])
  answer = 410
  await sender.send(id, 1)
  assert.equal((await read(id)).disabled_reason, 'the receiver says that it is gone (410)')
  const kept = await failingWebhook(() => 410, { keep_enabled: true })
  sender.at(50)
  await sender.send(kept, 30)
  assert.deepEqual([(await read(kept)).status, (await read(kept)).disables_at], ['active', null])
})

test('another address starts without the failures of the one before', async () => {
  const id = await failingWebhook(() => 500)
  const sender = senderAt(start)
  sender.at(2)
  await sender.send(id, 20)
  const { url, disables_at } = await read(id)
  assert.ok(disables_at)
  assert.equal((await callOk('PATCH', `/webhooks/${id}`, { url, description: 'Same' })).disables_at, disables_at)
  const moved = await callOk('PATCH', `/webhooks/${id}`, { url: `${url}/moved` })
  assert.deepEqual([moved.failure_count, moved.failing_since, moved.disables_at], [0, null, null])
  sender.at(30)
  await sender.send(id, 1)
  assert.equal((await read(id)).status, 'active')
})

test('admins are told in the session of webhooks that fail or were disabled lately', async () => {
  const count = async (user: typeof org.admin) => {
    const browser = await signedIn(app, user)
    return (await browser.app('GET', '/session')).body.failing_webhooks
  }
  await app.store.run(sql`delete from webhook_delivery where org_id = ${org.id}`)
  await app.store.run(sql`delete from webhook where org_id = ${org.id}`)
  const [failing, disabled, old] = await Promise.all(
    ['failing', 'disabled', 'old'].map((name) => webhook(`https://hooks.example.com/${name}`)),
  )
  assert.equal(await count(org.admin), 0)
  await app.store.run(sql`update webhook set disables_at = now() where org_id = ${org.id} and id = ${failing.id}`)
  await app.store.run(sql`
    update webhook set status = 'disabled', updated_at = now() where org_id = ${org.id} and id = ${disabled.id}`)
  await app.store.run(sql`
    update webhook set status = 'disabled', updated_at = now() - interval '8 days'
    where org_id = ${org.id} and id = ${old.id}`)
  assert.deepEqual([await count(org.admin), await count(org.member)], [2, 0])
})

test('a disabled webhook is enabled again by its status, and then gets what it missed', async () => {
  let answer = 410
  const receiver = await startReceiver(() => answer)
  const { id } = await webhook(receiver.url)
  const dispatcher = dispatch()
  await callOk('POST', '/themes', { name: 'Before' })
  await waitFor('the webhook to be disabled', async () => (await read(id)).status === 'disabled')
  await callOk('POST', '/themes', { name: 'Meanwhile' })
  answer = 200
  const on = await callOk('PATCH', `/webhooks/${id}`, { status: 'active' })
  assert.deepEqual([on.status, on.disabled_reason, on.failure_count, on.failing_since], ['active', null, 0, null])
  await receiver.until((all) => all.some(({ body }) => body.includes('Meanwhile')))
  await dispatcher.stop()
  assert.equal((await callOk('PATCH', `/webhooks/${id}`, { status: 'paused' })).status, 'paused')
  assert.equal((await callOk('PATCH', `/webhooks/${id}`, { enabled: true })).status, 'active')
  const contradiction = await call('PATCH', `/webhooks/${id}`, { status: 'paused', enabled: true })
  assert.equal(contradiction.body.error.details[0].path, 'body.status')
  assert.equal((await call('PATCH', `/webhooks/${id}`, { status: 'disabled' })).status, 400)
})

test('addresses that are known to be private are refused, in words that name the setting', () => {
  const hint = 'is not a public address; the setting ALLOW_PRIVATE_NETWORK_TARGETS has to list its network.'
  for (const host of [
    '10.0.0.5',
    '127.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.5]',
    '0x7f.1',
    '2130706433',
    'localhost',
    'app.localhost',
    'tracker.internal',
    'printer.local',
    'intranet',
    'localhost.',
  ])
    assert.match(targetProblem(`https://${host}/hook`) ?? '', new RegExp(hint), host)
  assert.equal(targetProblem('http://hooks.example.com'), 'has to be an https address')
  // With https it would be refused as well.
  assert.match(targetProblem('http://localhost:8080/hook')!, new RegExp(hint))
  for (const url of ['https://user:pass@hooks.example.com', 'https://hooks.example.com:22', 'https://'])
    assert.ok(targetProblem(url), url)
  for (const url of ['https://hooks.example.com', 'https://8.8.8.8', 'https://hooks.example.com:8443/a'])
    assert.equal(targetProblem(url), undefined, url)
  assert.equal(targetProblem('http://10.0.0.5:8080', ['10.0.0.0/8']), undefined)
  assert.match(targetProblem('https://192.168.0.1', ['10.0.0.0/8'])!, new RegExp(hint))
})
