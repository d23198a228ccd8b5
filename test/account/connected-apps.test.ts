import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { deleteExpired } from '#worker/retention.ts'
import { waitFor } from '../wait-for.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { signedIn } from './browser.ts'
import { allow, callMcp, codeIn, connected, exchangeCode, redirectUri, refresh, registered } from './oauth-client.ts'

useTestServer()

const createTheme = { name: 'create_theme', arguments: { name: 'By an app' } }
const listThemes = { name: 'list_themes', arguments: {} }
/** Null if the tool did what it was asked; the text of its error, or of the protocol's if there is no such tool. */
const toolError = ({ body: { result, error } }: { body: any }): string | null =>
  result?.isError ? result.content[0].text : (error?.message ?? null)
const setPolicy = (change: ReturnType<typeof sql>) =>
  app.store.run(sql`update organization set ${change} where id = ${org.id}`)

test('a token acts as a key of the member with its scopes, and is told apart in requests and audit', async () => {
  const browser = await signedIn(app, org.member)
  const reader = await connected(app, browser, { orgId: org.id })
  const writer = await connected(app, browser, { orgId: org.id, scopes: ['read', 'write'] })
  assert.equal(toolError(await callMcp(app, reader.access, listThemes)), null)
  assert.match(String(toolError(await callMcp(app, reader.access, createTheme))), /write scope/)
  const made = await callMcp(app, writer.access, createTheme)
  assert.equal(toolError(made), null)
  const themeId = made.body.result.structuredContent.id
  assert.equal(toolError(await callMcp(app, writer.access, { name: 'archive_theme', arguments: { themeId } })), null)
  const [entry] = await app.store.rows(sql`
    select actor_type, actor_id, user_id from audit_entry where org_id = ${org.id} and operation = 'archiveTheme'`)
  assert.deepEqual(entry, { actor_type: 'api_key', actor_id: writer.id, user_id: org.member.userId })
  const requests = () => browser.app('GET', '/requests', { query: { key_id: writer.id } })
  await waitFor('the request list', async () => (await requests()).body.data.length === 2)
  assert.notEqual(toolError(await callMcp(app, writer.access, { name: 'get_system' })), null)
})

test('a token is for /mcp alone, also once it was seen there', async () => {
  const { access } = await connected(app, await signedIn(app, org.admin), { orgId: org.id })
  const direct = (headers = {}) => app.call(access, 'GET', '/themes', { headers })
  assert.deepEqual([(await direct()).status, (await direct()).body.error.code], [401, 'INVALID_API_KEY'])
  assert.equal(toolError(await callMcp(app, access, listThemes)), null)
  assert.equal((await direct()).status, 401)
  assert.equal((await direct({ 'x-earshot-inner-call': 'yes' })).status, 401)
  assert.equal(toolError(await callMcp(app, access, listThemes)), null)
})

test('the policy of the organization holds at once', async () => {
  const { access } = await connected(app, await signedIn(app, org.member), { orgId: org.id, scopes: ['read', 'write'] })
  await setPolicy(sql`api_write = false`)
  assert.match(String(toolError(await callMcp(app, access, createTheme))), /write scope/)
  await setPolicy(sql`api_write = true, api_members = false`)
  assert.deepEqual(
    [(await callMcp(app, access)).status, (await callMcp(app, access)).body.error.code],
    [403, 'ROLE_NOT_ALLOWED'],
  )
  await setPolicy(sql`api_members = true, api_enabled = false`)
  assert.equal((await callMcp(app, access)).body.error.code, 'API_DISABLED')
  await setPolicy(sql`api_enabled = true`)
  assert.equal((await callMcp(app, access)).status, 200)
})

test('the page shows what the organization lets this person use', async () => {
  const clientId = await registered(app)
  const browser = await signedIn(app, org.member)
  const asked = async () =>
    (
      await browser.app('GET', '/connected-apps/request', {
        query: { client: clientId, redirect_uri: redirectUri, scope: 'read write', state: 's' },
      })
    ).body
  const { deny_url, ...first } = await asked()
  assert.deepEqual(first, {
    name: 'Assistant',
    redirect_host: 'app.example.com',
    described_by: null,
    scopes: ['read', 'write'],
    allowed_scopes: ['read', 'write'],
  })
  assert.equal(deny_url, `${redirectUri}?error=access_denied&state=s&iss=http%3A%2F%2Flocalhost%3A3000`)
  await setPolicy(sql`api_write = false`)
  assert.deepEqual((await asked()).allowed_scopes, ['read'])
  await setPolicy(sql`api_members = false`)
  assert.deepEqual((await asked()).allowed_scopes, [])
})

test('a consent names the field that is wrong, and the organization that the person sees', async () => {
  const browser = await signedIn(app, org.admin)
  const clientId = await registered(app)
  const refusal = async (more: object) => {
    const { status, body } = await allow(browser, { clientId, orgId: org.id, ...more })
    return [status, body.error.details?.[0].path ?? body.error.code]
  }
  assert.deepEqual(await refusal({ clientId: 'app_unknown' }), [400, 'body.client'])
  assert.deepEqual(await refusal({ redirect_uri: 'https://evil.example.com/' }), [400, 'body.redirect_uri'])
  assert.deepEqual(await refusal({ scopes: ['admin'] }), [400, 'body.scopes.0'])
  const other = await app.org()
  assert.deepEqual(await refusal({ orgId: other.id }), [409, 'INVALID_STATE'])
  const body = { client: clientId, organization: org.id, scopes: ['read'], redirect_uri: redirectUri }
  const resource = 'https://other.example.com/mcp'
  const wrong = await browser.app('POST', '/connected-apps', {
    body: { ...body, resource, code_challenge: 'x'.repeat(43) },
  })
  assert.equal(wrong.body.error.details[0].path, 'body.resource')
  const forged = await browser.app('POST', '/connected-apps', { body, headers: { origin: 'https://evil.example.com' } })
  assert.deepEqual([forged.status, forged.body.error.code], [403, 'CSRF_REFUSED'])
  const plain = await browser.app('POST', '/connected-apps', { body, headers: { 'x-requested-with': '' } })
  assert.equal(plain.body.error.code, 'CSRF_REFUSED')
})

test('only the web app lists, allows and revokes', async () => {
  assert.equal((await app.call(org.admin.key, 'GET', '/connected-apps')).status, 404)
  const { access } = await connected(app, await signedIn(app, org.admin), { orgId: org.id })
  const keys = await callMcp(app, access, { name: 'call_operation', arguments: { tool: 'list_connected_apps' } })
  assert.notEqual(toolError(keys), null)
})

test('members see and revoke their own apps, admins those of all; no other organization', async () => {
  const [boss, member] = [await signedIn(app, org.admin), await signedIn(app, org.member)]
  const stranger = await signedIn(app, (await app.org()).admin)
  const ofMember = await connected(app, member, { orgId: org.id })
  const ofBoss = await connected(app, boss, { orgId: org.id, scopes: ['read', 'write'] })
  const listed = async (browser: typeof boss, query = {}) =>
    (await browser.app('GET', '/connected-apps', { query })).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await listed(boss), [ofBoss.id, ofMember.id])
  assert.deepEqual(await listed(boss, { limit: '1' }), [ofBoss.id])
  assert.deepEqual(await listed(member), [ofMember.id])
  assert.deepEqual(await listed(stranger), [])
  for (const browser of [member, stranger])
    assert.equal((await browser.app('DELETE', `/connected-apps/${ofBoss.id}`)).status, 404)
  assert.equal((await boss.app('DELETE', `/connected-apps/${org.admin.keyId}`)).status, 404, 'a key is no app')
  assert.equal((await boss.app('DELETE', `/api-keys/${ofBoss.id}`)).status, 404, 'an app is no key')
  const keys = (await boss.app('GET', '/api-keys')).body.data.map(({ id }: { id: string }) => id)
  assert.ok(!keys.includes(ofBoss.id))

  assert.equal((await callMcp(app, ofMember.access)).status, 200)
  const revoked = await boss.app('DELETE', `/connected-apps/${ofMember.id}`)
  assert.deepEqual([revoked.body.status, revoked.body.revoked_reason], ['revoked', 'revoked_by_admin'])
  assert.equal((await callMcp(app, ofMember.access)).status, 401)
  assert.equal((await refresh(app, ofMember.clientId, ofMember.refresh)).status, 400)
})

test('the audit log has the consent and the revocation, with the app and without secrets', async () => {
  const browser = await signedIn(app, org.admin)
  const { id } = await connected(app, browser, { orgId: org.id })
  await browser.app('DELETE', `/connected-apps/${id}`)
  const entries = await app.store.rows<{ operation: string; before: any; after: any }>(sql`
    select operation, before, after from audit_entry where org_id = ${org.id} and resource_id = ${id} order by id`)
  assert.deepEqual(
    entries.map(({ operation, before, after }) => [operation, before?.status, after.status]),
    [
      ['connectApp', undefined, 'pending'],
      ['revokeConnectedApp', 'active', 'revoked'],
    ],
  )
  const { name, redirect_host, scopes } = entries[0]!.after
  assert.deepEqual([name, redirect_host, scopes], ['Assistant', 'app.example.com', ['read']])
})

test('a member who is removed loses the apps, also one whose access token has expired', async () => {
  const [boss, member] = [await signedIn(app, org.admin), await signedIn(app, org.member)]
  const current = await connected(app, member, { orgId: org.id })
  const expired = await connected(app, member, { orgId: org.id })
  await app.store.run(sql`update api_key set expires_at = now() where org_id = ${org.id} and id = ${expired.id}`)
  const clientId = await registered(app)
  const unused = codeIn(await allow(member, { clientId, orgId: org.id }))
  assert.equal((await boss.app('DELETE', `/members/${org.member.memberId}`)).status, 200)
  assert.equal((await callMcp(app, current.access)).status, 403)
  for (const one of [current, expired]) assert.equal((await refresh(app, one.clientId, one.refresh)).status, 400)
  assert.equal((await exchangeCode(app, clientId, unused)).status, 400)
  // As after the person joins again.
  await app.store.run(sql`
    insert into membership (org_id, id, user_id, role)
    values (${org.id}, ${org.member.memberId}, ${org.member.userId}, 'member')`)
  for (const one of [current, expired]) {
    assert.equal((await callMcp(app, one.access)).status, 401)
    assert.equal((await refresh(app, one.clientId, one.refresh)).status, 400)
  }
})

test('a suspended member gets no further token', async () => {
  const one = await connected(app, await signedIn(app, org.member), { orgId: org.id })
  await app.store.run(sql`
    update membership set status = 'suspended' where org_id = ${org.id} and user_id = ${org.member.userId}`)
  assert.equal((await callMcp(app, one.access)).status, 403)
  assert.equal((await refresh(app, one.clientId, one.refresh)).status, 400)
})

test('expired tokens and apps that nobody allowed are deleted', async () => {
  const browser = await signedIn(app, org.admin)
  const [used, unused, fresh] = [
    await connected(app, browser, { orgId: org.id }),
    await registered(app),
    await registered(app),
  ]
  await app.store.run(sql`
    update oauth_client set created_at = now() - interval '31 days' where id in (${used.clientId}, ${unused})`)
  await app.store.run(sql`update app_token set expires_at = now() where org_id = ${org.id}`)
  await deleteExpired(app.store)
  const clients = await app.store.rows<{ id: string }>(
    sql`select id from oauth_client where id in (${used.clientId}, ${unused}, ${fresh}) order by id`,
  )
  assert.deepEqual(
    clients.map(({ id }) => id),
    [used.clientId, fresh].sort(),
  )
  assert.deepEqual(await app.store.rows(sql`select 1 from app_token where org_id = ${org.id}`), [])
  assert.deepEqual((await browser.app('GET', '/connected-apps')).body.data, [])
})
