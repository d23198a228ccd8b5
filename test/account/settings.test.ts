import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { secretHash } from '#domain/access/keys/rules.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { signedIn } from './browser.ts'
import { categoryKeys } from '#vocabulary/categories.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

test('a new organization has six default categories', async () => {
  const { id } = await app.org()
  const rows = await app.store.rows<{ key: string; color: string }>(
    sql`select key, color from category where org_id = ${id}`,
  )
  assert.deepEqual(rows.map((row) => row.key).sort(), [...categoryKeys].sort())
  assert.equal(new Set(rows.map((row) => row.color)).size, 6)
})

test('an admin renames the organization and toggles single features', async () => {
  const { id, admin } = await app.org()
  const browser = await signedIn(app, admin)
  const renamed = await browser.app('PATCH', '/organization', { body: { name: '  New name ' } })
  assert.equal(renamed.body.name, 'New name')
  const switched = await browser.app('PATCH', '/organization', { body: { features: { competitors: false } } })
  assert.deepEqual(switched.body.features, { competitors: false, subthemes: true, segments: true })
  assert.equal(switched.body.name, 'New name')
  const untouched = await browser.app('PATCH', '/organization', { body: { features: {} } })
  assert.deepEqual(untouched.body, switched.body)
  assert.equal((await browser.app('PATCH', '/organization', { body: {} })).status, 400)
  assert.deepEqual((await browser.app('GET', '/organization')).body, switched.body)
  assert.equal(switched.body.id, id)
})

test('the API policy changes only the given fields and applies immediately', async () => {
  const { admin, member } = await app.org()
  const browser = await signedIn(app, admin)
  assert.deepEqual((await browser.app('GET', '/policy')).body, {
    enabled: true,
    roles: ['admins', 'members'],
    scopes: ['read', 'write'],
  })
  const narrowed = await browser.app('PATCH', '/policy', { body: { roles: ['admins'] } })
  assert.deepEqual(narrowed.body, { enabled: true, roles: ['admins'], scopes: ['read', 'write'] })
  assert.equal((await app.call(member.key, 'GET', '/me')).body.error.code, 'ROLE_NOT_ALLOWED')
  assert.deepEqual((await browser.app('PATCH', '/policy', { body: { scopes: ['write'] } })).body.scopes, ['write'])
  assert.equal((await app.call(admin.key, 'GET', '/me')).body.error.code, 'SCOPE_NOT_ALLOWED')
  assert.equal((await browser.app('PATCH', '/policy', { body: { enabled: false } })).body.enabled, false)
  assert.equal((await app.call(admin.key, 'GET', '/me')).body.error.code, 'API_DISABLED')
})

test('a key is shown once, stored as a hash, and limited by scopes and expiry', async () => {
  const { id, member } = await app.org()
  const browser = await signedIn(app, member)
  const created = await browser.app('POST', '/api-keys', { body: { name: 'Nightly', expires_in_days: 30 } })
  assert.equal(created.status, 201)
  const { key, ...shown } = created.body
  assert.deepEqual(
    [shown.scopes, shown.status, shown.user_id, shown.last_used_at],
    [['read'], 'active', member.userId, null],
  )
  assert.equal(Date.parse(shown.expires_at) - Date.parse(shown.created_at), 30 * 24 * 60 * 60 * 1000)
  assert.ok(shown.hint.endsWith(key.slice(-4)) && !shown.hint.includes(key.slice(8, 40)))

  const listed = await browser.app('GET', '/api-keys')
  assert.deepEqual(listed.body.data[0], shown)
  assert.ok(!listed.text.includes(key))
  const row = (await app.store.first<{ hash: Buffer }>(sql`
    select hash, api_key::text as whole from api_key where org_id = ${id} and id = ${shown.id}`))!
  assert.deepEqual(row.hash, secretHash(key))
  assert.ok(!JSON.stringify(row).includes(key))

  assert.equal((await app.call(key, 'GET', '/me')).status, 200)
  assert.equal((await app.call(key, 'POST', '/themes', { body: { name: 'No' } })).body.error.code, 'SCOPE_NOT_ALLOWED')
  await app.store.run(
    sql`update api_key set expires_at = now() - interval '1 second' where org_id = ${id} and id = ${shown.id}`,
  )
  assert.equal((await browser.app('GET', '/api-keys')).body.data[0].status, 'expired')
  assert.equal((await app.call(key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
  assert.equal((await browser.app('POST', '/api-keys', { body: { name: 'Forever' } })).body.expires_at, null)
  assert.equal((await browser.app('POST', '/api-keys', { body: { name: 'None', scopes: [] } })).status, 400)
})

test('revoking a key applies immediately and is idempotent', async () => {
  const { member } = await app.org()
  const browser = await signedIn(app, member)
  const first = await browser.app('DELETE', `/api-keys/${member.keyId}`)
  assert.deepEqual([first.body.status, first.body.revoked_reason], ['revoked', 'revoked_by_owner'])
  assert.equal((await app.call(member.key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
  const again = await browser.app('DELETE', `/api-keys/${member.keyId}`)
  assert.deepEqual(again.body, first.body)
})

test('members manage their own keys, admins those of the organization', async () => {
  const [mine, other] = [await app.org(), await app.org()]
  const [boss, member] = [await signedIn(app, mine.admin), await signedIn(app, mine.member)]
  const listed = async (browser: typeof boss, query?: Record<string, string>) =>
    (await browser.app('GET', '/api-keys', query ? { query } : {})).body.data.map((key: { id: string }) => key.id)
  assert.deepEqual(await listed(boss), [mine.member.keyId, mine.admin.keyId])
  assert.deepEqual(await listed(boss, { limit: '1' }), [mine.member.keyId])
  assert.deepEqual(await listed(member), [mine.member.keyId])
  const unknown = await member.app('DELETE', '/api-keys/019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f')
  for (const id of [mine.admin.keyId, other.member.keyId]) {
    const reply = await member.app('DELETE', `/api-keys/${id}`)
    assert.equal(reply.status, 404)
    assert.equal(reply.text, unknown.text)
  }
  assert.equal((await boss.app('DELETE', `/api-keys/${other.member.keyId}`)).status, 404)
  assert.equal((await app.call(other.member.key, 'GET', '/me')).status, 200)
  assert.equal((await boss.app('DELETE', `/api-keys/${mine.member.keyId}`)).body.revoked_reason, 'revoked_by_admin')
})
