import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter, defaultLimits } from '#api/pipeline/rate-limits.ts'
import { startTestApp } from '../test-app.ts'
import { app, org, useTestServer } from '../test-server.ts'

const limits = {
  ...defaultLimits,
  mcp: { perSecond: 0.001, burst: 30 },
  'bad-auth': { perSecond: 0.001, burst: 1000 },
}
useTestServer({ rates: { limits, limiter: createLimiter(limits) } })

const message = (id: number, method = 'tools/list') => ({ jsonrpc: '2.0', id, method, params: {} })

async function post(key: string | null, body: unknown, { url = app.baseUrl, text = JSON.stringify(body) } = {}) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    body: text,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('every method of /mcp needs a valid key, before the body is read', async () => {
  for (const method of ['tools/list', 'prompts/list', 'initialize', 'ping']) {
    const reply = await post('nonsense', message(1, method))
    assert.equal(reply.status, 401, method)
    assert.equal(JSON.parse(reply.text).error.code, 'INVALID_API_KEY')
    assert.equal(
      reply.headers.get('www-authenticate'),
      'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp", scope="read write"',
    )
  }
  assert.equal((await post(null, message(1))).status, 401)
  assert.equal((await post('nonsense', null, { text: '{ not json' })).status, 401)
  assert.equal((await fetch(`${app.baseUrl}/mcp`)).status, 401)
  const off = await app.org({ apiEnabled: false })
  assert.equal(JSON.parse((await post(off.admin.key, message(1))).text).error.code, 'API_DISABLED')
  const reply = await post(org.admin.key, message(1))
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('www-authenticate'), null)
})

test('failed authentication at /mcp is limited by address', async (t) => {
  const strictLimits = { ...defaultLimits, 'bad-auth': { perSecond: 0.001, burst: 3 } }
  const strict = await startTestApp({ rates: { limits: strictLimits, limiter: createLimiter(strictLimits) } })
  t.after(() => strict.close())
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await post('nonsense', message(1), { url: strict.baseUrl })).status)
  assert.deepEqual(statuses, [401, 401, 401, 429, 429])
})

test('a batch has few messages, lists the tools once, and each message is counted', async () => {
  const batch = (size: number, method: string) => Array.from({ length: size }, (_, i) => message(i + 1, method))
  const large = await post(org.admin.key, batch(11, 'ping'))
  assert.equal(large.status, 400)
  assert.match(JSON.parse(large.text).error.message, /at most 10 messages/)
  const lists = await post(org.admin.key, batch(2, 'tools/list'))
  assert.equal(lists.status, 400)
  assert.match(JSON.parse(lists.text).error.message, /tools once/)

  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await post(org.member.key, batch(9, 'ping'))).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  const single = []
  for (let i = 0; i < 4; i++) single.push(await post(org.member.key, message(1, 'ping')))
  assert.deepEqual(
    single.map(({ status }) => status),
    [200, 200, 429, 429],
  )
  assert.ok(Number(single[3]!.headers.get('retry-after')) >= 1)
})

test('the list of tools is a complete JSON-RPC response with the id of its request', async () => {
  for (const id of [7, 'seven']) {
    const reply = await post(org.admin.key, { ...message(0), id })
    assert.match(reply.headers.get('content-type')!, /^application\/json/)
    const { jsonrpc, id: answered, result } = JSON.parse(reply.text)
    assert.deepEqual([jsonrpc, answered], ['2.0', id])
    assert.ok(result.tools.length > 0)
  }
})
