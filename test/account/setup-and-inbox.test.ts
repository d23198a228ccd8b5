import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setupToken } from '#domain/installation/setup-token.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { openBrowser, signedIn } from './browser.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const person = { name: 'Ana', email: 'first@example.com', password: 'correct horse battery', organization_name: 'Acme' }

test('setup needs the token of the startup log and works once', async () => {
  const browser = openBrowser(app)
  assert.deepEqual((await browser.app('GET', '/setup')).body, {
    needed: true,
    demo: false,
    mail: false,
    single_sign_on: false,
  })
  await app.store.run(sql`insert into organization (id, name, is_demo) values ('org_demo', 'Sample', true)`)
  assert.deepEqual(
    (await browser.app('GET', '/setup')).body,
    { needed: true, demo: true, mail: false, single_sign_on: false },
    'the demo is to be looked at, and the first admin still to come',
  )
  await app.store.run(sql`delete from organization where id = 'org_demo'`)
  const wrong = await browser.app('POST', '/setup', { body: { ...person, token: 'x'.repeat(32) } })
  assert.equal(wrong.body.error.details[0].path, 'body.token')
  const token = await setupToken(app.store)
  const both = await Promise.all([1, 2].map(() => browser.app('POST', '/setup', { body: { ...person, token } })))
  assert.deepEqual(both.map((reply) => reply.status).sort(), [201, 404])
  assert.deepEqual((await browser.app('GET', '/setup')).body, {
    needed: false,
    demo: false,
    mail: false,
    single_sign_on: false,
  })
  assert.equal(
    (await browser.app('POST', '/setup', { body: { ...person, email: 'second@example.com', token } })).status,
    404,
  )
  assert.equal((await browser.signIn(person.email, person.password)).status, 200)
  const session = await browser.app('GET', '/session')
  assert.deepEqual([session.body.role, session.body.organization.name], ['admin', 'Acme'])
})

test('an admin can open the demo as its admin, and removing it leaves nothing', async () => {
  const { id, admin } = await app.org()
  const browser = await signedIn(app, admin)
  assert.equal((await browser.app('DELETE', '/demo')).body.error.code, 'INVALID_STATE')
  const { org_id } = (await browser.app('POST', '/demo')).body
  assert.equal((await browser.app('POST', '/demo')).body.created, false)
  const session = await browser.app('POST', '/session/organization', { body: { org_id } })
  assert.deepEqual([session.body.role, session.body.organization.is_demo], ['admin', true])
  assert.equal((await browser.app('DELETE', '/demo')).body.error.code, 'INVALID_STATE')
  await browser.app('POST', '/session/organization', { body: { org_id: id } })
  assert.deepEqual((await browser.app('DELETE', '/demo')).body, { removed: 1 })
  assert.equal((await browser.app('GET', '/session')).body.organizations.length, 1)
})

test('an invitation link shows its details before it is accepted', async () => {
  const { admin } = await app.org({ name: 'Inviters' })
  const browser = await signedIn(app, admin)
  const { token, id } = (await browser.app('POST', '/invitations', { body: { email: 'new@example.com' } })).body
  const stranger = openBrowser(app)
  const looked = await stranger.app('POST', '/invitations/look', { body: { token } })
  assert.deepEqual(looked.body, {
    email: 'new@example.com',
    role: 'member',
    status: 'pending',
    organization_name: 'Inviters',
    has_account: false,
  })
  await browser.app('DELETE', `/invitations/${id}`)
  assert.equal((await stranger.app('POST', '/invitations/look', { body: { token } })).body.status, 'revoked')
  assert.equal((await stranger.app('POST', '/invitations/look', { body: { token: 'x'.repeat(43) } })).status, 404)
})

test('testing a key reports the check at which the API rejects it', async () => {
  const { admin, member } = await app.org()
  const theirs = await app.org()
  const browser = await signedIn(app, admin)
  const failing = async (key: string, scope = 'read') => {
    const { checks, works } = (await browser.app('POST', '/api-keys/test', { body: { key, scope } })).body
    return works ? 'works' : `${checks.find((check: { passed: boolean }) => check.passed === false).check}`
  }
  assert.equal(await failing(member.key), 'works')
  assert.equal(await failing('nonsense'), 'verify')
  assert.equal(await failing(theirs.admin.key), 'verify')
  await browser.app('PATCH', '/policy', { body: { scopes: ['read'] } })
  assert.equal(await failing(member.key, 'write'), 'scope')
  await browser.app('PATCH', '/policy', { body: { roles: ['admins'] } })
  assert.equal(await failing(member.key), 'role')
  await browser.app('PATCH', '/policy', { body: { enabled: false } })
  assert.equal(await failing(member.key), 'enabled')
  await browser.app('DELETE', `/members/${member.memberId}`)
  assert.equal(await failing(member.key), 'enabled')
  await browser.app('PATCH', '/policy', { body: { enabled: true } })
  assert.equal(await failing(member.key), 'member')
  const asMember = await signedIn(app, theirs.member)
  assert.equal(
    (await asMember.app('POST', '/api-keys/test', { body: { key: member.key } })).body.error.code,
    'ROLE_NOT_ALLOWED',
  )
})

test('triaged feedback leaves the inbox and returns on request or when its snooze ends', async () => {
  const { admin, id } = await app.org()
  const theirs = await app.org()
  const browser = await signedIn(app, admin)
  const ids: string[] = []
  for (const content of ['one', 'two', 'three', 'four'])
    ids.push((await app.call(admin.key, 'POST', '/feedback', { body: { content } })).body.id)
  const foreign = (await app.call(theirs.admin.key, 'POST', '/feedback', { body: { content: 'theirs' } })).body.id
  const triage = (body: object) => browser.app('POST', '/inbox/triage', { body })
  const contents = async (state: string) =>
    (await browser.app('GET', '/inbox', { query: { state } })).body.data.map(
      (item: { content: string }) => item.content,
    )
  assert.deepEqual(await contents('new'), ['four', 'three', 'two', 'one'])
  await triage({ feedback_ids: [ids[0]], state: 'processed' })
  await triage({ feedback_ids: [ids[1]], state: 'dismissed' })
  await triage({ feedback_ids: [ids[2]], state: 'snoozed', until: new Date(Date.now() + 3_600_000).toISOString() })
  assert.deepEqual(await contents('new'), ['four'])
  assert.deepEqual((await browser.app('GET', '/inbox/counts')).body, {
    new: 1,
    snoozed: 1,
    processed: 1,
    dismissed: 1,
    done_today: 2,
    no_content: 0,
  })
  await app.store.pool.query(
    `update feedback_triage set snoozed_until = now() - interval '1 minute' where org_id = $1 and state = 'snoozed'`,
    [id],
  )
  assert.deepEqual(await contents('new'), ['four', 'three'])
  assert.deepEqual(await contents('snoozed'), [])
  assert.deepEqual((await triage({ feedback_ids: [ids[0]], state: 'new' })).body, { changed: 1 })
  assert.deepEqual(await contents('new'), ['four', 'three', 'one'])
  for (const unknown of [foreign, newId()])
    assert.equal((await triage({ feedback_ids: [ids[3], unknown], state: 'dismissed' })).status, 400)
  assert.deepEqual(await contents('new'), ['four', 'three', 'one'])
  for (const until of [undefined, '2020-01-01T00:00:00Z'])
    assert.equal((await triage({ feedback_ids: ids, state: 'snoozed', until })).status, 400)
  assert.equal((await triage({ feedback_ids: ids, state: 'dismissed', until: '2099-01-01T00:00:00Z' })).status, 400)
})

test('saved views belong to their user', async () => {
  const { admin, member } = await app.org()
  const mine = await signedIn(app, admin)
  const other = await signedIn(app, member)
  const created = await mine.app('POST', '/views', { body: { name: 'Angry', path: '/insights?sentiment=NEGATIVE' } })
  assert.deepEqual([created.status, created.body.pinned], [201, true])
  assert.equal((await mine.app('PATCH', `/views/${created.body.id}`, { body: { name: 'Sad' } })).body.name, 'Sad')
  assert.equal((await other.app('GET', '/views')).body.data.length, 0)
  for (const reply of [
    await other.app('PATCH', `/views/${created.body.id}`, { body: { name: 'x' } }),
    await other.app('DELETE', `/views/${created.body.id}`),
  ])
    assert.equal(reply.status, 404)
  for (const path of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/a#b'])
    assert.equal((await mine.app('POST', '/views', { body: { name: 'x', path } })).status, 400, path)
  assert.equal((await mine.app('DELETE', `/views/${created.body.id}`)).status, 200)
})

test('a shared view is visible to the organization, changed by its owner, and deleted by its owner or an admin', async () => {
  const { admin, member } = await app.org()
  const stranger = await signedIn(app, (await app.org()).admin)
  const [boss, owner] = [await signedIn(app, admin), await signedIn(app, member)]
  const share = async (name: string) =>
    (await owner.app('POST', '/views', { body: { name, path: '/themes', shared: true } })).body as { id: string }
  const first = await share('First')
  await boss.app('POST', '/views', { body: { name: 'My own', path: '/projects' } })
  const seen = async (browser: typeof boss) =>
    (await browser.app('GET', '/views')).body.data.map((view: { name: string; mine: boolean; user_name: string }) => [
      view.name,
      view.mine,
    ])
  assert.deepEqual(
    await seen(boss),
    [
      ['My own', true],
      ['First', false],
    ],
    'one’s own come first',
  )
  assert.equal(
    (await boss.app('GET', '/views')).body.data[1].user_name,
    (await owner.app('GET', '/session')).body.user.name,
  )
  assert.deepEqual([await seen(owner), await seen(stranger)], [[['First', true]], []])
  assert.equal((await boss.app('PATCH', `/views/${first.id}`, { body: { name: 'Taken over' } })).status, 404)
  assert.equal((await owner.app('PATCH', `/views/${first.id}`, { body: { shared: false } })).body.shared, false)
  assert.deepEqual(await seen(boss), [['My own', true]])
  assert.equal((await boss.app('DELETE', `/views/${first.id}`)).status, 404, 'unshared views are not found by others')
  const second = await share('Second')
  const third = (await boss.app('POST', '/views', { body: { name: 'Third', path: '/themes', shared: true } })).body as {
    id: string
  }
  assert.deepEqual(
    [
      (await boss.app('DELETE', `/views/${second.id}`)).status,
      (await owner.app('DELETE', `/views/${third.id}`)).status,
    ],
    [200, 404],
  )
})

test('the checklist is that of the person: others do not check it off, and members see what they can do', async () => {
  const { id, admin, member } = await app.org()
  const boss = await signedIn(app, admin)
  const colleague = await signedIn(app, member)
  const { body: feedback } = await app.call(admin.key, 'POST', '/feedback/bulk', {
    body: { items: Array.from({ length: 5 }, (_, n) => ({ content: `The hive scale drifts, report ${n}` })) },
  })
  const ids = feedback.results.map((row: { id: string }) => row.id)
  await boss.app('POST', '/inbox/triage', { body: { feedback_ids: ids, state: 'processed' } })
  const items = async (browser: typeof boss) =>
    Object.fromEntries(
      (await browser.app('GET', '/checklist')).body.items.map((item: { key: string; done: boolean }) => [
        item.key,
        item.done,
      ]),
    )
  assert.equal((await items(boss)).inbox, true)
  assert.equal((await items(colleague)).inbox, false)
  await app.store.run(sql`update organization set api_members = false where id = ${id}`)
  assert.deepEqual(Object.keys(await items(colleague)), ['data', 'inbox', 'project'])
})

test('what only looks leaves no audit entry: the preview of a segment, the test of a key', async () => {
  const { admin } = await app.org({ features: { segments: true } })
  const browser = await signedIn(app, admin)
  const rules = { conditions: [{ field: 'email_domain', op: 'eq', value: 'acme.com' }] }
  const entries = async () => (await browser.app('GET', '/audit')).body.data.length
  const before = await entries()
  const tried = [
    await browser.app('POST', '/segments/preview', { body: { rules } }),
    await browser.app('POST', '/api-keys/test', { body: { key: admin.key } }),
  ]
  assert.deepEqual(
    tried.map(({ status }) => status),
    [200, 200],
    tried.map(({ text }) => text).join(),
  )
  assert.equal(await entries(), before)
})

test('an admin creates a reset link for a member, but not for a member of another organization too', async () => {
  const { admin, member, id } = await app.org()
  const boss = await signedIn(app, admin)
  const reset = () => boss.app('POST', `/members/${member.memberId}/password-reset`)
  const created = await reset()
  assert.equal(created.status, 201)
  assert.match(created.body.url, /\/reset-password\/[\w-]{20,}$/)
  const refused = await (await signedIn(app, member)).app('POST', `/members/${admin.memberId}/password-reset`)
  assert.equal(refused.body.error.code, 'ROLE_NOT_ALLOWED')
  const other = await app.org()
  assert.notEqual(other.id, id)
  await app.store.run(sql`
    insert into membership (org_id, id, user_id, role) values (${other.id}, ${newId()}, ${member.userId}, 'member')`)
  assert.equal((await reset()).body.error.code, 'INVALID_STATE')
})

test('the checklist and the system page are computed from the data', async () => {
  const { admin, member } = await app.org()
  const browser = await signedIn(app, admin)
  const done = async () =>
    (await browser.app('GET', '/checklist')).body.items
      .filter((item: { done: boolean }) => item.done)
      .map((item: { key: string }) => item.key)
  assert.deepEqual(await done(), ['api'])
  await app.call(admin.key, 'POST', '/feedback', { body: { content: 'hello' } })
  assert.deepEqual(await done(), ['data', 'api'])
  await browser.app('POST', '/invitations', { body: { email: 'new@example.com' } })
  assert.deepEqual(await done(), ['data', 'api', 'team'])
  const system = (await browser.app('GET', '/system')).body
  assert.ok(system.database_bytes > 0 && system.schema_version.endsWith('.sql'))
  assert.equal((await (await signedIn(app, member)).app('GET', '/system')).body.error.code, 'ROLE_NOT_ALLOWED')
})
