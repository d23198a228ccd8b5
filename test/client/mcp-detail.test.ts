import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { loadDemo, type LoadedDemo } from '#demo/load.ts'
import { fieldsOf, operationsOf } from '#client/fields.ts'
import { publicInventory } from '#contract/index.ts'
import { toolName } from '#mcp/tools.ts'
import { app, type Body, useTestServer } from '../test-server.ts'

/* What the lists of the demo cost a model; one token for four bytes, as everywhere here. */

let demo: LoadedDemo
useTestServer({}, { afterStart: async () => (demo = await loadDemo(app.store, app.settings, new Date(), 'small')) })

const tokensOf = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)
const reads = operationsOf(publicInventory).filter(({ route }) => route.method === 'GET')
const propertiesOf = ({ route }: (typeof reads)[number]) => (route.result as { properties?: object }).properties ?? {}
const isCallable = (operation: (typeof reads)[number]) => fieldsOf(operation).every(({ required }) => !required)

async function connect(t: TestContext) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp?toolsets=all`), {
      requestInit: { headers: { authorization: `Bearer ${demo.key}` } },
    }),
  )
  t.after(() => client.close())
  const { tools } = await client.listTools()
  // The client refuses results that do not match the output schemas.
  const call = async (name: string, args: Body = {}) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult & { structuredContent: Body }
  return { tools, call }
}

test('every tool that reads takes fields and detail, and no other does', async (t) => {
  const { tools } = await connect(t)
  const taking = tools.filter(
    ({ inputSchema: { properties = {} } }) => 'detail' in properties && 'fields' in properties,
  )
  assert.deepEqual(taking.map(({ name }) => name).sort(), reads.map(toolName).sort())
  for (const operation of reads)
    assert.ok(!fieldsOf(operation).some(({ name }) => name === 'detail' || name === 'fields'), operation.id)
})

test('a list takes at most 1,500 tokens by default, and says how to read the rest', async (t) => {
  const { call } = await connect(t)
  const lists = reads.filter((operation) => isCallable(operation) && 'data' in propertiesOf(operation))
  assert.ok(lists.length >= 25, String(lists.length))
  let cut = 0
  for (const operation of lists) {
    const { structuredContent: result, isError } = await call(toolName(operation))
    assert.ok(!isError && tokensOf(result) <= 1500, `${operation.id}: ${tokensOf(result)}`)
    if (result.pagination?.has_more && result.shortened) cut++
  }
  assert.ok(cut >= 3, `${cut} lists were long enough to be cut`)
})

test('pages of short answers miss no item, and take less than whole ones', async (t) => {
  const { call } = await connect(t)
  const { structuredContent: first } = await call('list_feedback')
  assert.match(first.shortened, /continue with limit = \d+ and cursor/)
  const limit = first.data.length
  const ids: string[] = first.data.map(({ id }: Body) => id)
  for (let page = first; page.pagination.has_more;) {
    page = (await call('list_feedback', { limit, cursor: page.pagination.next_cursor })).structuredContent
    ids.push(...page.data.map(({ id }: Body) => id))
  }
  const { body } = await app.call(demo.key, 'GET', '/feedback/count')
  assert.deepEqual([new Set(ids).size, ids.length], [body.count, body.count])
  const short = await call('list_opportunities', { limit: 5 })
  const full = await call('list_opportunities', { limit: 5, detail: 'full' })
  const [before, after] = [full, short].map(({ structuredContent }) => tokensOf(structuredContent))
  assert.ok(after! < before! / 1.5, `${after} instead of ${before}`)
  const { body: whole } = await app.call(demo.key, 'GET', '/opportunities', { query: { limit: '5' } })
  assert.deepEqual(full.structuredContent, whole)
})

test('fields returns only these, of items, of a single result and of parts', async (t) => {
  const { call } = await connect(t)
  const { structuredContent: list } = await call('list_insights', { fields: ['id', 'themes.name'], limit: 3 })
  assert.deepEqual(Object.keys(list.data[0]), ['id', 'themes'])
  assert.deepEqual(Object.keys(list.data[0].themes[0]), ['name'])
  const [{ id }] = list.data
  const { structuredContent: one } = await call('get_insight', { insightId: id, fields: ['name', 'sentiment'] })
  assert.deepEqual(Object.keys(one), ['name', 'sentiment'])
  const unknown = await call('list_insights', { fields: ['id', 'nonsense'] })
  assert.ok(unknown.isError)
  assert.match(String((unknown.content[0] as Body).text), /fields has no nonsense; there are id, name/)
  const wrong = await call('list_insights', { detail: 'long' })
  assert.match(String((wrong.content[0] as Body).text), /detail must be short or full/)
  const lines = await call('list_points', { fields: ['id'], limit: 2 })
  assert.match(String((lines.content[0] as Body).text), /does not apply to this list/)
})
