import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fetchClient, isDocumentUrl } from '#api/auth/oauth/client-document.ts'
import { createOutbound } from '#outbound/client.ts'
import { sql } from '#store/sql.ts'
import { listen } from '../outbound/listener.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { signedIn } from './browser.ts'
import { allow, authorize, callMcp, codeIn, exchangeCode, redirectUri } from './oauth-client.ts'

useTestServer()

/* Test servers may reach private networks, so that a document may be at a plain address of this machine. */

let host: Awaited<ReturnType<typeof listen>>
let answer: { status: number; body: string; headers?: Record<string, string> }
let id: string

before(async () => {
  host = await listen((_, response) => void response.writeHead(answer.status, answer.headers).end(answer.body))
})
after(() => host.close())

const document = (more: object = {}) =>
  JSON.stringify({ client_id: id, client_name: 'Described', redirect_uris: [redirectUri], ...more })

let count = 0
beforeEach(() => {
  id = `${host.url}/app-${++count}.json`
  answer = { status: 200, body: document() }
})

test('an app whose id is the URL of its document connects without a registration', async () => {
  const browser = await signedIn(app, org.admin)
  const page = await authorize(app, { client_id: id, redirect_uri: redirectUri })
  assert.equal(page.searchParams.get('client_id'), id)
  const query = { client: id, redirect_uri: redirectUri }
  const asked = await browser.app('GET', '/connected-apps/request', { query })
  assert.deepEqual([asked.body.name, asked.body.described_by], ['Described', new URL(host.url).host])
  const code = codeIn(await allow(browser, { clientId: id, orgId: org.id }))
  const issued = await exchangeCode(app, id, code)
  assert.equal(issued.status, 200, issued.text)
  assert.equal((await callMcp(app, issued.body.access_token)).status, 200)
})

test('a document that changes counts as it is now', async () => {
  assert.ok(!(await authorize(app, { client_id: id, redirect_uri: redirectUri })).searchParams.has('problem'))
  answer.body = document({ redirect_uris: ['https://moved.example.com/'] })
  const page = await authorize(app, { client_id: id, redirect_uri: redirectUri })
  assert.equal(page.searchParams.get('problem'), 'address')
})

test('a document that is away, moved, too large, malformed or of another app is refused and not kept', async () => {
  const answers = [
    { status: 404, body: document() },
    { status: 302, body: document(), headers: { location: `${host.url}/other` } },
    { status: 200, body: document({ client_id: `${id}x` }) },
    { status: 200, body: document({ client_id: undefined }) },
    { status: 200, body: document({ redirect_uris: ['javascript://x'] }) },
    { status: 200, body: document({ padding: 'x'.repeat(40_000) }) },
    { status: 200, body: 'null' },
    { status: 200, body: '<html>' },
  ]
  for (answer of answers) {
    const page = await authorize(app, { client_id: id, redirect_uri: redirectUri })
    assert.equal(page.search, '?problem=client', answer.body.slice(0, 80))
  }
  assert.deepEqual(await app.store.rows(sql`select 1 from oauth_client where id = ${id}`), [])
})

test('a document inside the network of the server is not fetched', async () => {
  const guarded = createOutbound()
  const found = await fetchClient({ db: app.store, outbound: guarded, settings: {} }, id)
  assert.equal(found, undefined)
  assert.ok(!host.seen.paths.includes(new URL(id).pathname))
})

test('the id of a document is an https URL with a path, in its usual form', () => {
  assert.ok(isDocumentUrl('https://app.example.com/client.json', {}))
  for (const url of [
    'http://app.example.com/client.json',
    'https://app.example.com/',
    'https://app.example.com',
    'https://app.example.com/a/../client.json',
    'https://app.example.com/client.json#x',
    'https://user@app.example.com/client.json',
    'HTTPS://app.example.com/client.json',
    `https://app.example.com/${'x'.repeat(500)}`,
    'app_3f0e9a5b7c1d2e4f3f0e9a5b7c1d2e4f',
  ])
    assert.ok(!isDocumentUrl(url, {}), url)
})
