import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defaultLimits, createLimiter } from '#api/pipeline/rate-limits.ts'
import { inventory } from '#contract/index.ts'
import type { Route } from '#contract/core/route.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { openBrowser, signedIn } from './browser.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

const routes = Object.entries(inventory) as [string, Route][]
const addressOf = (route: Route) => route.path.replace(/\{\w+\}/g, '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f')
const addMembership = (orgId: string, userId: string, role: string) =>
  app.store.run(
    sql`insert into membership (org_id, id, user_id, role) values (${orgId}, gen_random_uuid(), ${userId}, ${role})`,
  )

test('every operation except the public ones requires a session', async () => {
  const nobody = openBrowser(app)
  for (const [id, route] of routes.filter(([, route]) => !route.anonymous)) {
    const reply = await nobody.app(route.method, addressOf(route), route.method === 'GET' ? {} : { body: {} })
    assert.equal(reply.status, 401, id)
    assert.equal(reply.body.error.code, 'UNAUTHORIZED', id)
  }
})

test('cross-site writes are rejected', async () => {
  const browser = await signedIn(app, org.admin)
  const foreign: Record<string, string>[] = [
    { 'x-requested-with': '' },
    { 'x-requested-with': 'XMLHttpRequest' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const [id, route] of routes.filter(([, route]) => route.method !== 'GET'))
    for (const headers of foreign) {
      const reply = await browser.app(route.method, addressOf(route), { body: {}, headers })
      assert.equal(reply.body.error?.code, 'CSRF_REFUSED', `${id} ${JSON.stringify(headers)}`)
    }
  assert.equal(
    (await browser.app('GET', '/me', { headers: { origin: 'https://evil.example', 'x-requested-with': '' } })).status,
    200,
  )
})

test('admin operations reject members', async () => {
  const browser = await signedIn(app, org.member)
  const admin = routes.filter(([, route]) => route.admin)
  assert.ok(admin.length >= 6)
  for (const [id, route] of admin) {
    const reply = await browser.app(route.method, addressOf(route), route.method === 'GET' ? {} : { body: {} })
    assert.equal(reply.body.error?.code, 'ROLE_NOT_ALLOWED', id)
  }
})

test('keys work only for the public API, cookies only for the web app', async () => {
  const browser = await signedIn(app, org.admin)
  const cookie = `earshot_session=${browser.jar.get('earshot_session')}`
  assert.equal((await app.call(null, 'GET', '/me', { headers: { cookie } })).body.error.code, 'UNAUTHORIZED')
  const { key } = org.admin
  const keyed: Record<string, string>[] = [
    { authorization: `Bearer ${key}` },
    { 'x-api-key': key },
    { cookie: `earshot_session=${key}` },
  ]
  for (const headers of keyed)
    assert.equal((await openBrowser(app).app('GET', '/me', { headers })).body.error.code, 'UNAUTHORIZED')
})

test('the settings are not part of the public API', async () => {
  for (const [id, route] of routes.filter(([, route]) => route.audience === 'app'))
    assert.equal((await app.call(org.admin.key, route.method, addressOf(route))).status, 404, id)
})

test('the web app works while the public API is disabled', async () => {
  const closed = await app.org({ apiEnabled: false })
  assert.equal((await app.call(closed.admin.key, 'GET', '/themes')).body.error.code, 'API_DISABLED')
  const browser = await signedIn(app, closed.admin)
  const created = await browser.app('POST', '/themes', { body: { name: 'Export' } })
  assert.equal(created.status, 201)
  assert.deepEqual(
    (await browser.app('GET', '/themes')).body.data.map((theme: { id: string }) => theme.id),
    [created.body.id],
  )
})

test('a role change applies from the next request on', async () => {
  const { admin, member } = await app.org()
  const [boss, other] = [await signedIn(app, admin), await signedIn(app, member)]
  assert.equal((await other.app('GET', '/invitations')).status, 403)
  await boss.app('PATCH', `/members/${member.memberId}`, { body: { role: 'admin' } })
  assert.equal((await other.app('GET', '/me')).body.role, 'admin')
  assert.equal((await other.app('GET', '/invitations')).status, 200)
  await boss.app('PATCH', `/members/${member.memberId}`, { body: { role: 'member' } })
  assert.equal((await other.app('GET', '/invitations')).status, 403)
})

test('a user of two organizations starts in the oldest; each session selects its own', async () => {
  const [first, second, foreign] = [
    await app.org({ name: 'First' }),
    await app.org({ name: 'Second' }),
    await app.org(),
  ]
  await addMembership(second.id, first.admin.userId, 'member')
  const [here, there] = [await signedIn(app, first.admin), await signedIn(app, first.admin)]
  assert.equal((await here.app('GET', '/session')).body.organization.id, first.id)

  const switched = await here.app('POST', '/session/organization', { body: { org_id: second.id } })
  assert.equal(switched.status, 200)
  assert.equal(switched.body.organization.name, 'Second')
  assert.equal(switched.body.role, 'member')
  const roles = switched.body.organizations.map((one: { id: string; role: string }) => [one.id, one.role])
  assert.deepEqual(roles, [
    [first.id, 'admin'],
    [second.id, 'member'],
  ])
  assert.deepEqual((await here.app('GET', '/me')).body, {
    org_id: second.id,
    user_id: first.admin.userId,
    role: 'member',
    scope: 'read',
  })
  assert.equal((await there.app('GET', '/me')).body.org_id, first.id)

  assert.equal((await here.app('POST', '/session/organization', { body: { org_id: foreign.id } })).status, 404)
  assert.equal((await here.app('GET', '/me')).body.org_id, second.id)

  await app.store.run(sql`delete from membership where org_id = ${second.id} and user_id = ${first.admin.userId}`)
  assert.equal((await here.app('GET', '/me')).body.org_id, first.id)
})

test('without an active membership only the session can be read', async () => {
  const { id, member } = await app.org()
  const browser = await signedIn(app, member)
  await app.store.run(sql`update membership set status = 'suspended' where org_id = ${id} and id = ${member.memberId}`)
  const session = await browser.app('GET', '/session')
  assert.equal(session.status, 200)
  assert.equal(session.body.user.email, member.email)
  assert.deepEqual([session.body.organization, session.body.role, session.body.organizations], [null, null, []])
  for (const [name, route] of routes.filter(([name, route]) => name !== 'getSession' && !route.anonymous)) {
    const reply = await browser.app(route.method, addressOf(route), route.method === 'GET' ? {} : { body: {} })
    assert.equal(reply.body.error?.code, 'MEMBERSHIP_REVOKED', name)
  }
})

test('operations of a disabled feature are not available', async () => {
  const gated = routes.filter(([, route]) => route.feature)
  assert.ok(gated.length > 0)
  const { admin } = await app.org({ features: { competitors: false, subthemes: false, segments: false } })
  const browser = await signedIn(app, admin)
  for (const [id, route] of gated) {
    const reply = await browser.app(route.method, addressOf(route), route.method === 'GET' ? {} : { body: {} })
    assert.equal(reply.status, 403, id)
  }
})

test('secrets shown once are not stored for idempotent replay', async () => {
  const browser = await signedIn(app, org.admin)
  for (const path of ['/api-keys', '/invitations', '/invitations/accept']) {
    const reply = await browser.app('POST', path, { body: {}, headers: { 'idempotency-key': 'again-1' } })
    assert.equal(reply.body.error.code, 'IDEMPOTENCY_KEY_INVALID', path)
  }
  const theme = { body: { name: 'Replayed' }, headers: { 'idempotency-key': 'again-2' } }
  const [first, second] = [await browser.app('POST', '/themes', theme), await browser.app('POST', '/themes', theme)]
  assert.equal(first.body.id, second.body.id)
  assert.equal(second.body.idempotency.replayed, true)
})

test('rate limits apply per user', async () => {
  const limits = { ...defaultLimits, read: { perSecond: 0.001, burst: 2 } }
  const strict = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  try {
    const { admin, member } = await strict.org()
    const [one, other] = [await signedIn(strict, admin), await signedIn(strict, member)]
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await one.app('GET', '/me')).status)
    assert.deepEqual(statuses, [200, 200, 429])
    const fine = await other.app('GET', '/me')
    assert.equal(fine.status, 200)
    assert.equal(fine.headers.get('x-ratelimit-remaining'), '1')
  } finally {
    await strict.close()
  }
})

test('requests update the last activity of a member', async () => {
  const { id, admin } = await app.org()
  const browser = await signedIn(app, admin)
  const seen = async () => (await browser.app('GET', `/org-members/${admin.userId}`)).body.last_active_at
  await browser.app('GET', '/me')
  for (let left = 100; left > 0 && (await seen()) === null; left--);
  assert.ok(Math.abs(Date.parse(await seen()) - Date.now()) < 60_000)
  const active = await app.store.rows(sql`select 1 from last_use where org_id = ${id}`)
  assert.equal(active.length, 1)
})
