import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createKey } from '#domain/access/keys/create.ts'
import { findKey } from '#domain/access/keys/queries.ts'
import { isWellFormed, newKey } from '#domain/access/keys/rules.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { assembleServer } from '#serve/assemble-server.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

const codeOf = async (key: string | null, method = 'GET', path = '/me', headers: Record<string, string> = {}) =>
  (await app.call(key, method, path, { headers, ...(method === 'POST' && { body: {} }) })).body.error?.code ?? 'ok'

const policy = (change: Parameters<typeof updateOrganization>[2]) => updateOrganization(app.store, org.id, change)

test('the first failing check determines the error, in all 64 states and for reads and writes', async () => {
  const { keyId, memberId, key } = org.member
  const switches: [string, (broken: boolean) => Promise<unknown>][] = [
    [
      'INVALID_API_KEY',
      (broken) =>
        app.store.run(sql`update api_key set expires_at = ${broken ? '2020-01-01' : null} where id = ${keyId}`),
    ],
    [
      'INVALID_API_KEY',
      (broken) =>
        app.store.run(sql`update api_key set revoked_at = ${broken ? '2020-01-01' : null} where id = ${keyId}`),
    ],
    ['API_DISABLED', (broken) => policy({ api_enabled: !broken })],
    [
      'MEMBERSHIP_REVOKED',
      (broken) =>
        app.store.run(sql`update membership set status = ${broken ? 'suspended' : 'active'} where id = ${memberId}`),
    ],
    ['ROLE_NOT_ALLOWED', (broken) => policy({ api_members: !broken })],
    ['SCOPE_NOT_ALLOWED', (broken) => policy({ api_read: !broken, api_write: !broken })],
  ]
  for (let state = 0; state < 2 ** switches.length; state++) {
    for (const [i, [, set]] of switches.entries()) await set((state & (1 << i)) !== 0)
    const expected = switches.find((_, i) => state & (1 << i))?.[0]
    assert.equal(await codeOf(key), expected ?? 'ok', `read in state ${state}`)
    assert.equal(await codeOf(key, 'POST', '/themes'), expected ?? 'VALIDATION_ERROR', `write in state ${state}`)
  }
  for (const [, set] of switches) await set(false)
})

test('the scopes of the key itself are enforced too', async () => {
  const reader = await createKey(
    app.store,
    org.id,
    { userId: org.admin.userId, name: 'reader', scopes: ['read'] },
    app.settings,
  )
  const writer = await createKey(
    app.store,
    org.id,
    { userId: org.admin.userId, name: 'writer', scopes: ['write'] },
    app.settings,
  )
  assert.equal(await codeOf(reader.key), 'ok')
  assert.equal(await codeOf(reader.key, 'POST', '/themes'), 'SCOPE_NOT_ALLOWED')
  assert.equal(await codeOf(writer.key), 'SCOPE_NOT_ALLOWED')
  assert.equal(await codeOf(writer.key, 'POST', '/themes'), 'VALIDATION_ERROR')
})

type Step = () => Promise<unknown>

/** Each change that makes a key invalid, and its reversal. */
function authFailures(store: Store): [code: string, enter: Step, leave: Step][] {
  const { keyId, memberId } = org.member
  return [
    ['API_DISABLED', () => policy({ api_enabled: false }), () => policy({ api_enabled: true })],
    ['ROLE_NOT_ALLOWED', () => policy({ api_members: false }), () => policy({ api_members: true })],
    ['SCOPE_NOT_ALLOWED', () => policy({ api_read: false }), () => policy({ api_read: true })],
    [
      'INVALID_API_KEY',
      () => store.run(sql`update api_key set revoked_at = now() where id = ${keyId}`),
      () => store.run(sql`update api_key set revoked_at = null where id = ${keyId}`),
    ],
    [
      'INVALID_API_KEY',
      () => store.run(sql`update api_key set expires_at = now() where id = ${keyId}`),
      () => store.run(sql`update api_key set expires_at = null where id = ${keyId}`),
    ],
    [
      'MEMBERSHIP_REVOKED',
      () => store.run(sql`update membership set status = 'suspended' where id = ${memberId}`),
      () => store.run(sql`update membership set status = 'active' where id = ${memberId}`),
    ],
  ]
}

test('a change of policy, role, key or expiry applies to the next request, in every process', async () => {
  const store = openStore(app.connection)
  const second = assembleServer({
    store,
    secret: app.secret,
    settings: app.settings,
    version: 'test',
    rates: null,
    log: { info() {}, warn() {}, error() {} },
  })
  const other = await second.listen({ host: '127.0.0.1', port: 0 })
  const { key } = org.member
  const both = async (path: string) => {
    const ask = async (url: string) =>
      (
        (await (await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).json()) as {
          error?: { code: string }
        }
      ).error?.code ?? 'ok'
    return Promise.all([ask(app.baseUrl), ask(other)])
  }
  for (let round = 0; round < 20; round++)
    for (const [code, enter, leave] of authFailures(store)) {
      const path = ['/me', '/insights', '/themes', '/categories'][round % 4]!
      await enter()
      assert.deepEqual(await both(path), [code, code], `${path} after ${code}`)
      await leave()
      assert.deepEqual(await both(path), ['ok', 'ok'], `${path} after leaving ${code}`)
    }
  await second.close()
  await store.close()
})

test('the role of a key is the current role of its owner', async () => {
  const role = async () => (await app.call(org.admin.key, 'GET', '/me')).body.role
  assert.equal(await role(), 'admin')
  await app.store.run(sql`update membership set role = 'member' where id = ${org.admin.memberId}`)
  assert.equal(await role(), 'member')
  await app.store.run(sql`update membership set role = 'admin' where id = ${org.admin.memberId}`)
  assert.equal(await role(), 'admin')
})

test('the key of a removed member gets 403 and stays revoked when they rejoin', async () => {
  const { id, member } = await app.org()
  await app.store.run(sql`delete from membership where org_id = ${id} and user_id = ${member.userId}`)
  await app.store.run(
    sql`update api_key set revoked_at = now(), revoked_reason = 'owner_left' where org_id = ${id} and user_id = ${member.userId}`,
  )
  assert.equal(await codeOf(member.key), 'MEMBERSHIP_REVOKED')
  await insertMembership(app.store, id, { userId: member.userId, role: 'member' })
  assert.equal(await codeOf(member.key), 'INVALID_API_KEY')
})

test('each form of the headers has one documented result and never two identities', async () => {
  const { key } = org.admin
  const raw = async (...pairs: string[]) => {
    const { request } = await import('node:http')
    const { hostname, port } = new URL(app.baseUrl)
    return new Promise<string>((resolve, reject) => {
      const sent = request(
        { hostname, port, path: '/api/v1/me', headers: pairs as never, setHost: false },
        (answer) => {
          let text = ''
          answer.on('data', (chunk) => (text += chunk)).on('end', () => resolve(JSON.parse(text).error?.code ?? 'ok'))
        },
      )
      sent.on('error', reject).end()
    })
  }
  const host = ['host', 'localhost'] as const
  const table: [string, string[]][] = [
    ['ok', ['authorization', `Bearer ${key}`]],
    ['ok', ['authorization', `bearer ${key}`]],
    ['ok', ['authorization', `BEARER  ${key}`]],
    ['ok', ['x-api-key', key]],
    ['ok', ['authorization', `Bearer ${key}`, 'x-api-key', 'nonsense']],
    ['ok', ['authorization', 'Basic abc', 'x-api-key', key]],
    ['INVALID_API_KEY', ['authorization', `Basic ${key}`]],
    ['INVALID_API_KEY', ['authorization', 'Bearer ']],
    ['INVALID_API_KEY', ['authorization', `Bearer ${key} x`]],
    ['INVALID_API_KEY', ['authorization', `Bearer ${'x'.repeat(10_000)}`]],
    ['INVALID_API_KEY', ['authorization', `Bearer ${key}`, 'authorization', `Bearer ${key}`]],
    ['INVALID_API_KEY', ['x-api-key', key, 'X-API-Key', key]],
    ['INVALID_API_KEY', ['x-api-key', '']],
    ['INVALID_API_KEY', ['x-api-key', `earpub_eu_${'a'.repeat(49)}`]],
    ['UNAUTHORIZED', ['cookie', `key=${key}`]],
  ]
  for (const [expected, headers] of table) assert.equal(await raw(...host, ...headers), expected, headers.join(' '))
  assert.equal(await codeOf(null, 'GET', `/me?api_key=${key}`), 'UNAUTHORIZED')
})

test('a changed character, another case or another region makes a key malformed', () => {
  const key = newKey('ear', 'eu')
  assert.ok(isWellFormed(key, 'ear', 'eu'))
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'
  for (let i = 0; i < key.length; i++)
    for (const c of alphabet)
      if (c !== key[i]) assert.ok(!isWellFormed(key.slice(0, i) + c + key.slice(i + 1), 'ear', 'eu'))
  for (const other of [
    newKey('ear', 'us'),
    newKey('earpub', 'eu'),
    key.toLowerCase(),
    `${key} `,
    encodeURIComponent(`${key}+`),
    '',
  ])
    assert.ok(!isWellFormed(other, 'ear', 'eu'))
})

test('a malformed key never reaches the database', async () => {
  const mute = await startTestApp()
  await mute.store.close()
  assert.equal((await mute.call(`${org.admin.key}x`, 'GET', '/me')).status, 401)
  assert.equal((await mute.call(org.admin.key, 'GET', '/me')).status, 503)
  await mute.server.close()
})

test('last use is recorded for used keys only', async () => {
  await app.call(org.admin.key, 'GET', '/me')
  await app.server.close()
  const row = await findKey(app.store, org.id, org.admin.keyId)
  assert.ok(row!.last_used_at !== null && Date.now() - Date.parse(row!.last_used_at) < 60_000)
})
