import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from '#store/sql.ts'
import { openBrowser, signedIn } from './account/browser.ts'
import { type Org, startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

const post = (rawBody: string | Uint8Array, headers = {}) =>
  app.call(org.admin.key, 'POST', '/themes', { rawBody, headers })

/** The raw response to bytes that no HTTP client would send. */
const raw = (bytes: string) =>
  new Promise<{ head: string; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(app.baseUrl)
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const done = () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ head, body })
    }
    socket
      .on('data', (chunk) => (text += chunk))
      .on('close', done)
      .on('error', reject)
    socket.setTimeout(12_000, () => socket.destroy())
  })

test('an unknown path is 404, another method 405 with Allow, all with the contract’s error body', async () => {
  const unknown = await app.call(org.admin.key, 'GET', '/nothing')
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'])
  for (const [method, path, allow] of [
    ['DELETE', '/themes', 'GET, POST'],
    ['POST', '/me', 'GET'],
    ['HEAD', '/me', 'GET'],
    ['OPTIONS', '/themes', 'GET, POST'],
    ['POST', '/openapi', 'GET'],
    ['HEAD', '/openapi', 'GET'],
  ] as const) {
    const response = await fetch(`${app.baseUrl}/api/v1${path}`, { method })
    assert.equal(response.status, 405, `${method} ${path}`)
    assert.equal(response.headers.get('allow'), allow)
    assert.ok(response.headers.get('x-request-id'))
  }
  for (const path of ['/%zz', '/themes/%ff', `/themes/${'x'.repeat(2000)}`, '/themes/', '//themes']) {
    const reply = await app.call(org.admin.key, 'GET', path)
    assert.ok([404, 414].includes(reply.status), `${path} ${reply.status}`)
    assert.ok(reply.body.error.code && reply.body.error.message)
  }
})

test('an invalid body is rejected before anything is written', async () => {
  const refused: [string, string | Uint8Array][] = [
    ['empty', ''],
    ['null', 'null'],
    ['array', '[]'],
    ['string', '"x"'],
    ['truncated', '{"name":"a"'],
    ['trailing', '{"name":"a"} x'],
    ['comment', '{/*x*/"name":"a"}'],
    ['NaN', '{"name":NaN}'],
    ['BOM', '\uFEFF{"name":"a"}'],
    ['duplicate keys', '{"name":"a","name":"b"}'],
    ['escaped duplicate keys', '{"name":"a","n\\u0061me":"b"}'],
    ['proto', '{"name":"a","__proto__":{"x":1}}'],
    ['escaped proto', '{"name":"a","\\u005f_proto__":{"x":1}}'],
    ['constructor', '{"name":"a","constructor":{"prototype":{}}}'],
    ['NUL', '{"name":"a\\u0000b"}'],
    ['lone surrogate', '{"name":"a\\ud800"}'],
    ['invalid UTF-8', Uint8Array.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')])],
    ['overlong form', Uint8Array.from([...Buffer.from('{"name":"'), 0xc0, 0x80, ...Buffer.from('"}')])],
    ['1e400', '{"name":1e400}'],
    ['depth 33', `{"name":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['depth 100000', '['.repeat(100_000)],
    ['control character', '{"name":"a\\u0007"}'],
    ['blank', '{"name":"   "}'],
    ['too long', JSON.stringify({ name: 'x'.repeat(201) })],
  ]
  const before = (await app.call(org.admin.key, 'GET', '/themes')).text
  for (const [what, body] of refused) {
    const reply = await post(body)
    assert.equal(reply.status, 400, `${what}: ${reply.text}`)
    assert.ok(['BAD_REQUEST', 'VALIDATION_ERROR'].includes(reply.body.error.code))
    if (what.startsWith('depth')) assert.match(reply.body.error.message, /nested deeper than 32 levels/)
  }
  assert.equal((await app.call(org.admin.key, 'GET', '/themes')).text, before)
  assert.equal(({} as { x?: number }).x, undefined)
})

test('text that looks dangerous is stored and returned as it was sent', async () => {
  for (const name of [
    "'; drop table theme; --",
    '%_\\',
    '<script>alert(1)</script>',
    '${7*7} {{x}}',
    'İßﬀ é é',
    '😀 \u202e rtl',
    '\uFEFFbom',
    '$1 $(id)',
  ]) {
    const reply = await post(JSON.stringify({ name }))
    assert.equal(reply.status, 201, reply.text)
    assert.equal(reply.body.name, name.trim())
    const found = await app.call(org.admin.key, 'GET', '/themes', { query: { q: name.trim() } })
    assert.ok(
      found.body.data.some((theme: { name: string }) => theme.name === name.trim()),
      name,
    )
  }
})

test('unsupported media types, content encodings and sizes are rejected with their own code', async () => {
  assert.equal((await post('{"name":"x"}', { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await post('name=x', { 'content-type': 'application/x-www-form-urlencoded' })).status, 415)
  for (const coding of ['gzip', 'br', 'identity'])
    assert.equal((await post('{"name":"x"}', { 'content-encoding': coding })).status, 415)
  const large = await post(JSON.stringify({ name: 'x', notes: 'y'.repeat(1024 * 1024) }))
  assert.deepEqual([large.status, large.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('requests that Node rejects have the same error body', async () => {
  const cases: [string, number, string][] = [
    ['GARBAGE\r\n\r\n', 400, 'BAD_REQUEST'],
    ['FOO /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    [`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    [
      'POST /api/v1/themes HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    ['POST /api/v1/themes HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/me HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/me HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/me HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ]
  for (const [bytes, status, code] of cases) {
    const { head, body } = await raw(bytes)
    assert.ok(head.startsWith(`HTTP/1.1 ${status}`), `${JSON.stringify(bytes.slice(0, 60))} → ${head.split('\r\n')[0]}`)
    assert.equal(JSON.parse(body).error.code, code)
    assert.match(head, /x-request-id: /i)
  }
})

test('a download is not sniffed, and nothing about a session is cached', async () => {
  const file = await fetch(`${app.baseUrl}/api/v1/csv-uploads/templates/feedback`, {
    headers: { authorization: `Bearer ${org.admin.key}`, accept: 'text/csv' },
  })
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment/, await file.text())
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
  const browser = await signedIn(app, org.admin)
  const answers = [
    await browser.app('GET', '/session'),
    await browser.auth('GET', '/get-session'),
    await openBrowser(app).app('GET', '/session'),
  ]
  for (const { headers } of answers) assert.equal(headers.get('cache-control'), 'no-store')
})

test('a client that sends headers or body too slowly gets 408 and is disconnected', async () => {
  Object.assign(app.server.server, app.clientTimeouts)
  const { head, body } = await raw('GET /api/v1/me HTTP/1.1\r\nHost: x\r\nA: b')
  assert.ok(head.startsWith('HTTP/1.1 408'), head)
  assert.equal(JSON.parse(body).error.code, 'REQUEST_TIMEOUT')
})

test('a request id is echoed when it is safe for logs and generated otherwise', async () => {
  assert.equal(
    (await app.call(null, 'GET', '/me', { headers: { 'x-request-id': 'my-id.1' } })).headers.get('x-request-id'),
    'my-id.1',
  )
  const made = (await app.call(null, 'GET', '/me', { headers: { 'x-request-id': 'x'.repeat(65) } })).headers.get(
    'x-request-id',
  )
  assert.match(made!, /^[0-9a-f]{12}-[0-9a-z]+$/)
})

test('query values are parsed strictly', async () => {
  const ask = async (query: string) => (await app.call(org.admin.key, 'GET', `/insights?${query}`)).status
  assert.equal(await ask('sentiment=NEGATIVE,NEUTRAL'), 200)
  assert.equal(await ask('sentiment=NEGATIVE&sentiment=NEUTRAL'), 200)
  for (const bad of [
    'sentiment=negative',
    'sentiment=',
    'theme_id=1',
    'theme_id[]=1',
    'unthemed=yes',
    'created_after=yesterday',
    'created_after=2026-02-30',
    'q=a',
    'q=%00ab',
    '__proto__[a]=1',
    'sort=name',
    'limit[]=5',
  ])
    assert.equal(await ask(bad), 400, bad)
})

test('overload and a busy database return 503 with Retry-After, and recover', async () => {
  const small = await startTestApp({ maxInFlight: { total: 4, perOrganization: 2 }, poolSize: 2 })
  const { admin } = await small.org()
  // All connections are taken until the first request is refused, so that requests pile up on any machine.
  const release = Promise.withResolvers<void>()
  const held = Array.from({ length: 2 }, () => small.store.transaction(() => release.promise))
  const sent = Array.from({ length: 40 }, () => small.call(admin.key, 'GET', '/insights'))
  assert.equal((await Promise.race(sent)).status, 503)
  release.resolve()
  await Promise.all(held)
  const replies = await Promise.all(sent)
  assert.ok(replies.every((reply) => reply.status === 200 || reply.status === 503))
  const refused = replies.filter((reply) => reply.status === 503)
  assert.ok(refused.length > 0)
  for (const reply of refused)
    assert.match(`${reply.headers.get('retry-after')} ${reply.body.error.code}`, /^[123] SERVICE_UNAVAILABLE$/)
  for (let i = 0; i < 10; i++) assert.equal((await small.call(admin.key, 'GET', '/insights')).status, 200)
  await small.close()
})

test('a lock timeout returns 503 with Retry-After and writes nothing', async () => {
  const hurried = await startTestApp({ session: { lock_timeout: '100ms' } })
  const { id: org, admin } = await hurried.org()
  const { body: theme } = await hurried.call(admin.key, 'POST', '/themes', { body: { name: 'Export' } })
  const rename = () => hurried.call(admin.key, 'PATCH', `/themes/${theme.id}`, { body: { name: 'Exports' } })
  const refused = await hurried.store.transaction(async (db) => {
    await db.run(sql`select 1 from theme where org_id = ${org} and id = ${theme.id} for update`)
    return rename()
  })
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), refused.body.error],
    [503, '1', { code: 'SERVICE_UNAVAILABLE', message: 'Concurrent changes to the same data; retry shortly.' }],
  )
  assert.equal((await hurried.call(admin.key, 'GET', `/themes/${theme.id}`)).body.name, 'Export')
  assert.equal((await rename()).status, 200)
  await hurried.close()
})
