import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '#config/read.ts'
import { type Running, startRole } from '#serve/role.ts'
import { startReceiver, closeReceivers } from '../account/receiver.ts'
import { waitFor } from '../wait-for.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

/* The complete product with an OpenTelemetry collector. */

type Value = { stringValue?: string; intValue?: string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

let app: TestApp
let org: Org
let running: Running
let status = 200
const warnings: string[] = []
const log = {
  info() {},
  warn: (fields: object, message: string) => void warnings.push(message + JSON.stringify(fields)),
  error: (fields: object, message: string) => void warnings.push(message + JSON.stringify(fields)),
}
let collector: Awaited<ReturnType<typeof startReceiver>>
let other: Awaited<ReturnType<typeof startReceiver>>
before(async () => {
  app = await startTestApp()
  org = await app.org()
  collector = await startReceiver(() => status)
  other = await startReceiver()
  const config = readConfig({
    REGION: 'eu',
    PORT: '0',
    HOST: '127.0.0.1',
    DRAIN_SECONDS: '0',
    EMBEDDINGS: 'static',
    RATE_LIMITS: 'off',
    SECRET_KEY: app.secret,
    ALLOW_PRIVATE_NETWORK_TARGETS: '127.0.0.0/8',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url.replace(/\/$/, '')}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Tenant=one,authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'feedback',
  })
  running = await startRole(config, app.connection, 'all', log)
})
after(async () => {
  await running.stop()
  await closeReceivers()
  await app.close()
})

const bodies = () =>
  collector.received.map(
    ({ body }) =>
      JSON.parse(body) as {
        resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
      },
  )
const spans = () =>
  bodies().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const of = (span: Span) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
const call = (
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
) =>
  fetch(`http://127.0.0.1:${running.port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${org.admin.key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const waitForSpan = (find: () => Span | undefined) =>
  waitFor(
    () =>
      `a span; received: ${spans()
        .map((span) => span.name)
        .join(', ')}`,
    find,
    15_000,
  )

const trace = 'a'.repeat(31) + '1'
const parent = (id: string, flags = '01') => ({ traceparent: `00-${id}-00f067aa0ba902b7-${flags}` })

test('a request continues the trace of its caller, with its SQL statements but no values', async () => {
  assert.equal((await call('GET', '/themes?q=sesame&limit=3', { headers: parent(trace) })).status, 200)
  const server = await waitForSpan(() => spans().find((span) => span.traceId === trace && span.kind === 2))
  assert.deepEqual([server.name, server.parentSpanId, server.status], ['GET /api/v1/themes', '00f067aa0ba902b7', {}])
  assert.equal(of(server)['http.response.status_code'], 200)
  const statements = spans().filter((span) => span.traceId === trace && span.kind === 3)
  assert.ok(statements.length >= 1)
  for (const one of statements) {
    assert.equal(one.parentSpanId, server.spanId)
    assert.ok(
      BigInt(one.startTimeUnixNano) >= BigInt(server.startTimeUnixNano) &&
        BigInt(one.endTimeUnixNano) <= BigInt(server.endTimeUnixNano),
    )
    assert.match(String(of(one)['db.query.text']), /select/)
  }
  assert.ok(Math.abs(Number(BigInt(server.startTimeUnixNano) / 1_000_000n) - Date.now()) < 60_000)
  const { headers, body } = collector.received[0]!
  assert.deepEqual(
    [headers['content-type'], headers['x-tenant'], headers.authorization],
    ['application/json', 'one', 'Bearer abc'],
  )
  assert.ok(body.includes('"stringValue":"feedback"'))
})

test('a late request body belongs to the trace of its request', async () => {
  const id = 'b'.repeat(32)
  assert.equal(
    (
      await call('POST', '/feedback', {
        body: { content: 'Traced '.repeat(5000), source: 'slack', analyze: false },
        headers: parent(id),
      })
    ).status,
    201,
  )
  const server = await waitForSpan(() => spans().find((span) => span.traceId === id && span.kind === 2))
  assert.ok(
    spans().some(
      (span) => span.parentSpanId === server.spanId && /insert into feedback/.test(String(of(span)['db.query.text'])),
    ),
  )
})

test('outbound requests carry the trace context', async () => {
  const id = 'c'.repeat(32)
  const { id: hook } = (await (
    await call('POST', '/webhooks', { body: { url: other.url, events: ['theme.created'] } })
  ).json()) as { id: string }
  await call('POST', `/webhooks/${hook}/test`, { body: {}, headers: parent(id) })
  assert.match(
    other.received.find(({ headers }) => headers.traceparent)!.headers.traceparent!,
    new RegExp(`^00-${id}-[0-9a-f]{16}-01$`),
  )
})

test('a job has its own trace', async () => {
  await call('POST', '/feedback', { body: { content: 'The export is slow and fails.', source: 'slack' } })
  const job = await waitForSpan(() => spans().find((span) => span.name === 'job feedback_analysis'))
  assert.deepEqual([job.kind, job.parentSpanId, of(job)], [5, undefined, { 'earshot.job.type': 'feedback_analysis' }])
  assert.ok(spans().some((span) => span.parentSpanId === job.spanId && span.kind === 3))
})

test('unsampled traces are not exported, and an invalid traceparent starts a new trace', async () => {
  const silent = 'd'.repeat(32)
  await call('GET', '/segments', { headers: parent(silent, '00') })
  for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `01-${trace}-00f067aa0ba902b7-01`])
    await call('GET', '/categories', { headers: { traceparent } })
  await waitForSpan(() => spans().filter((span) => span.name === 'GET /api/v1/categories')[2])
  assert.ok(!spans().some((span) => span.traceId === silent))
  const found = spans().filter((span) => span.name === 'GET /api/v1/categories')
  assert.deepEqual(
    [new Set(found.map(({ traceId }) => traceId)).size, found.map(({ parentSpanId }) => parentSpanId)],
    [3, [undefined, undefined, undefined]],
  )
})

test('spans contain no secrets or values, and a failing collector affects nothing else', async () => {
  const all = collector.received.map(({ body }) => body).join()
  for (const secret of [org.admin.key, org.id, 'sesame', 'Traced', 'slow and fails'])
    assert.ok(!all.includes(secret), secret)
  status = 503
  const before = collector.received.length
  for (let n = 0; n < 5; n++) assert.equal((await call('GET', '/themes')).status, 200)
  await waitFor('the failed export', () => collector.received.length > before && warnings.length > 0, 180_000)
  assert.deepEqual(warnings, ['trace export failed{"error":"the collector answered 503"}'])
})
