import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createUser } from '#domain/identity/queries-users.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { signedIn } from './browser.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

test('getMe returns the user and organization of a key', async () => {
  const { id, admin, member } = await app.org()
  assert.deepEqual((await app.call(admin.key, 'GET', '/me')).body, {
    org_id: id,
    user_id: admin.userId,
    role: 'admin',
    scope: 'read',
  })
  assert.deepEqual((await app.call(member.key, 'GET', '/me')).body, {
    org_id: id,
    user_id: member.userId,
    role: 'member',
    scope: 'read',
  })
})

test('members are listed newest first, in pages, only of the own organization', async () => {
  const { id, admin, member } = await app.org()
  await app.org()
  const more = await app.store.transaction(async (db) => {
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      const { id: userId } = await createUser(db, { email: `Extra-${i}-${id}@Example.com`, name: `Extra ${i}` })
      ids.push((await insertMembership(db, id, { userId, role: 'member' })).id)
    }
    return ids
  })
  const expected = [...more.toReversed(), member.memberId, admin.memberId]
  const seen: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
    const { body } = await app.call(admin.key, 'GET', '/org-members', {
      query: { limit: '2', ...(cursor && { cursor }) },
    })
    seen.push(...body.data.map((one: { id: string }) => one.id))
    if (!body.pagination.has_more) break
    cursor = body.pagination.next_cursor
  }
  assert.deepEqual(seen, expected)
  const { data } = (await app.call(admin.key, 'GET', '/org-members', { query: { q: 'EXTRA-1' } })).body
  assert.deepEqual(
    data.map((one: { id: string; email: string }) => [one.id, one.email]),
    [[more[1], `extra-1-${id}@example.com`]],
  )
})

test('members are filtered by role, status and literal text', async () => {
  const { id, admin, member } = await app.org()
  const found = async (query: Record<string, string>) =>
    (await app.call(admin.key, 'GET', '/org-members', { query })).body.data.map(
      (one: { user_id: string }) => one.user_id,
    )
  assert.deepEqual(await found({ role: 'admin' }), [admin.userId])
  await app.store.run(sql`update app_user set name = '100%_\\ sure' where id = ${member.userId}`)
  for (const q of ['%', '_', '\\', '0%_\\ S']) assert.deepEqual(await found({ q }), [member.userId], q)
  await app.store.run(sql`update membership set status = 'suspended' where org_id = ${id} and id = ${member.memberId}`)
  assert.deepEqual(await found({ status: 'suspended' }), [member.userId])
  assert.deepEqual(await found({ status: 'active' }), [admin.userId])
})

test('a member is found by member id or user id within the organization', async () => {
  const [mine, other] = [await app.org(), await app.org()]
  const byUser = await app.call(mine.member.key, 'GET', `/org-members/${mine.admin.userId}`)
  const byMember = await app.call(mine.member.key, 'GET', `/org-members/${mine.admin.memberId}`)
  assert.equal(byUser.status, 200)
  assert.equal(byUser.text, byMember.text)
  const unknown = await app.call(mine.member.key, 'GET', '/org-members/019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f')
  for (const foreign of [other.admin.memberId, other.admin.userId, 'nonsense']) {
    const reply = await app.call(mine.member.key, 'GET', `/org-members/${foreign}`)
    assert.equal(reply.status, 404)
    assert.equal(reply.text, unknown.text)
  }
})

test('the last admin can be neither demoted nor removed', async () => {
  const { admin, member } = await app.org()
  const boss = await signedIn(app, admin)
  const demoted = await boss.app('PATCH', `/members/${admin.memberId}`, { body: { role: 'member' } })
  const removed = await boss.app('DELETE', `/members/${admin.memberId}`)
  for (const reply of [demoted, removed]) {
    assert.equal(reply.status, 409)
    assert.equal(reply.body.error.code, 'INVALID_STATE')
  }
  assert.equal((await boss.app('PATCH', `/members/${admin.memberId}`, { body: { role: 'admin' } })).status, 200)
  assert.equal((await boss.app('PATCH', `/members/${member.memberId}`, { body: { role: 'admin' } })).body.role, 'admin')
  assert.equal((await boss.app('PATCH', `/members/${admin.memberId}`, { body: { role: 'member' } })).status, 200)
})

test('two admins who demote or remove each other concurrently leave one admin', async () => {
  const demotion = { body: { role: 'member' } }
  for (let round = 0; round < 5; round++) {
    const { id, admin, member } = await app.org()
    await app.store.run(sql`update membership set role = 'admin' where org_id = ${id} and id = ${member.memberId}`)
    const [one, other] = [await signedIn(app, admin), await signedIn(app, member)]
    const replies = await Promise.all([
      one.app('PATCH', `/members/${member.memberId}`, demotion),
      round % 2
        ? other.app('DELETE', `/members/${admin.memberId}`)
        : other.app('PATCH', `/members/${admin.memberId}`, demotion),
    ])
    const admins = await app.store.rows(sql`select 1 from membership where org_id = ${id} and role = 'admin'`)
    assert.equal(admins.length, 1, replies.map((reply) => reply.text).join('\n'))
  }
})

test('removing a member revokes all keys, which stay revoked after they return', async () => {
  const { id, admin, member } = await app.org()
  const [boss, browser] = [await signedIn(app, admin), await signedIn(app, member)]
  const second = (await browser.app('POST', '/api-keys', { body: { name: 'Second' } })).body
  await browser.app('DELETE', `/api-keys/${member.keyId}`)

  const removed = await boss.app('DELETE', `/members/${member.memberId}`)
  assert.deepEqual(removed.body, { id: member.memberId, deleted: true, revoked_key_count: 1 })
  assert.equal((await app.call(second.key, 'GET', '/me')).body.error.code, 'MEMBERSHIP_REVOKED')
  assert.equal((await app.call(member.key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
  assert.equal((await browser.app('GET', '/me')).body.error.code, 'MEMBERSHIP_REVOKED')
  assert.equal((await boss.app('DELETE', `/members/${member.memberId}`)).status, 404)
  const keys = (await boss.app('GET', '/api-keys')).body.data as {
    id: string
    status: string
    revoked_reason: string
  }[]
  assert.deepEqual(
    keys.filter((key) => key.id === second.id).map((key) => [key.status, key.revoked_reason]),
    [['revoked', 'owner_left']],
  )

  await insertMembership(app.store, id, { userId: member.userId, role: 'admin' })
  for (const key of [second.key, member.key])
    assert.equal((await app.call(key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
  const fresh = (await browser.app('POST', '/api-keys', { body: { name: 'Fresh' } })).body
  assert.equal((await app.call(fresh.key, 'GET', '/me')).status, 200)
})

test('a key created while its owner is being removed is revoked', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, admin, member } = await app.org()
    const [boss, browser] = [await signedIn(app, admin), await signedIn(app, member)]
    const [created] = await Promise.all([
      browser.app('POST', '/api-keys', { body: { name: 'Race' } }),
      boss.app('DELETE', `/members/${member.memberId}`),
    ])
    await insertMembership(app.store, id, { userId: member.userId, role: 'member' })
    if (created.status === 201)
      assert.equal((await app.call(created.body.key, 'GET', '/me')).body.error.code, 'INVALID_API_KEY')
    else assert.equal(created.body.error.code, 'MEMBERSHIP_REVOKED')
    const live = await app.store.rows(sql`
      select 1 from api_key where org_id = ${id} and user_id = ${member.userId} and revoked_at is null`)
    assert.equal(live.length, 0)
  }
})

test('a member may leave but not remove others', async () => {
  const [mine, other] = [await app.org(), await app.org()]
  const browser = await signedIn(app, mine.member)
  assert.equal((await browser.app('DELETE', `/members/${mine.admin.memberId}`)).body.error.code, 'ROLE_NOT_ALLOWED')
  assert.equal((await browser.app('DELETE', `/members/${other.member.memberId}`)).status, 404)
  assert.equal((await browser.app('DELETE', `/members/${mine.member.memberId}`)).status, 200)
  const boss = await signedIn(app, mine.admin)
  assert.equal((await boss.app('DELETE', `/members/${other.member.memberId}`)).status, 404)
  assert.equal((await boss.app('PATCH', `/members/${other.member.memberId}`, { body: { role: 'admin' } })).status, 404)
})
