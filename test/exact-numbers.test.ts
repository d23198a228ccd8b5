import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Connected, deliver } from './integrations/deliver.ts'
import { app, call, org, useTestServer } from './test-server.ts'

/* Numbers beyond 2^53 lose digits when JSON is parsed: they are refused, or kept as text where nobody can be asked. */

useTestServer()

const beyond = ['9007199254740993', '-9007199254740992', '1e300']
const send = (path: string, rawBody: string, headers: Record<string, string> = {}) =>
  app.call(org.admin.key, 'POST', path, { rawBody, headers })

test('JSON refuses them with the path of the field, wherever it is free', async () => {
  const bodies = (number: string): [string, string, string][] => [
    ['/contacts', `{"email":"a@example.com","attributes":{"account":${number}}}`, 'body.attributes.account'],
    ['/feedback', `{"content":"x","metadata":{"a":[1,{"b":${number}}]}}`, 'body.metadata.a[1].b'],
    ['/feedback/bulk', `{"items":[{"content":"x","metadata":{"a":${number}}}]}`, 'body.items[0].metadata.a'],
    ['/support/custom/tickets', `{"custom_fields":{"n":${number}}}`, 'body.custom_fields.n'],
  ]
  for (const number of beyond)
    for (const [path, body, field] of bodies(number)) {
      const reply = await send(path, body, { 'idempotency-key': `${path}${number}` })
      assert.equal(reply.status, 400, `${path} ${number}: ${reply.text}`)
      assert.deepEqual(
        [reply.body.error.code, reply.body.error.details[0].path],
        ['VALIDATION_ERROR', field],
        reply.text,
      )
    }
  assert.equal((await call('GET', '/feedback')).body.data.length, 0)
})

test('a line of NDJSON with one fails by itself', async () => {
  const lines = `{"content":"good"}\n{"content":"bad","metadata":{"n":${beyond[0]}}}`
  const { body } = await send('/feedback/bulk', lines, { 'content-type': 'application/x-ndjson' })
  assert.deepEqual([body.summary.created, body.summary.failed], [1, 1])
  assert.match(JSON.stringify(body), /body\.items\.1\.metadata\.n/)
})

test('a tool call over MCP is refused too', async () => {
  const response = await fetch(`${app.baseUrl}/mcp?mode=write`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${org.admin.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body:
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_feedback","arguments":' +
      `{"content":"x","metadata":{"n":${beyond[0]}}}}}`,
  })
  assert.equal(response.status, 400)
  assert.match(await response.text(), /arguments\.metadata\.n/)
})

test('the largest exact numbers are stored and returned as they were sent', async () => {
  for (const number of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0.1, 1e-7, 123456789012.345]) {
    const reply = await call('POST', '/contacts', { email: 'b@example.com', attributes: { n: number } })
    assert.ok(reply.status < 300, reply.text)
    assert.match(reply.text, new RegExp(`"n": ?${String(number).replace('.', '\\.')}[,}]`))
  }
})

test('a webhook keeps them as text, with all their digits', async () => {
  const { body: integration } = await call('POST', '/integrations', {
    provider: 'generic',
    name: 'Numbers',
    mapping: {
      record: 'feedback',
      fields: { content: '$.text', external_id: '$.id', 'metadata.account': '$.account' },
    },
  })
  const payload = `{"id":"n-1","text":"The export is slow","account":${beyond[0]}}`
  const reply = await deliver(app, integration as Connected, 'generic', null, { body: payload })
  assert.equal(reply.status, 202, reply.text)
  const { body } = await call('GET', '/feedback')
  const { body: item } = await call('GET', `/feedback/${body.data[0].id}`)
  assert.deepEqual(item.metadata, { account: beyond[0] })
})
