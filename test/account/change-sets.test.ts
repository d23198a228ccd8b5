import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { signedIn } from './browser.ts'
import { changedTables, hashDatabase } from '../support/hash-database.ts'
import { app, call, org, useTestServer } from '../test-server.ts'

useTestServer()

const propose = (changes: object[], title = 'Tidy up') => call('POST', '/change-sets', { title, changes })
/** By the member, because the admin proposes. */
const accept = (id: string, key = org.member.key) => app.call(key, 'POST', `/change-sets/${id}/accept`)
const createTheme = async (name: string) => (await call('POST', '/themes', { name })).body.id as string
const themeNames = async () =>
  (await call('GET', '/themes')).body.data.map((theme: { name: string }) => theme.name).sort()
const rename = (themeId: string, name: string) => ({ operation: 'updateTheme', params: { themeId }, body: { name } })
const insight = (theme: string) => ({
  operation: 'createInsight',
  body: { name: 'Slow export', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [theme] },
})

test('changes are tried, shown from and to, and applied together when accepted', async () => {
  const themeId = await createTheme('Export')
  const before = await hashDatabase(app.store)
  const proposed = await propose([
    rename(themeId, 'Exports'),
    { operation: 'createTheme', body: { name: 'Imports' } },
    insight('$2.id'),
  ])
  assert.equal(proposed.status, 201, proposed.text)
  assert.deepEqual(changedTables(before, await hashDatabase(app.store)).sort(), [
    'public.change_set',
    'public.event',
    'public.notification',
  ])
  const [renamed, created, added] = proposed.body.changes
  assert.deepEqual(renamed.fields, [{ field: 'name', before: 'Export', after: 'Exports' }])
  assert.deepEqual([renamed.subject, renamed.events], ['Export', ['theme.updated']])
  assert.deepEqual(created.fields, [{ field: 'name', before: null, after: 'Imports' }])
  const themes = added.fields.find(({ field }: { field: string }) => field === 'themes').after
  assert.deepEqual(
    themes.map((theme: { name: string }) => theme.name),
    ['Imports'],
  )

  const { body, headers } = await accept(proposed.body.id, org.member.key)
  assert.deepEqual([body.status, body.decided_by], ['accepted', org.member.userId])
  assert.deepEqual(await themeNames(), ['Exports', 'Imports'])
  const events = await app.store.rows<{ operation: string; actor_id: string; change_set_id: string | null }>(sql`
    select operation, actor_id, change_set_id from event
    where org_id = ${org.id} and request_id = ${headers.get('x-request-id')} order by id`)
  assert.deepEqual(
    events.map(({ operation }) => operation),
    ['updateTheme', 'createTheme', 'createInsight', 'acceptChangeSet'],
  )
  assert.ok(events.every(({ actor_id }) => actor_id === org.member.keyId))
  assert.deepEqual(
    events.map(({ change_set_id }) => change_set_id),
    [body.id, body.id, body.id, null],
  )
  const again = await accept(body.id)
  assert.deepEqual([again.status, again.body.error.code], [409, 'INVALID_STATE'])
})

test('nothing is applied when one change no longer applies', async () => {
  const [export_, old] = [await createTheme('Export'), await createTheme('Old')]
  const { body } = await propose([
    { operation: 'createTheme', body: { name: 'Imports' } },
    rename(export_, 'Exports'),
    { operation: 'archiveTheme', params: { themeId: old } },
  ])
  await call('PATCH', `/themes/${export_}`, { name: 'Downloads' })
  const changed = await accept(body.id)
  assert.deepEqual([changed.status, changed.body.error.code], [409, 'CONFLICT'])
  assert.match(changed.body.error.message, /^Change 2 .* no longer applies: name was changed since/)
  await call('PATCH', `/themes/${export_}`, { name: 'Export' })
  await createTheme('Imports')
  const taken = await accept(body.id)
  assert.deepEqual([taken.status, taken.body.error.details[0].path], [409, 'changes.0'])
  assert.deepEqual(await themeNames(), ['Export', 'Imports', 'Old'])
  assert.equal((await call('GET', `/change-sets/${body.id}`)).body.status, 'proposed')
})

test('the rights of the person who accepts are checked for each change', async () => {
  const category = { operation: 'updateCategory', params: { key: 'DELIGHTS' }, body: { name: 'Joys' } }
  const changes = [{ operation: 'createTheme', body: { name: 'Imports' } }, category]
  const refused = await app.call(org.member.key, 'POST', '/change-sets', { body: { title: 'Mine', changes } })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  const { body } = await propose(changes)
  assert.equal((await accept(body.id)).body.error.code, 'ROLE_NOT_ALLOWED')
  assert.deepEqual(await themeNames(), [])
  const admin = await signedIn(app, org.admin)
  assert.equal((await admin.app('PATCH', '/organization', { body: { accept_own_change_sets: true } })).status, 200)
  assert.equal((await accept(body.id, org.admin.key)).status, 200)
  const other = await app.org()
  assert.equal((await accept(body.id, other.admin.key)).status, 404)
})

test('a change set that cannot work is refused with the change at fault', async () => {
  const cases: [object[], string][] = [
    [[{ operation: 'nonsense' }], 'body.changes.0.operation'],
    [[{ operation: 'listThemes' }], 'body.changes.0.operation'],
    [[{ operation: 'createChangeSet', body: {} }], 'body.changes.0.operation'],
    [[{ operation: 'createTheme', body: {} }], 'body.changes.0.body.name'],
    [[{ operation: 'createTheme', body: { name: 'A' } }, rename('$2.id', 'B')], 'body.changes.1.body'],
    [[{ operation: 'createTheme', body: { name: 'A' } }, rename('$1.nothing', 'B')], 'body.changes.1.body'],
    [[rename('019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f', 'B')], 'body.changes.0'],
    [
      [
        { operation: 'createTheme', body: { name: 'A' } },
        { operation: 'createTheme', body: { name: 'A' } },
      ],
      'body.changes.1',
    ],
  ]
  for (const [changes, path] of cases) {
    const { status, body } = await propose(changes)
    assert.deepEqual([status, body.error?.details[0].path], [400, path], JSON.stringify(body))
  }
  assert.deepEqual((await call('GET', '/change-sets')).body.data, [])
})

test('a rejected change set is kept and not applied', async () => {
  const { body } = await propose([{ operation: 'createTheme', body: { name: 'Imports' } }])
  const tried = await app.call(org.member.key, 'POST', `/change-sets/${body.id}/accept`, { query: { dry_run: 'true' } })
  assert.deepEqual([tried.status, tried.body.status, tried.body.dry_run], [200, 'accepted', true])
  assert.deepEqual(
    tried.body.dry_run_events.map(({ type }: { type: string }) => type),
    ['theme.created'],
  )
  assert.equal((await call('POST', `/change-sets/${body.id}/reject`)).body.status, 'rejected')
  assert.equal((await accept(body.id)).body.error.code, 'INVALID_STATE')
  const list = async (status: string) => (await call('GET', '/change-sets', undefined, { status })).body.data.length
  assert.deepEqual([await list('rejected'), await list('proposed')], [1, 0])
  assert.deepEqual(await themeNames(), [])
})

const proposeTheme = async () => {
  const { body } = await propose([{ operation: 'createTheme', body: { name: 'Imports' } }])
  return `/change-sets/${body.id}`
}

test('another person accepts than the one who proposed, by key and in the web app', async () => {
  const path = await proposeTheme()
  const [admin, member] = [await signedIn(app, org.admin), await signedIn(app, org.member)]
  const own = [
    await call('POST', `${path}/accept`),
    await call('POST', `${path}/accept`, undefined, { dry_run: 'true' }),
    await admin.app('POST', `${path}/accept`),
  ]
  for (const { status, body } of own) {
    assert.deepEqual([status, body.error.code], [403, 'ROLE_NOT_ALLOWED'])
    assert.match(body.error.message, /another member has to accept/)
  }
  assert.deepEqual(await themeNames(), [])
  assert.equal((await call('GET', path)).body.status, 'proposed')
  assert.equal((await member.app('POST', `${path}/accept`)).body.status, 'accepted')
  assert.deepEqual(await themeNames(), ['Imports'])
})

test('an admin allows members to accept their own, and nobody else does', async () => {
  const path = await proposeTheme()
  const [admin, member] = [await signedIn(app, org.admin), await signedIn(app, org.member)]
  const allow = { body: { accept_own_change_sets: true } }
  assert.equal((await member.app('PATCH', '/organization', allow)).status, 403)
  assert.equal((await call('POST', `${path}/accept`)).status, 403)
  assert.equal((await admin.app('PATCH', '/organization', allow)).body.accept_own_change_sets, true)
  assert.equal((await admin.app('GET', '/session')).body.organization.accept_own_change_sets, true)
  assert.equal((await call('POST', `${path}/accept`)).body.status, 'accepted')
})

test('the only member accepts in the web app, never with a key; authors always reject', async () => {
  const admin = await signedIn(app, org.admin)
  const removed = await admin.app('DELETE', `/members/${org.member.memberId}`)
  assert.equal(removed.status, 200, removed.text)
  const path = await proposeTheme()
  const byKey = await call('POST', `${path}/accept`)
  assert.deepEqual([byKey.status, byKey.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  assert.match(byKey.body.error.message, /accept them in the web app/)
  assert.equal((await admin.app('POST', `${path}/accept`)).body.status, 'accepted')
  const second = (await propose([{ operation: 'createTheme', body: { name: 'Other' } }])).body.id
  assert.equal((await call('POST', `/change-sets/${second}/reject`)).body.status, 'rejected')
})

test('every key of the author is the author, and the proposal of a former member can be decided', async () => {
  const member = await signedIn(app, org.member)
  const { key: second } = (
    await member.app('POST', '/api-keys', { body: { name: 'Second', scopes: ['read', 'write'] } })
  ).body
  const body = { title: 'Mine', changes: [{ operation: 'createTheme', body: { name: 'Imports' } }] }
  const { id } = (await member.app('POST', '/change-sets', { body })).body
  for (const key of [org.member.key, second]) {
    const refused = await accept(id, key)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  }
  const admin = await signedIn(app, org.admin)
  assert.equal((await admin.app('DELETE', `/members/${org.member.memberId}`)).status, 200)
  assert.ok([401, 403].includes((await accept(id, second)).status))
  // As after the deletion of the account.
  await app.store.run(sql`update change_set set created_by = null where id = ${id}`)
  const own = (await propose([{ operation: 'createTheme', body: { name: 'Own' } }])).body.id
  assert.equal((await accept(own, org.admin.key)).status, 403, 'whoever is left has proposed with a key')
  assert.equal((await accept(id, org.admin.key)).body.status, 'accepted')
})
