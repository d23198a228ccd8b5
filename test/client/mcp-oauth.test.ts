import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sql } from '#store/sql.ts'
import { type Browser, signedIn } from '../account/browser.ts'
import { publicUrl } from '../account/oauth-client.ts'
import { app, call, org, useTestServer } from '../test-server.ts'

/* The official client finds, registers, asks, exchanges, calls, refreshes and is refused, without a browser. */

useTestServer()

/** The server listens at another port than its public URL says. */
const reach: typeof fetch = (input, init) =>
  fetch(String(input instanceof Request ? input.url : input).replace(publicUrl, app.baseUrl), init)

/** An app that keeps what it learns in memory; `visited` is where it sent the browser. */
class MemoryApp implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:41234/callback'
  readonly clientMetadata = {
    client_name: 'Official client',
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
  readonly kept = new Map<string, any>()
  visited: URL | undefined
  state = () => 'state-1'
  clientInformation = () => this.kept.get('client')
  saveClientInformation = (information: object) => void this.kept.set('client', information)
  tokens = () => this.kept.get('tokens')
  saveTokens = (tokens: object) => void this.kept.set('tokens', tokens)
  saveCodeVerifier = (verifier: string) => void this.kept.set('verifier', verifier)
  codeVerifier = () => this.kept.get('verifier')
  redirectToAuthorization = (url: URL) => void (this.visited = url)
  invalidateCredentials = () => void this.kept.delete('tokens')
}

const open = (authProvider: OAuthClientProvider) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp?mode=write`), {
    authProvider,
    fetch: reach,
  })
  return { transport, client: new Client({ name: 'test', version: '1' }) }
}

async function connect(provider: OAuthClientProvider) {
  const { client, transport } = open(provider)
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

/** What the page of the consent does. */
async function consent(browser: Browser, visited: URL): Promise<URL> {
  const away = await reach(visited, { redirect: 'manual' })
  const page = new URL(away.headers.get('location')!)
  assert.equal(page.pathname, '/connect-app')
  const { code_challenge, scope, client_id, ...rest } = Object.fromEntries(page.searchParams)
  const query = { ...rest, client: client_id! }
  const asked = await browser.app('GET', '/connected-apps/request', { query: { ...query, scope: scope! } })
  assert.deepEqual([asked.body.name, asked.body.redirect_host], ['Official client', '127.0.0.1'])
  assert.deepEqual(
    [asked.body.scopes, asked.body.allowed_scopes],
    [
      ['read', 'write'],
      ['read', 'write'],
    ],
  )
  const body = { ...query, code_challenge, organization: org.id, scopes: asked.body.scopes }
  const allowed = await browser.app('POST', '/connected-apps', { body })
  assert.equal(allowed.status, 201, allowed.text)
  return new URL(allowed.body.redirect_url)
}

test('the official client connects by OAuth, refreshes, and is refused once revoked', async () => {
  const browser = await signedIn(app, org.admin)
  const provider = new MemoryApp()
  const first = open(provider)
  await assert.rejects(first.client.connect(first.transport as Parameters<Client['connect']>[0]), UnauthorizedError)
  assert.equal(provider.visited!.searchParams.get('resource'), `${publicUrl}/mcp`)
  const back = await consent(browser, provider.visited!)
  assert.equal(back.origin + back.pathname, provider.redirectUrl)
  assert.deepEqual([back.searchParams.get('state'), back.searchParams.get('iss')], ['state-1', publicUrl])
  await first.transport.finishAuth(back.searchParams.get('code')!)

  const client = await connect(provider)
  const made = await client.callTool({ name: 'create_theme', arguments: { name: 'By OAuth' } })
  assert.equal(made.isError, undefined, JSON.stringify(made))
  assert.equal((await call('GET', '/themes')).body.data[0].name, 'By OAuth')

  const before = provider.tokens()
  await app.store.run(sql`update api_key set expires_at = now() where org_id = ${org.id} and client_id is not null`)
  const listed = await client.callTool({ name: 'list_themes', arguments: {} })
  assert.equal(listed.isError, undefined, JSON.stringify(listed))
  const after = provider.tokens()
  assert.notEqual(after.access_token, before.access_token)
  assert.notEqual(after.refresh_token, before.refresh_token)

  const [connectedApp] = (await browser.app('GET', '/connected-apps')).body.data
  assert.deepEqual([connectedApp.name, connectedApp.status], ['Official client', 'active'])
  assert.equal((await browser.app('DELETE', `/connected-apps/${connectedApp.id}`)).status, 200)
  provider.visited = undefined
  await assert.rejects(client.callTool({ name: 'list_themes', arguments: {} }), UnauthorizedError)
  assert.ok(provider.visited, 'the client asks the person again')
  await client.close()
})
