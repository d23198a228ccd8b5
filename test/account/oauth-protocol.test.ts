import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter, defaultLimits } from '#api/pipeline/rate-limits.ts'
import { challengeOf } from '#domain/access/connected-apps/rules.ts'
import { sql } from '#store/sql.ts'
import { startTestApp } from '../test-app.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { signedIn } from './browser.ts'
import {
  allow,
  authorize,
  callMcp,
  codeIn,
  connected,
  exchangeCode,
  postForm,
  publicUrl,
  redirectUri,
  refresh,
  register,
  registered,
  verifier,
} from './oauth-client.ts'

useTestServer()

const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]
const get = (path: string) => fetch(app.baseUrl + path)

test('the metadata says where everything is, at the paths that hosts ask for', async () => {
  for (const path of ['', '/mcp']) {
    const resource = (await (await get(`/.well-known/oauth-protected-resource${path}`)).json()) as any
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${publicUrl}/mcp`, [publicUrl]])
    const server = (await (await get(`/.well-known/oauth-authorization-server${path}`)).json()) as any
    assert.equal(server.issuer, publicUrl)
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      const { pathname, origin } = new URL(server[`${name}_endpoint`])
      assert.equal(origin, publicUrl)
      const method = name === 'authorization' ? 'GET' : 'POST'
      assert.ok(app.server.hasRoute({ method, url: pathname }), pathname)
    }
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
    assert.equal(server.client_id_metadata_document_supported, true)
  }
})

test('an app registers with its addresses; those that a browser would run or that are not its own are refused', async () => {
  const good = [
    'https://app.example.com/callback?x=1',
    'http://localhost:8080/callback',
    'http://[::1]/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
  ]
  const reply = await register(app, { redirect_uris: good, client_name: 'Good\u202e app', client_secret: 'ignored' })
  assert.equal(reply.status, 201)
  assert.deepEqual(
    [reply.body.client_name, reply.body.redirect_uris, reply.body.token_endpoint_auth_method],
    ['Good app', good, 'none'],
  )
  assert.equal(reply.body.client_secret, undefined)
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  for (const bad of [
    'http://app.example.com/callback',
    'javascript://x/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://app.example.com/#x',
    'https://user:secret@app.example.com/',
    '/callback',
    'mailto:a@example.com',
  ])
    assert.deepEqual(errorOf(await register(app, { redirect_uris: [bad] })), [400, 'invalid_redirect_uri'], bad)
  for (const bad of [
    { redirect_uris: [] },
    { redirect_uris: 'https://app.example.com' },
    { redirect_uris: Array(21).fill(redirectUri) },
    { grant_types: ['client_credentials'] },
    { response_types: ['token'] },
  ])
    assert.deepEqual(errorOf(await register(app, bad)), [400, 'invalid_client_metadata'], JSON.stringify(bad))
})

test('registrations are limited by address', async (t) => {
  const limits = { ...defaultLimits, register: { perSecond: 0.001, burst: 2 } }
  const strict = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  t.after(() => strict.close())
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await register(strict)).status)
  assert.deepEqual(statuses, [201, 201, 429])
})

test('an authorization request leads to the consent page with what it asked for', async () => {
  const client_id = await registered(app)
  const asked = {
    client_id,
    redirect_uri: redirectUri,
    state: 's',
    scope: 'read',
    resource: `${publicUrl}/mcp?mode=write`,
  }
  const page = await authorize(app, asked)
  assert.equal(page.origin + page.pathname, `${publicUrl}/connect-app`)
  assert.deepEqual(Object.fromEntries(page.searchParams), { ...asked, code_challenge: challengeOf(verifier) })
})

test('an unknown app or address is never sent anything', async () => {
  const client_id = await registered(app)
  const unknown = [
    { client_id: 'app_unknown', redirect_uri: redirectUri },
    { client_id, redirect_uri: 'https://evil.example.com/' },
    { client_id, redirect_uri: `${redirectUri}/more` },
    { client_id, redirect_uri: `${redirectUri}?more` },
    { client_id, redirect_uri: redirectUri.toUpperCase() },
    { client_id, redirect_uri: '' },
    { redirect_uri: redirectUri },
  ]
  for (const parameters of unknown) {
    const page = await authorize(app, parameters as Record<string, string>)
    assert.equal(page.origin + page.pathname, `${publicUrl}/connect-app`)
    assert.match(page.search, /^\?problem=(client|address)$/)
  }
  const twice = await authorize(app, [
    ['client_id', client_id],
    ['redirect_uri', redirectUri],
    ['redirect_uri', 'https://evil.example.com/'],
  ])
  assert.equal(twice.search, '?problem=client')
})

test('the port of an address on this computer is free, nothing else of it', async () => {
  const client_id = await registered(app, { redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'] })
  const isSent = async (redirect_uri: string) =>
    !(await authorize(app, { client_id, redirect_uri })).search.includes('problem')
  assert.ok(await isSent('http://127.0.0.1:51234/callback'))
  assert.ok(await isSent('http://localhost:1/callback'))
  for (const other of [
    'http://127.0.0.1:51234/other',
    'http://127.0.0.2:51234/callback',
    'https://127.0.0.1:51234/callback',
    'http://127.0.0.1.example.com/callback',
    'http://user@127.0.0.1/callback',
  ])
    assert.ok(!(await isSent(other)), other)
})

test('a request that cannot be granted returns to the app with the reason', async () => {
  const client_id = await registered(app)
  for (const [parameters, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    [{ resource: `${publicUrl}/api/v1` }, 'invalid_target'],
    [{ scope: 'admin' }, 'invalid_scope'],
  ] as const) {
    const back = await authorize(app, { client_id, redirect_uri: redirectUri, state: 's', ...parameters })
    assert.equal(back.origin + back.pathname, redirectUri)
    const { error: found, state, iss } = Object.fromEntries(back.searchParams)
    assert.deepEqual([found, state, iss], [error, 's', publicUrl])
  }
})

test('a code is exchanged once, by the app that asked, with its verifier and address', async () => {
  const browser = await signedIn(app, org.admin)
  const clientId = await registered(app)
  const other = await registered(app)
  const code = codeIn(await allow(browser, { clientId, orgId: org.id }))
  for (const [id, more] of [
    [other, {}],
    [clientId, { code_verifier: 'x'.repeat(43) }],
    [clientId, { code_verifier: '' }],
    [clientId, { redirect_uri: 'https://app.example.com/other' }],
    [clientId, { code: `${code}x` }],
    [clientId, { code: code.replace('code.', 'refresh.') }],
  ] as const)
    assert.deepEqual(errorOf(await exchangeCode(app, id, code, more)), [400, 'invalid_grant'])
  assert.deepEqual(errorOf(await exchangeCode(app, 'app_unknown', code)), [401, 'invalid_client'])
  const wrongResource = await exchangeCode(app, clientId, code, { resource: 'https://other.example.com/' })
  assert.deepEqual(errorOf(wrongResource), [400, 'invalid_target'])

  const issued = await exchangeCode(app, clientId, code, { resource: `${publicUrl}/mcp` })
  assert.equal(issued.status, 200, issued.text)
  const { access_token, token_type, expires_in, scope } = issued.body
  assert.deepEqual([token_type, expires_in, scope], ['Bearer', 3600, 'read'])
  assert.equal(issued.headers.get('cache-control'), 'no-store')
  assert.equal((await callMcp(app, access_token)).status, 200)
  assert.deepEqual(errorOf(await exchangeCode(app, clientId, code)), [400, 'invalid_grant'])
  assert.equal((await callMcp(app, access_token)).status, 401, 'a code that is used twice has leaked')
})

test('a code expires', async () => {
  const clientId = await registered(app)
  const code = codeIn(await allow(await signedIn(app, org.admin), { clientId, orgId: org.id }))
  await app.store.run(sql`update app_token set expires_at = now() where org_id = ${org.id}`)
  assert.deepEqual(errorOf(await exchangeCode(app, clientId, code)), [400, 'invalid_grant'])
})

test('a refresh token is used once; its reuse ends the access of the app and is in the audit log', async () => {
  const browser = await signedIn(app, org.admin)
  const first = await connected(app, browser, { orgId: org.id, scopes: ['read', 'write'] })
  const second = await refresh(app, first.clientId, first.refresh)
  assert.equal(second.status, 200, second.text)
  assert.equal(second.body.scope, 'read write')
  assert.equal((await callMcp(app, first.access)).status, 401, 'the access token before is replaced')
  assert.equal((await callMcp(app, second.body.access_token)).status, 200)
  assert.deepEqual(errorOf(await refresh(app, await registered(app), second.body.refresh_token)), [
    400,
    'invalid_grant',
  ])
  assert.equal((await callMcp(app, second.body.access_token)).status, 200, 'another app changes nothing')

  assert.deepEqual(errorOf(await refresh(app, first.clientId, first.refresh)), [400, 'invalid_grant'])
  assert.equal((await callMcp(app, second.body.access_token)).status, 401)
  assert.deepEqual(errorOf(await refresh(app, first.clientId, second.body.refresh_token)), [400, 'invalid_grant'])
  const entries = await app.store.rows(sql`
    select operation, resource_id, after ->> 'revoked_reason' as reason from audit_entry
    where org_id = ${org.id} and operation = 'revokeConnectedApp'`)
  assert.deepEqual(entries, [{ operation: 'revokeConnectedApp', resource_id: first.id, reason: 'token_reused' }])
})

test('of two exchanges at once one succeeds', async () => {
  const { clientId, refresh: token } = await connected(app, await signedIn(app, org.admin), { orgId: org.id })
  const replies = await Promise.all([1, 2, 3].map(() => refresh(app, clientId, token)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400])
})

test('an app ends its own access, by either token, and that of no other', async () => {
  const browser = await signedIn(app, org.admin)
  for (const name of ['access', 'refresh'] as const) {
    const one = await connected(app, browser, { orgId: org.id })
    const revoke = (client_id: string, token: string) => postForm(app, '/oauth/revoke', { client_id, token })
    for (const [client, token] of [
      [await registered(app), one[name]],
      [one.clientId, 'unknown'],
      ['', one[name]],
    ] as const)
      assert.equal((await revoke(client, token)).status, 200)
    assert.equal((await callMcp(app, one.access)).status, 200)
    assert.equal((await revoke(one.clientId, one[name])).status, 200)
    assert.equal((await callMcp(app, one.access)).status, 401)
    assert.deepEqual(errorOf(await refresh(app, one.clientId, one.refresh)), [400, 'invalid_grant'])
  }
  assert.deepEqual(errorOf(await postForm(app, '/oauth/revoke', {})), [400, 'invalid_request'])
  // An API key is not one of its tokens.
  assert.equal((await postForm(app, '/oauth/revoke', { client_id: '', token: org.admin.key })).status, 200)
  assert.equal((await callMcp(app, org.admin.key)).status, 200)
})

test('malformed requests for tokens are refused', async () => {
  assert.deepEqual(errorOf(await postForm(app, '/oauth/token', '')), [400, 'unsupported_grant_type'])
  assert.deepEqual(errorOf(await postForm(app, '/oauth/token', { grant_type: 'password' })), [
    400,
    'unsupported_grant_type',
  ])
  const twice = 'grant_type=refresh_token&refresh_token=a&refresh_token=b'
  assert.deepEqual(errorOf(await postForm(app, '/oauth/token', twice)), [400, 'invalid_request'])
  const json = await fetch(`${app.baseUrl}/oauth/token`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(json.status, 415)
})

test('no token is stored as it is', async () => {
  const { access, refresh: token } = await connected(app, await signedIn(app, org.admin), { orgId: org.id })
  for (const secret of [access, token])
    for (const table of [
      'api_key',
      'app_token',
      'audit_entry',
      'event',
      'oauth_client',
      'idempotency',
      'api_request',
    ]) {
      const { rows } = await app.store.pool.query(`select to_jsonb(t)::text as row from ${table} t`)
      assert.ok(
        !rows.some(({ row }) => row.includes(secret) || row.includes(Buffer.from(secret).toString('hex'))),
        table,
      )
    }
})
