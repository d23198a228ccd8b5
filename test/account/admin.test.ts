import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runAdmin } from '#admin/run.ts'
import { raw, sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { openBrowser, signedIn } from './browser.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

async function admin(...argv: string[]) {
  const printed: { value: any; human: string }[] = []
  const code = await runAdmin(argv, app.store, app.settings, (value, human) => void printed.push({ value, human }))
  assert.equal(printed.length, 1)
  return { code, ...printed[0]! }
}
const count = async (table: 'organization' | 'app_user') =>
  (await app.store.first<{ n: number }>(sql`select count(*) as n from ${raw(table)}`))!.n

test('the CLI creates an organization, a member and a working key', async () => {
  const created = await admin('create-org', '--name', 'Acme', '--email', 'Ana@Example.com', '--json')
  assert.equal(created.code, 0)
  const { org_id, user_id, email, password } = created.value
  assert.equal(email, 'ana@example.com')
  const browser = await signedIn(app, { email, password })
  assert.equal((await browser.app('GET', '/session')).body.role, 'admin')

  assert.deepEqual((await admin('policy', '--org', org_id)).value, {
    enabled: false,
    roles: ['admins'],
    scopes: ['read', 'write'],
  })
  const policy = await admin('policy', '--org', org_id, '--enabled', 'true')
  assert.deepEqual(policy.value, { enabled: true, roles: ['admins'], scopes: ['read', 'write'] })
  const forKey = ['create-key', '--org', org_id, '--email', email, '--name', 'CI']
  const { value: key } = await admin(...forKey, '--scopes', 'write,read', '--expires-in-days', '7')
  assert.deepEqual([key.org_id, key.user_id, key.scopes], [org_id, user_id, ['read', 'write']])
  assert.ok(Math.abs(Date.parse(key.expires_at) - Date.now() - 7 * 86_400_000) < 60_000)
  assert.equal((await app.call(key.key, 'GET', '/me')).body.org_id, org_id)
  assert.equal((await admin(...forKey, '--scopes', 'read')).value.expires_at, null)

  const listed = (await admin('list-keys', '--org', org_id)).value.data
  assert.deepEqual(
    listed.map((one: { status: string }) => one.status),
    ['active', 'active'],
  )
  assert.equal((await admin('revoke-key', '--org', org_id, '--key', key.id)).value.status, 'revoked')
  assert.equal((await app.call(key.key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
})

test('a given password is used and not printed; an existing account keeps its password', async () => {
  const ben = ['--email', 'ben@example.com', '--password', 'my own password', '--user-name', 'Ben']
  const created = await admin('create-org', '--name', 'One', ...ben)
  assert.deepEqual(Object.keys(created.value).sort(), ['email', 'member_id', 'org_id', 'user_id'])
  assert.ok(!created.human.includes('my own password'))
  const again = await admin(
    'create-org',
    '--name',
    'Two',
    '--email',
    'BEN@example.com',
    '--password',
    'another password',
  )
  assert.equal(again.value.user_id, created.value.user_id)
  const session = (
    await (await signedIn(app, { email: 'ben@example.com', password: 'my own password' })).app('GET', '/session')
  ).body
  assert.equal(session.user.name, 'Ben')
  assert.deepEqual(
    session.organizations.map((one: { id: string }) => one.id),
    [created.value.org_id, again.value.org_id],
  )
  assert.equal((await openBrowser(app).signIn('ben@example.com', 'another password')).status, 401)
})

test('members are added, changed and removed by the same rules as in the web app', async () => {
  const { id, admin: boss, member } = await app.org()
  const added = await admin(
    'add-member',
    '--org',
    id,
    '--email',
    'cleo@example.com',
    '--role',
    'member',
    '--name',
    'Cleo',
  )
  assert.equal(added.code, 0)
  await signedIn(app, { email: 'cleo@example.com', password: added.value.password })
  assert.equal((await admin('add-member', '--org', id, '--email', 'cleo@example.com', '--role', 'member')).code, 1)

  assert.equal((await admin('set-role', '--org', id, '--email', boss.email, '--role', 'member')).code, 1)
  assert.equal((await admin('remove-member', '--org', id, '--email', boss.email)).code, 1)
  assert.equal(
    (await admin('set-role', '--org', id, '--email', 'cleo@example.com', '--role', 'admin')).value.role,
    'admin',
  )
  assert.equal((await admin('set-role', '--org', id, '--email', boss.email, '--role', 'member')).code, 0)

  const removed = await admin('remove-member', '--org', id, '--user', member.userId)
  assert.deepEqual(removed.value, {
    org_id: id,
    user_id: member.userId,
    member_id: member.memberId,
    revoked_key_count: 1,
  })
  assert.equal((await app.call(member.key, 'GET', '/me')).body.error.code, 'MEMBERSHIP_REVOKED')
  assert.equal((await admin('add-member', '--org', id, '--email', member.email, '--role', 'member')).code, 0)
  assert.equal((await app.call(member.key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
})

test('features, credits and policy can be set and listed', async () => {
  const { id } = await app.org()
  const features = { competitors: false, subthemes: true, segments: true }
  assert.deepEqual((await admin('features', '--org', id, '--competitors', 'false')).value, features)
  assert.deepEqual((await admin('features', '--org', id)).value, features)
  assert.deepEqual((await admin('credits', '--org', id, '--set', '50')).value, { org_id: id, credits: 50 })
  assert.equal((await admin('list-orgs')).value.data.find((one: { id: string }) => one.id === id).credits, 50)
  assert.deepEqual((await admin('credits', '--org', id, '--set', 'unlimited')).value, { org_id: id, credits: null })
  const policy = await admin('policy', '--org', id, '--roles', 'none', '--scopes', 'read')
  assert.deepEqual(policy.value, { enabled: true, roles: [], scopes: ['read'] })
})

test('an invalid command line names the flag, shows an example and changes nothing', async () => {
  const { id } = await app.org()
  const before = [await count('organization'), await count('app_user')]
  const forKey = ['create-key', '--org', id, '--email', 'dan@example.com', '--name', 'x']
  const wrong: [string[], RegExp][] = [
    [['create-org', '--name', 'Acme'], /--email is missing.*\n.*create-org --name/],
    [['create-org', '--name', '  ', '--email', 'dan@example.com'], /--name expects/],
    [['create-org', '--name', 'Acme', '--email', 'not an email'], /--email expects/],
    [['create-org', '--name', 'Acme', '--email', 'dan@example.com', '--password', 'short'], /--password expects 10/],
    [['create-org', '--name', 'Acme', '--email', 'dan@example.com', '--colour', 'red'], /--colour/],
    [['create-org', '--name', 'Acme', '--email'], /--email/],
    [[...forKey, '--scopes', 'admin'], /--scopes expects/],
    [[...forKey, '--scopes', ''], /--scopes expects/],
    [[...forKey, '--scopes', 'read', '--expires-in-days', '0'], /--expires-in-days expects/],
    [['add-member', '--org', id, '--email', 'dan@example.com', '--role', 'owner'], /--role expects admin or member/],
    [['remove-member', '--org', id], /--email or --user/],
    [['remove-member', '--org', id, '--email', 'dan@example.com', '--user', 'user_1'], /--email or --user/],
    [['revoke-key', '--org', id, '--key', 'ear_eu_whole_key'], /--key expects/],
    [['policy', '--org', id, '--enabled', 'yes'], /--enabled expects true or false/],
    [['credits', '--org', id, '--set', '-1'], /--set/],
    [['credits', '--org', id], /--set is missing/],
    [['toString'], /There is no command toString/],
    [[], /A command is missing/],
  ]
  for (const [argv, message] of wrong) {
    const { code, human } = await admin(...argv)
    assert.equal(code, 64, argv.join(' '))
    assert.match(human, message)
  }
  assert.deepEqual([await count('organization'), await count('app_user')], before)
  assert.equal((await admin('help')).code, 0)
})

test('an unknown organization, email or key is an error and changes nothing', async () => {
  const { id } = await app.org()
  const before = await count('app_user')
  const missing = 'org_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'
  const wrong = [
    ['add-member', '--org', missing, '--email', 'eve@example.com', '--role', 'member'],
    ['policy', '--org', missing],
    ['list-keys', '--org', missing],
    ['credits', '--org', missing, '--set', '1'],
    ['features', '--org', missing],
    ['set-role', '--org', id, '--email', 'eve@example.com', '--role', 'admin'],
    ['remove-member', '--org', id, '--user', 'nobody'],
    ['create-key', '--org', id, '--email', 'eve@example.com', '--name', 'x', '--scopes', 'read'],
    ['revoke-key', '--org', id, '--key', '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'],
  ]
  for (const argv of wrong) {
    const { code, value } = await admin(...argv)
    assert.equal(code, 1, argv.join(' '))
    assert.ok(value.error.message.length > 10)
  }
  assert.equal(await count('app_user'), before)
})
