import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyPassword } from '#domain/identity/password.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import { openMailer } from '#mail/mailer.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { startMailSender } from '#worker/mail-sender.ts'
import { useTestServer, app } from '../test-server.ts'
import type { TestUser } from '../test-app.ts'
import { openBrowser, signedIn } from './browser.ts'
import { requestReset, setPassword, countQueuedMail } from './password-reset-client.ts'
import { startMailSink } from './mail-sink.ts'

const silent = { info() {}, warn() {}, error() {} }
useTestServer({ mail: true })

/** The reset links of all queued mail. */
async function sentLinks(count: number): Promise<{ to: string; token: string }[]> {
  const sink = await startMailSink()
  const room = startMailSender({
    store: app.store,
    mailer: openMailer({ url: sink.url, from: 'earshot@example.com' }),
    vault: vaultFor(app.secret),
    log: silent,
    pollIntervalMs: 25,
  })
  await sink.until(() => sink.messages.length === count)
  await room.stop()
  await sink.close()
  return sink.messages.map(({ to, text }) => ({
    to: to[0]!,
    token: /http:\/\/localhost:3000\/reset-password\/(\S+)/.exec(text)![1]!,
  }))
}
const linkFor = async (email: string) => {
  assert.equal((await requestReset(email)).status, 200)
  return (await sentLinks(1))[0]!.token
}
/** Checked in the store, because sign-ins per IP address are limited. */
const canSignIn = async ({ email }: TestUser, password: string) =>
  verifyPassword((await findUserByEmail(app.store, email))!.password, password)

test('a reset link sets the password once and ends all sessions', async () => {
  const { admin } = await app.org()
  const [one, two] = [await signedIn(app, admin), await signedIn(app, admin)]
  const token = await linkFor(admin.email.toUpperCase())
  const stored = await app.store.rows<{ identifier: string }>(sql`select identifier from user_verification`)
  assert.ok(stored.length === 1 && !stored[0]!.identifier.includes(token), 'what is stored opens nothing')
  assert.equal((await setPassword(token, 'too short')).status, 400)
  assert.equal((await one.app('GET', '/me')).status, 200, 'nothing has changed yet')
  assert.equal((await setPassword(token, 'a wholly new password')).status, 200)
  for (const browser of [one, two]) assert.equal((await browser.app('GET', '/me')).status, 401)
  assert.equal((await openBrowser(app).signIn(admin.email, 'a wholly new password')).status, 200)
  assert.equal((await openBrowser(app).signIn(admin.email, admin.password)).status, 401)
  const again = await setPassword(token, 'yet another password')
  assert.deepEqual([again.status, again.body.error.code], [409, 'INVALID_STATE'])
  assert.ok(await canSignIn(admin, 'a wholly new password'))
})

test('of concurrent uses of one reset link one succeeds', async () => {
  const { member } = await app.org()
  const token = await linkFor(member.email)
  const passwords = Array.from({ length: 3 }, (_, n) => `password number ${n}`)
  const replies = await Promise.all(passwords.map((password) => setPassword(token, password)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
  const winner = replies.findIndex(({ status }) => status === 200)
  for (const [n, password] of passwords.entries()) assert.equal(await canSignIn(member, password), n === winner)
})

test('setting a password invalidates other links, and links expire after an hour', async () => {
  const { member } = await app.org()
  const [first, second] = [await linkFor(member.email), await linkFor(member.email)]
  assert.equal((await setPassword(second, 'a wholly new password')).status, 200)
  assert.equal((await setPassword(first, 'by the older link')).status, 409)
  const third = await linkFor(member.email)
  const { minutes } = (await app.store.first<{ minutes: number }>(
    sql`select extract(epoch from expires_at - now())::float8 / 60 as minutes from user_verification`,
  ))!
  assert.ok(minutes > 59 && minutes <= 60, String(minutes))
  await app.store.run(sql`update user_verification set expires_at = now() - interval '1 second'`)
  assert.equal((await setPassword(third, 'much too late for this')).status, 409)
  assert.ok(await canSignIn(member, 'a wholly new password'))
})

test('the response does not reveal whether an account exists, and only accounts with a password get an email', async () => {
  const { admin, member } = await app.org()
  await app.store.run(sql`delete from user_account where user_id = ${member.userId}`)
  const replies = [
    await requestReset(admin.email),
    await requestReset('nobody@example.org'),
    await requestReset(member.email),
  ]
  assert.deepEqual(
    replies.map(({ status, text }) => [status, text]),
    replies.map(() => [200, replies[0]!.text]),
  )
  assert.deepEqual(
    (await sentLinks(1)).map(({ to }) => to),
    [admin.email],
  )
  assert.equal(await countQueuedMail(), 0)
})
