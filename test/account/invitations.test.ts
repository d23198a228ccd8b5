import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { type Browser, openBrowser, signedIn } from './browser.ts'

let app: TestApp
let org: Org
let boss: Browser
before(async () => {
  app = await startTestApp()
  org = await app.org()
  boss = await signedIn(app, org.admin)
})
after(() => app.close())

const password = 'a password of my own'
let guests = 0
const guest = () => `Guest-${++guests}@Example.com`
const invite = async (email: string, role = 'member', by = boss) =>
  (await by.app('POST', '/invitations', { body: { email, role } })).body
const accept = (token: string, body: object = { name: 'Guest', password }) =>
  openBrowser(app).app('POST', '/invitations/accept', { body: { token, ...body } })
const listed = async () =>
  (await boss.app('GET', '/invitations', { query: { limit: '100' } })).body.data as { id: string; status: string }[]
const statusOf = async (id: string) => (await listed()).find((one) => one.id === id)!.status

test('a new user joins by the link, can sign in, and the link works once', async () => {
  const email = guest()
  const { token, url, ...shown } = await invite(email, 'admin')
  assert.equal(shown.email, email.toLowerCase())
  assert.equal(shown.status, 'pending')
  assert.equal(Date.parse(shown.expires_at) - Date.parse(shown.created_at), 7 * 24 * 60 * 60 * 1000)
  assert.equal(url, `http://localhost:3000/invite/${token}`)
  assert.equal(Buffer.from(token, 'base64url').length, 32)

  const joined = await accept(token)
  assert.equal(joined.status, 200)
  assert.deepEqual([joined.body.org_id, joined.body.email], [org.id, email.toLowerCase()])
  const browser = await signedIn(app, { email, password })
  assert.deepEqual((await browser.app('GET', '/me')).body, {
    org_id: org.id,
    user_id: joined.body.user_id,
    role: 'admin',
    scope: 'read',
  })
  assert.equal(await statusOf(shown.id), 'accepted')
  assert.equal((await accept(token)).body.error.code, 'INVALID_STATE')
})

test('the token is stored as a hash and shown once', async () => {
  const { id, token } = await invite(guest())
  assert.ok(!(await boss.app('GET', '/invitations')).text.includes(token))
  const row = await app.store.first<{ whole: string }>(sql`
    select invitation::text as whole from invitation where org_id = ${org.id} and id = ${id}`)
  assert.ok(!row!.whole.includes(token) && !row!.whole.includes(Buffer.from(token).toString('hex')))
})

test('the Host header does not affect the link', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const reply = await boss.app('POST', '/invitations', { body: { email: guest() }, headers })
  assert.ok(reply.body.url.startsWith('http://localhost:3000/invite/'))
})

test('an unknown, revoked, replaced or expired link is rejected', async () => {
  const unknown = await accept('x'.repeat(43))
  assert.equal(unknown.status, 404)
  const withdrawn = await invite(guest())
  assert.equal((await boss.app('DELETE', `/invitations/${withdrawn.id}`)).body.status, 'revoked')
  assert.equal((await boss.app('DELETE', `/invitations/${withdrawn.id}`)).body.status, 'revoked')
  const email = guest()
  const replaced = await invite(email)
  const newer = await invite(email.toUpperCase())
  const expired = await invite(guest())
  await app.store.run(
    sql`update invitation set expires_at = now() - interval '1 second' where org_id = ${org.id} and id = ${expired.id}`,
  )
  for (const { token } of [withdrawn, replaced, expired])
    assert.equal((await accept(token)).body.error.code, 'INVALID_STATE')
  const statuses = []
  for (const { id } of [withdrawn, replaced, expired, newer]) statuses.push(await statusOf(id))
  assert.deepEqual(statuses, ['revoked', 'revoked', 'expired', 'pending'])
  assert.equal((await accept(newer.token)).status, 200)
})

test('an accepted invitation cannot be revoked, and one of another organization is not found', async () => {
  const { id, token } = await invite(guest())
  await accept(token)
  assert.equal((await boss.app('DELETE', `/invitations/${id}`)).body.error.code, 'INVALID_STATE')
  const other = await signedIn(app, (await app.org()).admin)
  assert.equal((await other.app('DELETE', `/invitations/${id}`)).status, 404)
  assert.deepEqual((await other.app('GET', '/invitations')).body.data, [])
})

test('an existing member cannot be invited', async () => {
  const reply = await boss.app('POST', '/invitations', { body: { email: org.member.email.toUpperCase() } })
  assert.equal(reply.status, 409)
  assert.equal(reply.body.error.code, 'DUPLICATE')
})

test('an existing user joins with their password and keeps it', async () => {
  const other = await app.org()
  const { id, token } = await invite(other.member.email)
  const wrong = await accept(token, { name: 'Not me', password: 'not the password' })
  assert.equal(wrong.status, 401)
  assert.equal(await statusOf(id), 'pending')
  assert.equal((await accept(token, { password: other.member.password })).body.user_id, other.member.userId)
  const browser = await signedIn(app, other.member)
  const { user, organizations } = (await browser.app('GET', '/session')).body
  assert.notEqual(user.name, 'Not me')
  assert.deepEqual(
    organizations.map((one: { id: string }) => one.id),
    [other.id, org.id],
  )
})

test('creating an account requires a name and a valid password', async () => {
  const { token } = await invite(guest())
  const nameless = await accept(token, { password })
  assert.equal(nameless.status, 400)
  assert.equal(nameless.body.error.details[0].path, 'body.name')
  assert.equal((await accept(token, { name: 'Guest', password: 'short' })).status, 400)
  assert.equal((await accept(token)).status, 200)
})

test('concurrent uses of one link create one membership', async () => {
  const email = guest()
  const { token } = await invite(email)
  const replies = await Promise.all(Array.from({ length: 6 }, () => accept(token)))
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 409, 409, 409, 409, 409])
  const members = await app.store.rows(sql`
    select 1 from membership m join app_user u on u.id = m.user_id where u.email = ${email.toLowerCase()}`)
  assert.equal(members.length, 1)
})

test('a link is either used or revoked, also under concurrency', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, token } = await invite(guest())
    const [joined, withdrawn] = await Promise.all([accept(token), boss.app('DELETE', `/invitations/${id}`)])
    assert.deepEqual([joined.status, withdrawn.status].sort(), [200, 409])
  }
})

test('accepting invitations of two organizations concurrently creates one account', async () => {
  const other = await app.org()
  const email = guest()
  const tokens = [(await invite(email)).token, (await invite(email, 'member', await signedIn(app, other.admin))).token]
  const replies = await Promise.all(tokens.map((token) => accept(token)))
  assert.deepEqual(
    replies.map((reply) => reply.status),
    [200, 200],
  )
  assert.equal(replies[0]!.body.user_id, replies[1]!.body.user_id)
})

test('accepting an invitation counts towards the password attempt limit', async () => {
  const { member } = await app.org()
  const { token } = await invite(member.email)
  const codes = []
  for (let i = 0; i < 12; i++) codes.push((await accept(token, { password: `guess number ${i}` })).status)
  assert.deepEqual(codes, [...Array(10).fill(401), 429, 429])
  assert.equal((await openBrowser(app).signIn(member.email, member.password)).status, 429)
})

test('invitations of a removed or demoted admin are revoked', async () => {
  const { admin, member } = await app.org()
  const [first, second] = [await signedIn(app, admin), await signedIn(app, member)]
  await first.app('PATCH', `/members/${member.memberId}`, { body: { role: 'admin' } })
  const one = await invite(guest(), 'admin', second)
  await first.app('PATCH', `/members/${member.memberId}`, { body: { role: 'member' } })
  assert.equal((await accept(one.token)).status, 409)
  await first.app('PATCH', `/members/${member.memberId}`, { body: { role: 'admin' } })
  const two = await invite(guest(), 'admin', second)
  await first.app('DELETE', `/members/${member.memberId}`)
  assert.equal((await accept(two.token)).status, 409)
})

test('nothing about an email is revealed without a valid token', async () => {
  const bodies = []
  for (const body of [{ password }, { name: 'Guest', password }, { password: org.member.password }])
    bodies.push((await accept('y'.repeat(43), body)).text)
  assert.equal(new Set(bodies).size, 1)
})
