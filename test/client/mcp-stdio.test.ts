import assert from 'node:assert/strict'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { openBackend } from './backend.ts'

const entry = fileURLToPath(new URL('mcp-stdio-entry.ts', import.meta.url))
const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'

async function open(t: TestContext, baseUrl: string, write: 'yes' | 'no') {
  const client = new Client({ name: 'test', version: '1' })
  const env = { ...process.env, TEST_URL: baseUrl, TEST_KEY: 'secret', TEST_WRITE: write } as Record<string, string>
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry], env }))
  t.after(() => client.close())
  return client
}

test('a client on stdin lists and calls the tools with the configured key', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: { id } }))
  const client = await open(t, baseUrl, 'no')
  const { tools } = await client.listTools()
  const isProposal = (name: string) => name === 'create_change_set'
  assert(tools.some(({ name }) => name === 'list_themes'))
  assert(tools.every(({ name, annotations }) => annotations?.readOnlyHint || isProposal(name)))
  const result = await client.callTool({ name: 'get_theme', arguments: { themeId: id } })
  assert.deepEqual(result.structuredContent, { id })
  assert.equal(heard[0]!.headers.authorization, 'Bearer secret')
})

test('the idempotency key of a write contains the session and the request id', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: { id } }))
  const one = await open(t, baseUrl, 'yes')
  const other = await open(t, baseUrl, 'yes')
  await one.callTool({ name: 'create_theme', arguments: { name: 'x' } })
  await one.callTool({ name: 'create_theme', arguments: { name: 'x' } })
  await other.callTool({ name: 'create_theme', arguments: { name: 'x' } })
  const [first, second, third] = heard.map(({ headers }) =>
    /^mcp-([0-9a-f-]{36})-(\d+)$/.exec(String(headers['idempotency-key']))!,
  )
  assert.equal(first![1], second![1])
  assert.notEqual(first![2], second![2])
  assert.notEqual(first![1], third![1])
})

test('a request with a number that would be changed is answered with the path of its field', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: { id } }))
  const env = { ...process.env, TEST_URL: baseUrl, TEST_KEY: 'secret', TEST_WRITE: 'yes' }
  const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'inherit'], env })
  t.after(() => child.kill())
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (message: string) => {
    // In two pieces, as a long message arrives.
    child.stdin.write(message.slice(0, 20))
    child.stdin.write(`${message.slice(20)}\n`)
    return JSON.parse((await answers.next()).value as string)
  }
  const call = (n: number, text: string) =>
    ask(
      `{"jsonrpc":"2.0","id":${n},"method":"tools/call","params":{"name":"update_contact","arguments":` +
        `{"contactId":"${id}","name":"Strauß","attributes":{"n":${text}}}}}`,
    )
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  await ask(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }))
  for (const [n, text] of ['4503599627370496.3', '1e-400', '9007199254740993'].entries()) {
    const refused = await call(n + 1, text)
    assert.deepEqual([refused.id, refused.error.code], [n + 1, -32602])
    assert.match(refused.error.message, /^message\.params\.arguments\.attributes\.n is a number/)
  }
  assert.equal(heard.length, 0)
  const kept = await call(4, '0.1')
  assert.equal(kept.id, 4, JSON.stringify(kept))
  assert.deepEqual(heard[0]!.body, { name: 'Strauß', attributes: { n: 0.1 } })
})

test('the server exits at the end of stdin', { timeout: 180_000 }, async () => {
  const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})
