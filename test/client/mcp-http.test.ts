import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { operationsOf } from '#client/fields.ts'
import { publicInventory } from '#contract/index.ts'
import { handleMcp, type HttpOptions } from '#mcp/http.ts'
import { type Heard, openBackend, refusal, type Reply, type Script } from './backend.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'

/** Mounts the handler on a real HTTP server. */
async function mount(t: TestContext, options: HttpOptions): Promise<URL> {
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = request.method === 'POST' ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}
    const answer = await handleMcp(
      new Request(`http://localhost${request.url}`, { method: request.method!, headers, ...body }),
      options,
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void (server.closeAllConnections(), server.close()))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
}

type Options = Partial<HttpOptions> & { mode?: string; toolsets?: string; headers?: Record<string, string> }

async function open(t: TestContext, script: Script, { mode, toolsets, headers, ...options }: Options = {}) {
  const backend = await openBackend(t, script)
  const url = await mount(t, { baseUrl: backend.baseUrl, ...options })
  if (mode) url.searchParams.set('mode', mode)
  if (toolsets) url.searchParams.set('toolsets', toolsets)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: headers ?? { authorization: 'Bearer secret' } } }),
  )
  t.after(() => client.close())
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args }) as Promise<CallToolResult>
  return { client, call, heard: backend.heard }
}
const textOf = ({ content }: CallToolResult) => (content[0] as { text: string }).text

test('GET and DELETE are 405: there are no streams and no sessions', async (t) => {
  const url = await mount(t, { baseUrl: 'http://127.0.0.1:9' })
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(url, { method, headers: { 'x-api-key': 'secret', accept: 'text/event-stream' } })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'POST')
  }
})

test('only read tools and proposals are listed, unless the URL requests write mode and the server allows it', async (t) => {
  /** search_tools and call_operation */
  const searchAndCall = 2
  const isListed = ({ id, route }: { id: string; route: { method: string } }) =>
    route.method === 'GET' || id === 'createChangeSet' || id === 'proposeGrouping'
  const reads = operationsOf(publicInventory).filter(isListed).length
  const all = operationsOf(publicInventory).length
  assert(reads > 0 && reads < all)
  const toolsets = 'all'
  const cases = [
    [{ toolsets }, reads],
    [{ toolsets, mode: 'write' }, all],
    [{ toolsets, mode: 'read' }, reads],
    [{ toolsets, mode: 'write', write: false }, reads],
  ] as const
  for (const [options, count] of cases) {
    const { client } = await open(t, [], options)
    const { tools } = await client.listTools()
    assert.equal(tools.length, count + searchAndCall, JSON.stringify(options))
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
    if (count === reads) assert.deepEqual(writing, ['propose_grouping', 'create_change_set'])
  }
})

test('a tool call calls the API with the caller’s key and returns data and text', async (t) => {
  const answer = { data: [{ id }], pagination: { next_cursor: null, has_more: false } }
  const { call, heard } = await open(t, () => ({ body: answer }))
  const result = await call('list_themes', { limit: 5, q: 'export' })
  assert.equal(heard[0]!.url, '/api/v1/themes?limit=5&q=export')
  assert.equal(heard[0]!.headers.authorization, 'Bearer secret')
  assert.deepEqual(result.structuredContent, answer)
  assert.deepEqual(JSON.parse(textOf(result)), answer)
  assert.equal(result.isError, undefined)
})

test('a key in X-API-Key is forwarded in the same header', async (t) => {
  const { call, heard } = await open(t, () => ({ body: {} }), { headers: { 'x-api-key': 'secret' } })
  await call('get_me')
  assert.equal(heard[0]!.headers['x-api-key'], 'secret')
  assert.equal(heard[0]!.headers.authorization, undefined)
})

test('a write tool is rejected in a read-only connection, and nothing is sent to the API', async (t) => {
  const { call, heard } = await open(t, [])
  const result = await call('create_theme', { name: 'x' })
  assert.equal(result.isError, true)
  assert.match(textOf(result), /^SCOPE_NOT_ALLOWED: /)
  assert.equal(heard.length, 0)
})

test('two writes without a session never share an idempotency key', async (t) => {
  const { call, heard } = await open(t, () => ({ body: { id } }), { mode: 'write' })
  await call('create_theme', { name: 'x' })
  await call('create_theme', { name: 'x' })
  const keys = heard.map(({ headers }) => headers['idempotency-key'])
  assert.equal(new Set(keys).size, 2)
  assert(keys.every((key) => typeof key === 'string' && key.length > 16))
})

test('an API error is a tool result with code, message and details', async (t) => {
  const details = [{ path: 'body.name', message: 'is required' }]
  const invalid = refusal(400, 'VALIDATION_ERROR', { error: { details }, headers: { 'x-request-id': 'r-1' } })
  const { call } = await open(t, [invalid], { mode: 'write' })
  const result = await call('create_theme', {})
  assert.equal(result.isError, true)
  assert.equal(textOf(result), 'VALIDATION_ERROR: it is VALIDATION_ERROR\nbody.name: is required')
  const error = { code: 'VALIDATION_ERROR', message: 'it is VALIDATION_ERROR', details, request_id: 'r-1' }
  assert.deepEqual(result.structuredContent, { error })
})

test('an invalid id is rejected locally, and an unknown tool is a protocol error', async (t) => {
  const { call, heard } = await open(t, [])
  assert.match(textOf(await call('get_theme', {})), /^BAD_REQUEST: themeId is missing/)
  await assert.rejects(call('burn_everything'), /There is no tool burn_everything/)
  assert.equal(heard.length, 0)
})

test('a page that is too long is requested again with fewer items, and its cursor skips none', async (t) => {
  const list = (request: Heard): Reply => {
    const query = new URL(request.url, 'http://x').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const limit = Number(query.get('limit') ?? 50)
    const data = Array.from({ length: Math.min(limit, 50 - from) }, (_, n) => ({
      id: `${from + n}`,
      notes: 'x'.repeat(300),
    }))
    const has_more = from + limit < 50
    return { body: { data, pagination: { next_cursor: has_more ? String(from + limit) : null, has_more } } }
  }
  const { call } = await open(t, list, { maxCharacters: 5000 })
  const seen: string[] = []
  let cursor: string | null | undefined
  for (let calls = 0; cursor !== null && calls < 10; calls++) {
    const result = await call('list_themes', cursor ? { cursor } : {})
    assert(textOf(result).length <= 5000)
    const page = result.structuredContent as {
      data: { id: string }[]
      pagination: { next_cursor: string | null }
      shortened?: string
    }
    const note =
      /^Shortened to 5000 characters: data \(\d+ of 50 items\)\. .*limit = \d+ and cursor = pagination\.next_cursor/
    if (calls === 0) assert.match(page.shortened!, note)
    seen.push(...page.data.map((theme) => theme.id))
    cursor = page.pagination.next_cursor
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 50 }, (_, n) => String(n)),
  )
})

test('a long object is shortened and says where', async (t) => {
  const { call } = await open(t, [{ body: { id, name: 'x', notes: 'y'.repeat(20_000) } }], { maxCharacters: 5000 })
  const result = await call('get_theme', { themeId: id })
  const answer = result.structuredContent as { id: string; shortened: string }
  assert(textOf(result).length <= 5000)
  assert.equal(answer.id, id)
  assert.match(answer.shortened, /notes \(\d+ of 20000 characters\)/)
})

test('a disconnected caller aborts the call to the API', { timeout: 180_000 }, async () => {
  const leave = new AbortController()
  let ended = false
  const fetch = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init!.signal!.addEventListener('abort', () => ((ended = true), reject(init!.signal!.reason)))
      leave.abort()
    })
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_me', arguments: {} },
  })
  const headers = {
    authorization: 'Bearer secret',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const request = new Request('http://localhost/mcp', { method: 'POST', body, headers, signal: leave.signal })
  const response = await handleMcp(request, { baseUrl: 'http://localhost', fetch })
  assert.equal(response.status, 499)
  assert.equal(ended, true)
})
