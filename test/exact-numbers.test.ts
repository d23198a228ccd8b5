import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { typedNumber } from '#web/pages/segments/typed-number.ts'
import { isExactNumber } from '#contract/core/exact-number.ts'
import { type Connected, deliver } from './integrations/deliver.ts'
import { app, call, org, useTestServer } from './test-server.ts'

/* Numbers that lose digits when JSON is parsed are refused, or kept as text where nobody can be asked. */

useTestServer()

const beyond = ['9007199254740993', '-9007199254740992', '1e300']
const inexact = ['4503599627370496.3', '1e-400', '3.14159265358979323846', '-0.10000000000000000001', '1e400']
const send = (path: string, rawBody: string, headers: Record<string, string> = {}) =>
  app.call(org.admin.key, 'POST', path, { rawBody, headers })

test('JSON refuses them with the path of the field, wherever it is free', async () => {
  const bodies = (number: string): [string, string, string][] => [
    ['/contacts', `{"email":"a@example.com","attributes":{"account":${number}}}`, 'body.attributes.account'],
    ['/feedback', `{"content":"x","metadata":{"a":[1,{"b":${number}}]}}`, 'body.metadata.a[1].b'],
    ['/feedback/bulk', `{"items":[{"content":"x","metadata":{"a":${number}}}]}`, 'body.items[0].metadata.a'],
    ['/support/custom/tickets', `{"custom_fields":{"n":${number}}}`, 'body.custom_fields.n'],
  ]
  for (const number of [...beyond, ...inexact])
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
  const lines = `{"content":"good"}\n{"content":"bad","metadata":{"n":${inexact[0]}}}`
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
      `{"content":"x","metadata":{"n":${inexact[1]}}}}}`,
  })
  assert.equal(response.status, 400)
  assert.match(await response.text(), /arguments\.metadata\.n/)
})

/** The value of a decimal as a fraction of powers of ten, written so that equal values are equal texts. */
function valueOf(literal: string): string {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal)!
  let [digits, exponent] = [BigInt(whole! + fraction), Number(power) - fraction.length]
  if (digits === 0n) return '0'
  for (; digits % 10n === 0n; exponent++) digits /= 10n
  return `${sign}${digits}e${exponent}`
}

const anyDigits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 20 })
const literals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
    fc.option(anyDigits, { nil: undefined }),
    fc.option(fc.integer({ min: -420, max: 420 }), { nil: undefined }),
  )
  .map(([negative, whole, fraction, power]) =>
    [
      negative ? '-' : '',
      whole,
      fraction === undefined ? '' : `.${fraction}`,
      power === undefined ? '' : `e${power}`,
    ].join(''),
  )

test('a number is exact if its double is written with the same value, and numbers of 15 digits always are', () => {
  fc.assert(
    fc.property(literals, (literal) => {
      const value = Number(literal)
      assert.equal(
        isExactNumber(literal),
        Number.isFinite(value) && valueOf(String(value)) === valueOf(literal),
        literal,
      )
    }),
    { numRuns: 3000 },
  )
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => isExactNumber(String(value))),
    { numRuns: 3000 },
  )
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
      fc.integer({ min: -290, max: 290 }),
      (n, power) => isExactNumber(`${n}e${power}`),
    ),
    { numRuns: 3000 },
  )
  for (const literal of ['0.1', '1.10', '1e2', '-0', '0.0', '0e-400', '1E+2', '100000000000000000000', '5e-324'])
    assert.ok(isExactNumber(literal), literal)
  for (const literal of [...inexact, '2.5e-324', '9007199254740993', '0.1000000000000000055511151231257827'])
    assert.ok(!isExactNumber(literal), literal)
})

test('every number is returned with the value that was sent, or refused with the path of its field', async () => {
  let [kept, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(literals, { minLength: 1, maxLength: 5 }), async (numbers) => {
      for (const number of [
        ...numbers,
        ...numbers.map((one) => String(Number(one))).filter((one) => one !== 'Infinity' && one !== '-Infinity'),
      ]) {
        const body = `{"email":"n@example.com","attributes":{"n":${number}}}`
        const reply = await send('/contacts', body)
        if (reply.status === 400) {
          assert.equal(reply.body.error.details[0].path, 'body.attributes.n', reply.text)
          refused++
          continue
        }
        const answered = /"n": ?(-?[\d.eE+-]+)/.exec(reply.text)![1]!
        assert.equal(valueOf(answered), valueOf(number), reply.text)
        kept++
      }
    }),
    { numRuns: 15 },
  )
  assert.ok(kept > 0 && refused > 0, `${kept} kept, ${refused} refused`)
})

test('common ways to write a number are stored and returned with their value', async () => {
  for (const number of [
    '9007199254740991',
    '-9007199254740991',
    '0.1',
    '1.10',
    '1e2',
    '1e-7',
    '-0',
    '123456789012.345',
  ]) {
    const reply = await send('/contacts', `{"email":"b@example.com","attributes":{"n":${number}}}`)
    assert.ok(reply.status < 300, reply.text)
    assert.equal(reply.body.attributes.n + 0, Number(number) + 0)
  }
})

test('a number of the query has to be exact', async () => {
  const { status, body } = await call('GET', '/opportunities', undefined, { min_impact: '50.00000000000000000001' })
  assert.deepEqual([status, body.error.details[0].path], [400, 'query.min_impact'])
  assert.equal((await call('GET', '/opportunities', undefined, { min_impact: '50.10' })).status, 200)
})

test('a number typed into a condition of the web app stays text if it would lose digits', () => {
  for (const number of [beyond[0]!, ...inexact]) assert.equal(typedNumber(number), undefined, number)
  assert.deepEqual(['0.10', ' 42 ', 'enterprise', ' '].map(typedNumber), [0.1, 42, undefined, undefined])
})

test('a webhook keeps them as text, with all their digits', async () => {
  const { body: integration } = await call('POST', '/integrations', {
    provider: 'generic',
    name: 'Numbers',
    mapping: {
      record: 'feedback',
      fields: { content: '$.text', external_id: '$.id', 'metadata.account': '$.account', 'metadata.price': '$.price' },
    },
  })
  const others = inexact.map((number, n) => `"other${n}":${number}`).join()
  const payload = `{"id":"n-1","text":"The export is slow","account":${beyond[0]},"price":${inexact[0]},${others}}`
  const reply = await deliver(app, integration as Connected, 'generic', null, { body: payload })
  assert.equal(reply.status, 202, reply.text)
  const { body } = await call('GET', '/feedback')
  const { body: item } = await call('GET', `/feedback/${body.data[0].id}`)
  assert.deepEqual(item.metadata, { account: beyond[0], price: inexact[0] })
})

test('a webhook of many fields is logged as too large, without being read', async () => {
  const { body: integration } = await call('POST', '/integrations', {
    provider: 'generic',
    name: 'Many fields',
    mapping: { record: 'feedback', fields: { content: '$.text', external_id: '$.id' } },
  })
  const payload = { id: 'n-2', text: 'x', ...Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`k${i}`, i])) }
  const reply = await deliver(app, integration as Connected, 'generic', null, { body: JSON.stringify(payload) })
  assert.deepEqual([reply.status, reply.body.status, reply.body.reason], [202, 'rejected', 'too_large'], reply.text)
})
