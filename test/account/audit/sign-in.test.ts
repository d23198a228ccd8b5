import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../../test-app.ts'
import { openBrowser, signedIn } from '../browser.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

type Entry = {
  operation: string
  outcome: string
  reason: string | null
  means: string | null
  actor_type: string
  user_id: string | null
  session_id: string | null
  address: string
  user_agent: string
}
const entries = (of: { id: string }, operation: string) =>
  app.store.rows<Entry>(sql`
    select operation, outcome, reason, means, actor_type, user_id, session_id, address, user_agent from audit_entry
    where org_id = ${of.id} and operation = ${operation} order by id`)

test('a sign-in and a sign-out have the session, the address and the browser', async () => {
  const browser = openBrowser(app)
  const reply = await browser.auth('POST', '/sign-in/email', {
    body: { email: org.member.email, password: org.member.password },
    headers: { 'user-agent': 'Test browser' },
  })
  assert.equal(reply.status, 200)
  const [entry] = await entries(org, 'signIn')
  const { session_id, ...rest } = entry!
  assert.deepEqual(rest, {
    operation: 'signIn',
    outcome: 'success',
    reason: null,
    means: 'password',
    actor_type: 'user',
    user_id: org.member.userId,
    address: '127.0.0.1',
    user_agent: 'Test browser',
  })
  assert.ok(session_id)
  assert.equal((await browser.auth('POST', '/sign-out')).status, 200)
  const [out] = await entries(org, 'signOut')
  assert.deepEqual([out!.session_id, out!.user_id, out!.outcome], [session_id, org.member.userId, 'success'])
})

test('a wrong password is in the log of every organization of the account, an unknown account in none', async () => {
  const [one, two] = [await app.org(), await app.org()]
  await app.store.run(sql`
    insert into membership (org_id, id, user_id, role) values (${two.id}, ${newId()}, ${one.member.userId}, 'member')`)
  assert.equal((await openBrowser(app).signIn(one.member.email, 'not the password')).status, 401)
  for (const each of [one, two]) {
    const [entry] = await entries(each, 'signIn')
    assert.deepEqual(
      [entry!.outcome, entry!.reason, entry!.means, entry!.actor_type, entry!.user_id, entry!.address],
      ['failure', 'wrong_password', 'password', 'anonymous', one.member.userId, '127.0.0.1'],
    )
  }
  const count = () => app.store.first<{ n: number }>(sql`select count(*) as n from audit_entry`)
  const known = await count()
  assert.equal((await openBrowser(app).signIn('no-one@example.com', 'not the password')).status, 401)
  assert.deepEqual(await count(), known)
})

test('a changed password, ended sessions and a wrong current password are recorded', async () => {
  const { id, admin } = await app.org()
  const [browser, other] = [await signedIn(app, admin), await signedIn(app, admin)]
  const change = (currentPassword: string) =>
    browser.auth('POST', '/change-password', { body: { currentPassword, newPassword: 'another long password' } })
  assert.equal((await change('not the password')).status, 401)
  const sessions = (await browser.auth('GET', '/list-sessions')).body as { id: string }[]
  assert.equal(sessions.length, 2)
  assert.equal((await other.auth('POST', '/revoke-sessions')).status, 200)
  const back = await signedIn(app, admin)
  const changed = await back.auth('POST', '/change-password', {
    body: { currentPassword: admin.password, newPassword: 'another long password' },
  })
  assert.equal(changed.status, 200, changed.text)
  const outcomes = async (operation: string) =>
    (await entries({ id }, operation)).map(({ outcome, reason }) => [outcome, reason])
  assert.deepEqual(await outcomes('changePassword'), [
    ['failure', 'wrong_password'],
    ['success', null],
  ])
  assert.deepEqual(await outcomes('revokeSessions'), [['success', null]])
})

test('an invitation, a wrong password at it and a password reset are recorded by their means', async () => {
  const { id, admin } = await app.org()
  const boss = await signedIn(app, admin)
  const invite = async (email: string) => (await boss.app('POST', '/invitations', { body: { email } })).body
  const { token, email } = await invite('new@example.com')
  const visitor = openBrowser(app)
  const accept = (body: object) => visitor.app('POST', '/invitations/accept', { body })
  assert.equal((await accept({ token, name: 'New', password: 'a long password' })).status, 200)
  const [joined] = await entries({ id }, 'acceptInvitation')
  assert.deepEqual([joined!.means, joined!.actor_type, joined!.outcome], ['invitation', 'user', 'success'])

  const known = await invite(org.admin.email)
  assert.equal((await accept({ token: known.token, password: 'not the password' })).status, 401)
  const [refused] = await entries(org, 'acceptInvitation')
  assert.deepEqual(
    [refused!.means, refused!.outcome, refused!.reason, refused!.user_id],
    ['invitation', 'failure', 'wrong_password', org.admin.userId],
  )

  const members = (await boss.app('GET', '/org-members', { query: { q: email } })).body.data
  const reset = await boss.app('POST', `/members/${members[0].id}/password-reset`)
  const resetToken = (reset.body.url as string).split('/').at(-1)!
  const done = await visitor.auth('POST', '/reset-password', {
    body: { token: resetToken, newPassword: 'yet another password' },
  })
  assert.equal(done.status, 200, done.text)
  const [entry] = await entries({ id }, 'resetPassword')
  assert.deepEqual([entry!.means, entry!.user_id], ['password_reset', members[0].user_id])
  const stored = await app.store.rows<{ text: string }>(sql`select a::text as text from audit_entry a`)
  for (const secret of [token, known.token, resetToken, 'a long password', 'not the password', 'yet another password'])
    assert.ok(!stored.some(({ text }) => text.includes(secret)), secret)
})
