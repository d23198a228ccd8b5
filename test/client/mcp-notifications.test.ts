import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { changedUri } from '#mcp/changed-resources.ts'
import { readResource } from '#mcp/resources.ts'
import { connect } from '#client/connect.ts'
import { publicInventory } from '#contract/index.ts'
import { eventNames } from '#contract/core/event-names.ts'
import { sql } from '#store/sql.ts'
import { app, call, org, useTestServer } from '../test-server.ts'
import { startTestApp } from '../test-app.ts'
import { callOk } from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'

/* Clients learn of changes from the event feed of their organization. */

useTestServer()

async function listen(t: TestContext, transport: StreamableHTTPClientTransport | StdioClientTransport) {
  const client = new Client({ name: 'test', version: '1' })
  const updated: string[] = []
  let listChanges = 0
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri))
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void listChanges++)
  await client.connect(transport)
  t.after(() => client.close())
  return { client, updated, listChanges: () => listChanges }
}

const overHttp = (key: string) =>
  new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })

const openStream = (key: string, { url = app.baseUrl, headers = {} } = {}) =>
  fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers } })

/** The text of a stream until it contains a part, or its end. */
async function readUntil(response: Response, part: string): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    text += value ?? ''
    if (!done && !text.includes(part)) continue
    await reader.cancel()
    return text
  }
}

test('over HTTP the changes of the organization arrive, and no others', { timeout: 180_000 }, async (t) => {
  const other = await app.org()
  const { client, updated, listChanges } = await listen(t, overHttp(org.admin.key))
  assert.deepEqual(client.getServerCapabilities()!.resources, { subscribe: true, listChanged: true })
  const { id } = await callOk('POST', '/themes', { name: 'Export' })
  const foreign = await app.call(other.admin.key, 'POST', '/themes', { body: { name: 'Foreign' } })
  const uri = `earshot://themes/${id}`
  await client.subscribeResource({ uri })
  await assert.rejects(client.subscribeResource({ uri: 'earshot://nonsense' }), /no resource/)
  await waitFor('the change of the list', async () => listChanges() > 0 && updated.includes(uri))
  const before = updated.length
  await callOk('PATCH', `/themes/${id}`, { name: 'Exports' })
  await waitFor('the change of the theme', async () => updated.length > before)
  assert.deepEqual([...new Set(updated)], [uri])
  assert.ok(!updated.includes(`earshot://themes/${foreign.body.id}`))
  const { contents } = await client.readResource({ uri: updated.at(-1)! })
  assert.equal(JSON.parse((contents[0] as { text: string }).text).name, 'Exports')
})

test('a stream goes on after the last event that the client knows', { timeout: 180_000 }, async () => {
  const { id } = await callOk('POST', '/themes', { name: 'Known' })
  // An event is in the feed once no earlier transaction is open.
  const known = await waitFor('the event of the theme', async () => {
    const { data } = (await call('GET', '/events')).body as {
      data: { id: string; data: { object?: { id: string } } }[]
    }
    return data.find((event) => event.data.object?.id === id)
  })
  const missed = await callOk('POST', '/themes', { name: 'Missed' })
  const headers = { 'last-event-id': known.id }
  const text = await readUntil(await openStream(org.admin.key, { headers }), 'list_changed')
  assert.match(text, new RegExp(`earshot://themes/${missed.id}`))
  assert.doesNotMatch(text, new RegExp(id))
  assert.match(text, /^id: evt_\S+$/m)
})

test('a stream ends with its key, and streams per key are bounded', { timeout: 180_000 }, async () => {
  const open = await Promise.all(Array.from({ length: 10 }, () => openStream(org.member.key)))
  assert.ok(open.every(({ status }) => status === 200))
  const refused = await openStream(org.member.key)
  assert.equal(refused.status, 429)
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'RATE_LIMITED')
  await open[0]!.body!.cancel()
  await waitFor('a free place', async () => (await openStream(org.member.key)).status === 200)
  await app.store.run(sql`update api_key set revoked_at = now() where org_id = ${org.id}`)
  await readUntil(open[1]!, 'never sent')
})

test('open streams do not keep the server from stopping', { timeout: 120_000 }, async () => {
  const own = await startTestApp()
  const { admin } = await own.org()
  const stream = await openStream(admin.key, { url: own.baseUrl })
  await own.close()
  assert.equal((await readUntil(stream, 'never sent')).replaceAll(':\n\n', ''), '')
})

const entry = fileURLToPath(new URL('mcp-stdio-entry.ts', import.meta.url))

test('over stdio what was subscribed to is reported', { timeout: 180_000 }, async (t) => {
  const env = { ...process.env, TEST_URL: app.baseUrl, TEST_KEY: org.admin.key, TEST_POLL_MS: '200' }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry],
    env: env as Record<string, string>,
  })
  const { client, updated, listChanges } = await listen(t, transport)
  const [wanted, other] = [
    await callOk('POST', '/themes', { name: 'A' }),
    await callOk('POST', '/themes', { name: 'B' }),
  ]
  const uri = `earshot://themes/${wanted.id}`
  await client.subscribeResource({ uri })
  await client.subscribeResource({ uri: 'earshot://context' })
  await callOk('PATCH', `/themes/${other.id}`, { name: 'B2' })
  await callOk('PATCH', `/themes/${wanted.id}`, { name: 'A2' })
  await waitFor('the changes', async () => new Set(updated).size >= 2 && listChanges() > 0)
  assert.deepEqual([...new Set(updated)].sort(), ['earshot://context', uri])
  await client.unsubscribeResource({ uri })
  const before = updated.length
  await callOk('PATCH', `/themes/${wanted.id}`, { name: 'A3' })
  await callOk('POST', '/themes', { name: 'C' })
  await waitFor('the overview', async () => updated.length > before)
  assert.deepEqual([...new Set(updated.slice(before))], ['earshot://context'])
})

test('the resource of every event can be read', async () => {
  const calls = connect({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k' })
  const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
  for (const type of eventNames) {
    const uri = changedUri(publicInventory, { id: 'evt_1', type, data: { object: { id, survey_id: id } } })
    if (type === 'alert.triggered') assert.equal(uri, undefined)
    else
      await assert.rejects(readResource({ ...calls, call: async () => assert.fail('is read') }, uri!, 1000), /is read/)
  }
})
