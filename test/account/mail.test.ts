import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { deliver } from '#domain/events/webhooks/dispatch.ts'
import { claimDueDeliveries } from '#domain/events/webhooks/queries-dispatch.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { evaluateAlerts } from '#domain/overview/alerts/evaluate-alerts.ts'
import { openMailer } from '#mail/mailer.ts'
import { createOutbound } from '#outbound/client.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { startMailSender } from '#worker/mail-sender.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { openBrowser, signedIn } from './browser.ts'
import { startMailSink } from './mail-sink.ts'
import { closeReceivers, startReceiver } from './receiver.ts'
import { waitFor } from '../wait-for.ts'

let app: TestApp
let org: Org
const silent = { info() {}, warn() {}, error() {} }
const from = 'Earshot <earshot@example.com>'
before(async () => {
  app = await startTestApp({ mail: true })
  org = await app.org({ name: 'Acme\tNotes' })
})
after(async () => {
  await closeReceivers()
  assert.deepEqual(app.errors, [])
  await app.close()
})

const countQueuedMail = async () =>
  (await app.store.first<{ n: number }>(sql`select count(*) as n from mail_outbox`))!.n
const mailOptions = (page: string) => ({
  write: mailOutbox(vaultFor(app.secret)),
  url: `http://localhost:3000${page}`,
})
const startSender = (url: string) =>
  startMailSender({
    store: app.store,
    mailer: openMailer({ url, from }),
    vault: vaultFor(app.secret),
    log: silent,
    pollIntervalMs: 25,
  })

test('an invitation is emailed and its link works; the stored message is encrypted', async () => {
  const adminBrowser = await signedIn(app, org.admin)
  const { token, url } = (
    await adminBrowser.app('POST', '/invitations', { body: { email: 'Guest@example.org', role: 'member' } })
  ).body
  const [row] = await app.store.rows<{ message: Buffer }>(sql`select message from mail_outbox where org_id = ${org.id}`)
  assert.ok(!row!.message.includes(token) && !row!.message.includes('guest@example.org'))
  const sink = await startMailSink()
  const sender = startSender(sink.url)
  await sink.until(() => sink.messages.length === 1)
  await sender.stop()
  const [message] = sink.messages
  assert.deepEqual(
    [message!.from, message!.to, message!.headers.from],
    ['earshot@example.com', ['guest@example.org'], from],
  )
  assert.match(message!.headers.subject!, /invites you to Acme Notes$/)
  assert.match(message!.headers['message-id']!, /^<[0-9a-f-]{36}@example\.com>$/)
  assert.ok(message!.text.includes(url))
  assert.equal(await countQueuedMail(), 0, 'sent mail is deleted')
  const link = /http:\/\/localhost:3000\/invite\/(\S+)/.exec(message!.text)![1]!
  const joined = await openBrowser(app).app('POST', '/invitations/accept', {
    body: { token: link, name: 'Guest', password: 'a password of my own' },
  })
  assert.equal(joined.status, 200)
  await sink.close()
})

test('a rejected invitation sends no email', async () => {
  const adminBrowser = await signedIn(app, org.admin)
  assert.equal(
    (await adminBrowser.app('POST', '/invitations', { body: { email: org.member.email, role: 'member' } })).status,
    409,
  )
  assert.equal(await countQueuedMail(), 0)
})

test('a failed delivery is retried with the same message id, and no recipient gets an email twice', async () => {
  const sink = await startMailSink((_letter, count) => (count <= 2 ? '451 later' : '250 accepted'))
  const write = mailOptions('').write
  for (const n of [1, 2])
    await write(app.store, org.id, { to: `person${n}@example.org`, subject: `Message ${n}`, text: 'Umlaute: äöü 😀' })
  const senders = [startSender(sink.url), startSender(sink.url)]
  await sink.until(() => sink.attemptCount() >= 2)
  const failedMails = () => app.store.rows(sql`select 1 from mail_outbox where error is not null`)
  await waitFor('two failed mails', async () => (await failedMails()).length >= 2)
  const failed = await app.store.rows<{ error: string; pause: number }>(
    sql`select error, extract(epoch from next_attempt_at - now())::int as pause from mail_outbox`,
  )
  assert.ok(
    failed.every(({ error, pause }) => /451/.test(error) && pause > 20 && pause <= 30),
    JSON.stringify(failed),
  )
  await app.store.run(
    sql`update mail_outbox set next_attempt_at = now() - interval '1 second' where org_id = ${org.id}`,
  )
  await sink.until(() => sink.messages.length === 2)
  for (const sender of senders) await sender.stop()
  assert.deepEqual(sink.messages.map(({ to, text }) => [to[0], text.trim()]).sort(), [
    ['person1@example.org', 'Umlaute: äöü 😀'],
    ['person2@example.org', 'Umlaute: äöü 😀'],
  ])
  assert.equal(await countQueuedMail(), 0)
  await sink.close()
})

test('an alert is emailed to its creator, and a disabled webhook to the admins', async () => {
  const own = await app.org({ name: 'Alarmed' })
  const make = async (key: string, path: string, body: object) => (await app.call(key, 'POST', path, { body })).body
  await make(own.member.key, '/alerts', {
    name: 'Complaints jump',
    metric: 'insights',
    condition: { op: 'above', value: 0, window: '7d', min_count: 1 },
  })
  await make(own.admin.key, '/insights', { name: 'Bad', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
  assert.equal(await evaluateAlerts(app.store, new Date(), mailOptions('/settings/alerts')), 1)
  const gone = await startReceiver(() => 410)
  const hook = await make(own.admin.key, '/webhooks', { url: gone.url, events: ['theme.created'] })
  await app.store.run(
    sql`insert into webhook_delivery (org_id, id, webhook_id, event_id, event_type, payload) values (${own.id}, gen_random_uuid(), ${hook.id}, gen_random_uuid(), 'theme.created', '{}')`,
  )
  const senderDeps = {
    store: app.store,
    outbound: createOutbound({ networks: ['127.0.0.0/8'] }),
    vault: vaultFor(app.secret),
    mail: mailOptions('/settings/webhooks'),
  }
  for (const claim of await claimDueDeliveries(app.store, { org_id: own.id, id: hook.id }, 5, 30))
    await deliver(senderDeps, { org_id: own.id, id: hook.id }, claim)
  const sink = await startMailSink()
  const sender = startSender(sink.url)
  await sink.until(() => sink.messages.length === 2)
  await sender.stop()
  const mailBySubject = Object.fromEntries(
    sink.messages.map(({ to, headers, text }) => [headers.subject, { to, text }]),
  )
  assert.deepEqual(mailBySubject['Alert: Complaints jump']!.to, [own.member.email])
  assert.match(mailBySubject['Alert: Complaints jump']!.text, /insights is 1[\s\S]*\/settings\/alerts/)
  assert.deepEqual(mailBySubject['A webhook was disabled']!.to, [own.admin.email])
  assert.match(mailBySubject['A webhook was disabled']!.text, /410[\s\S]*\/settings\/webhooks/)
  await sink.close()
})

test('earshot mail test reports whether the mail server accepts a message', async () => {
  const run = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/main.ts', 'mail', ...args], { env: { ...process.env, ...env } }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    )
  const sink = await startMailSink()
  assert.deepEqual(await run({ SMTP_URL: sink.url, MAIL_FROM: from }, 'test', 'me@example.org'), {
    code: 0,
    text: 'The mail server accepted the message to me@example.org.\n',
  })
  assert.deepEqual(
    sink.messages.map(({ to }) => to),
    [['me@example.org']],
  )
  await sink.close()
  assert.equal((await run({ SMTP_URL: sink.url }, 'test', 'me@example.org')).code, 1)
  assert.equal((await run({}, 'test', 'me@example.org')).code, 64)
})
