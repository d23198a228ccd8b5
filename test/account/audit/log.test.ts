import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { commands, runAdmin } from '#admin/run.ts'
import { changesBetween } from '#domain/events/audit/rules.ts'
import { sql } from '#store/sql.ts'
import { deleteExpired } from '#worker/retention.ts'
import { type Org, startTestApp, type TestApp } from '../../test-app.ts'
import { waitForFeed } from '../../wait-for-feed.ts'
import { type Browser, signedIn } from '../browser.ts'

let app: TestApp
let org: Org
let browser: Browser
before(async () => {
  app = await startTestApp()
  org = await app.org()
  browser = await signedIn(app, org.admin)
})
after(() => app.close())

type Entry = Record<string, any>
const list = async (query: Record<string, string> = {}, from = org): Promise<Entry[]> => {
  const reply = await app.call(from.admin.key, 'GET', '/audit', { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data
}

test('changes have the fields before and after, and who changed them from where and by what', async () => {
  await browser.app('PATCH', '/policy', { body: { scopes: ['read'] }, headers: { 'user-agent': 'Test browser' } })
  await browser.app('PATCH', '/policy', { body: { scopes: ['read', 'write'] } })
  const [back, entry] = await list({ operation: 'updatePolicy' })
  assert.deepEqual([entry!.before, entry!.after], [{ scopes: ['read', 'write'] }, { scopes: ['read'] }])
  assert.deepEqual(back!.after, { scopes: ['read', 'write'] })
  assert.deepEqual(
    [entry!.actor, entry!.user_id, entry!.user_name, entry!.address, entry!.user_agent, entry!.outcome],
    [
      { type: 'user', id: org.admin.userId },
      org.admin.userId,
      (await browser.app('GET', '/session')).body.user.name,
      '127.0.0.1',
      'Test browser',
      'success',
    ],
  )
  assert.ok(entry!.session_id && entry!.request_id)
})

test('a role has its value before, a removed member and a revoked key what they were', async () => {
  const own = await app.org()
  const boss = await signedIn(app, own.admin)
  await boss.app('PATCH', `/members/${own.member.memberId}`, { body: { role: 'admin' } })
  await boss.app('DELETE', `/api-keys/${own.member.keyId}`)
  await boss.app('DELETE', `/members/${own.member.memberId}`)
  const one = async (operation: string) => (await list({ operation }, own))[0]!
  assert.deepEqual(
    [(await one('updateMember')).before, (await one('updateMember')).after],
    [{ role: 'member' }, { role: 'admin' }],
  )
  const revoked = await one('revokeApiKey')
  assert.deepEqual([revoked.before.status, revoked.after.status], ['active', 'revoked'])
  const removed = await one('removeMember')
  assert.deepEqual([removed.before.email, removed.before.role, removed.after], [own.member.email, 'admin', null])
  assert.equal(removed.resource_id, own.member.memberId)
})

test('an integration, a webhook and a channel show no secret before or after', async () => {
  const url = 'https://hooks.example.com/in?token=abcdefghijkl'
  const made = await app.call(org.admin.key, 'POST', '/webhooks', { body: { url, events: ['*'] } })
  assert.equal(made.status, 201, made.text)
  const channelUrl = 'https://hooks.example.com/services/T000/B000/verysecretpart'
  await browser.app('POST', '/notification-channels', { body: { kind: 'slack', name: '#a', url: channelUrl } })
  const text = JSON.stringify([...(await list({ operation: 'createWebhook' })), ...(await list())])
  for (const secret of [made.body.secret, 'abcdefghijkl', 'verysecretpart']) assert.ok(!text.includes(secret), secret)
})

test('secrets in names, nested fields and addresses are hidden', () => {
  const before = { url: 'https://ana:hunter2@a.example/x', config: { api_token: 'abc', page: 1 }, secret_hint: '…12' }
  const after = { url: 'https://a.example/x?k=abc#f', config: { api_token: 'def', page: 2 }, secret_hint: '…34' }
  assert.deepEqual(changesBetween(before, after), {
    before: { url: 'https://a.example/x', config: { api_token: '[hidden]', page: 1 }, secret_hint: '…12' },
    after: { url: 'https://a.example/x?[hidden]', config: { api_token: '[hidden]', page: 2 }, secret_hint: '…34' },
  })
  assert.equal(changesBetween({ a: 1, updated_at: '1' }, { a: 1, updated_at: '2' }), undefined)
})

test('filters by user, operation, resource, kind of actor, outcome and time', async () => {
  const own = await app.org()
  const member = await signedIn(app, own.member)
  await member.signIn(own.member.email, 'not the password')
  await runAdmin(['policy', '--org', own.id, '--enabled', 'true'], app.store, app.settings, () => {})
  const operations = async (query: Record<string, string>) => (await list(query, own)).map((entry) => entry.operation)
  assert.deepEqual(await operations({ user_id: own.member.userId }), ['signIn', 'signIn'])
  assert.deepEqual(await operations({ outcome: 'failure' }), ['signIn'])
  assert.deepEqual(await operations({ actor_type: 'command' }), ['admin.policy'])
  assert.deepEqual(await operations({ actor_type: 'system' }), [])
  const [latest] = await list({}, own)
  assert.deepEqual(await operations({ created_before: latest!.created_at, operation: 'admin.policy' }), [])
  assert.deepEqual(await operations({ created_after: '2100-01-01' }), [])
  assert.equal((await operations({ created_after: '2020-01-01' })).length, 3)
})

test('the log of one organization is not that of another, and members may not read it', async () => {
  const other = await app.org()
  assert.deepEqual(await list({}, other), [])
  const refused = await app.call(org.member.key, 'GET', '/audit')
  assert.equal(refused.body.error.code, 'ROLE_NOT_ALLOWED')
  const [entry] = await list()
  const foreign = await app.call(other.admin.key, 'GET', '/audit', { query: { order: 'oldest', after: entry!.id } })
  assert.equal(foreign.body.error.details[0].path, 'query.after')
  const newest = await app.call(org.admin.key, 'GET', '/audit', { query: { after: entry!.id } })
  assert.equal(newest.body.error.details[0].path, 'query.after')
})

test('following the log oldest first returns each entry once, also in small pages', async () => {
  await waitForFeed(app.store)
  const seen: string[] = []
  for (let n = 0; n < 100; n++) {
    const page = await list({ order: 'oldest', limit: '3', ...(seen.length && { after: seen.at(-1)! }) })
    seen.push(...page.map((entry) => entry.id as string))
    if (page.length === 0) break
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(seen.toSorted(), (await list({ limit: '100' })).map((entry) => entry.id as string).sort())
  const first = await app.call(org.admin.key, 'GET', '/audit', { query: { order: 'oldest', limit: '2' } })
  const query = { order: 'oldest', limit: '2', cursor: first.body.pagination.next_cursor }
  const second = await app.call(org.admin.key, 'GET', '/audit', { query })
  assert.deepEqual(
    second.body.data.map((entry: Entry) => entry.id),
    seen.slice(2, 4),
  )
})

test('the log is exported as CSV and NDJSON with the filters, and the export is recorded', async () => {
  await waitForFeed(app.store)
  const read = async (accept: string) => {
    const response = await fetch(`${app.baseUrl}/api/v1/audit?operation=updatePolicy`, {
      headers: { authorization: `Bearer ${org.admin.key}`, accept },
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-disposition')!, /^attachment; filename="audit\./)
    return (await response.text()).trimEnd()
  }
  const lines = (await read('application/x-ndjson')).split('\n').map((line) => JSON.parse(line) as Entry)
  assert.deepEqual(lines.toReversed(), await list({ operation: 'updatePolicy' }))
  const rows = (await read('text/csv')).split('\r\n')
  assert.equal(rows.length, lines.length + 1)
  assert.match(rows[0]!, /^id,created_at,operation,outcome/)
  const exports = await list({ operation: 'listAuditEntries' })
  assert.deepEqual(
    exports.map((entry) => entry.actor),
    [1, 2].map(() => ({ type: 'api_key', id: org.admin.keyId })),
  )
})

test('every command that changes something is recorded without secrets', async () => {
  const own = await app.org()
  const { email } = own.member
  const printed: { value: any }[] = []
  const admin = (...argv: string[]) =>
    runAdmin(argv, app.store, app.settings, (value) => void printed.push({ value })).then((code) =>
      assert.equal(code, 0, JSON.stringify(printed.at(-1))),
    )
  const of = ['--org', own.id]
  await admin('add-member', ...of, '--email', 'added@example.com', '--role', 'member')
  await admin('set-role', ...of, '--email', email, '--role', 'admin')
  await admin('create-key', ...of, '--email', email, '--name', 'CI', '--scopes', 'read')
  await admin('revoke-key', ...of, '--key', printed.at(-1)!.value.id)
  await admin('policy', ...of, '--scopes', 'read')
  await admin('features', ...of, '--segments', 'false')
  await admin('credits', ...of, '--set', '5')
  await admin('reset-password', '--email', email)
  await admin('remove-member', ...of, '--email', email)
  await admin('list-keys', ...of)
  await admin('create-org', '--name', 'Other', '--email', 'ana@other.example')
  const recorded = await app.store.rows<Entry>(sql`
    select operation, actor_type, actor_id, before, after from audit_entry
    where org_id in (${own.id}, ${printed.at(-1)!.value.org_id}) order by id`)
  assert.deepEqual(
    recorded.map(({ operation, before, after }) => [operation, before, after?.name ? { name: after.name } : after]),
    [
      ['admin.add-member', null, { email: 'added@example.com', role: 'member' }],
      ['admin.set-role', { role: 'member' }, { role: 'admin' }],
      ['admin.create-key', null, { name: 'CI' }],
      ['admin.revoke-key', recorded[3]!.before, recorded[3]!.after],
      ['admin.policy', { scopes: ['read', 'write'] }, { scopes: ['read'] }],
      ['admin.features', { segments: true }, { segments: false }],
      ['admin.credits', { credits: null }, { credits: 5 }],
      ['admin.reset-password', null, null],
      ['admin.remove-member', { role: 'admin' }, null],
      ['admin.create-org', null, { name: 'Other' }],
    ],
  )
  assert.deepEqual([recorded[3]!.before.status, recorded[3]!.after.status], ['active', 'revoked'])
  assert.ok(recorded.every(({ actor_type, actor_id }) => actor_type === 'command' && actor_id))
  const text = JSON.stringify(recorded)
  for (const { value } of printed)
    for (const secret of [value.key, value.password, value.url]) if (secret) assert.ok(!text.includes(secret), secret)
})

test('only commands that list are not recorded', () => {
  const readOnly = Object.entries(commands).filter(([, command]) => command.readOnly)
  assert.deepEqual(readOnly.map(([name]) => name).sort(), ['list-erasures', 'list-keys', 'list-orgs'])
})

test('a rolled back write, a refused one and a replay leave no entry', async () => {
  const before = (await list()).length
  const key = { 'idempotency-key': 'audit-replay' }
  const body = { url: 'https://hooks.example.com/replay', events: ['*'] }
  const count = async () => (await list({ limit: '100' })).length
  await app.call(org.admin.key, 'POST', '/webhooks', { body, query: { dry_run: 'true' } })
  await app.call(org.member.key, 'POST', '/webhooks', { body })
  await app.call(org.admin.key, 'PATCH', '/masking', { body: { nothing: 1 } })
  assert.ok(before > 0)
  const start = await count()
  await app.call(org.admin.key, 'POST', '/webhooks', { body, headers: key })
  await app.call(org.admin.key, 'POST', '/webhooks', { body, headers: key })
  assert.equal(await count(), start + 1)
})

test('nobody can change an entry: no statement of the code does, and the database ignores one', async () => {
  const [entry] = await list()
  await app.store.run(sql`update audit_entry set operation = 'forged', address = null where org_id = ${org.id}`)
  assert.deepEqual((await list())[0], entry)
  const folder = join(import.meta.dirname, '../../../src')
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) =>
      /update\s+audit_entry|insert into audit_entry|delete from audit_entry/i.test(source(folder, path)),
    )
  assert.deepEqual(writers.sort(), ['domain/events/audit/queries-insert.ts', 'store/event-positions.ts'])
})

const source = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

test('entries are kept for their own retention', async () => {
  const own = await app.org()
  await signedIn(app, own.admin)
  const add = (days: number) =>
    app.store.run(sql`
      insert into audit_entry (org_id, id, operation, actor_type, created_at)
      values (${own.id}, gen_random_uuid(), ${`${days} days`}, 'system', now() - make_interval(days => ${days}))`)
  for (const days of [399, 401, 731]) await add(days)
  const kept = async () => (await list({ actor_type: 'system' }, own)).map((entry) => entry.operation).sort()
  await deleteExpired(app.store, { auditDays: 730 })
  assert.deepEqual(await kept(), ['399 days', '401 days'])
  await deleteExpired(app.store)
  assert.deepEqual(await kept(), ['399 days'])
})

test('nothing of a contact is in the log after merge, export, deletion and erasure: ids only', async () => {
  const own = await app.org()
  const canary = 'Canary Zoe'
  const contact = async (email: string) =>
    (await app.call(own.admin.key, 'POST', '/contacts', { body: { email, name: canary } })).body.id as string
  const [one, two, three] = [
    await contact('zoe1@canary.example'),
    await contact('zoe2@canary.example'),
    await contact('zoe3@canary.example'),
  ]
  const body = { content: `${canary} wrote this`, contact_id: one }
  const feedback = (await app.call(own.admin.key, 'POST', '/feedback', { body })).body.id as string
  const merged = { source_contact_ids: [two] }
  const replies = [
    await app.call(own.admin.key, 'POST', `/contacts/${one}/merge`, { body: merged }),
    await app.call(own.admin.key, 'DELETE', `/feedback/${feedback}`),
    await app.call(own.admin.key, 'POST', `/contacts/${one}/erase`),
    await app.call(own.admin.key, 'DELETE', `/contacts/${three}`),
  ]
  for (const reply of replies) assert.ok(reply.status < 300, reply.text)
  const recorded = await list({}, own)
  assert.deepEqual(
    recorded.map((entry) => [entry.operation, entry.resource_id]),
    [
      ['deleteContact', three],
      ['eraseContact', one],
      ['deleteFeedback', feedback],
      ['mergeContacts', one],
    ],
  )
  assert.ok(!JSON.stringify(recorded).includes('anary'))
})
