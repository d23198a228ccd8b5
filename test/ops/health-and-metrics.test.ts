import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, serveMetrics } from '#api/ops/metrics.ts'
import { assembleServer } from '#serve/assemble-server.ts'
import { createLog } from '#serve/log.ts'
import { sql } from '#store/sql.ts'
import { startHeartbeat } from '#worker/heartbeat.ts'
import { startTestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

test('readiness reports database, schema and worker; a worker is required only on request', async () => {
  const app = await startTestApp()
  const ready = async (query = '') => {
    const response = await fetch(`${app.baseUrl}/readyz${query}`)
    return { status: response.status, ...((await response.json()) as any) }
  }
  assert.deepEqual(await ready(), { status: 'ready', checks: { database: 'ok', migrations: 'ok', worker: 'missing' } })
  assert.equal((await fetch(`${app.baseUrl}/readyz?worker=required`)).status, 503)
  const heartbeat = startHeartbeat(app.store, { info() {}, warn() {}, error() {} })
  await waitFor('the first heartbeat of the worker', async () => (await ready()).checks.worker === 'ok')
  assert.equal((await fetch(`${app.baseUrl}/readyz?worker=required`)).status, 200)
  await heartbeat.stop()
  assert.equal((await ready()).checks.worker, 'missing')
  await app.store.run(sql`insert into schema_migration (name, checksum) values ('9999_future.sql', 'x')`)
  assert.equal((await ready()).checks.migrations, 'ahead')
  await app.store.run(sql`delete from schema_migration where name in ('9999_future.sql', '0010_competitors.sql')`)
  assert.deepEqual([(await fetch(`${app.baseUrl}/readyz`)).status, (await ready()).checks.migrations], [503, 'behind'])
  assert.equal((await fetch(`${app.baseUrl}/healthz`)).status, 200)
  await app.close()
})

test('answers tell browsers to stay with TLS, where there is TLS', async () => {
  const app = await startTestApp()
  const { store, secret, settings } = app
  for (const [publicUrl, expected] of [
    ['https://feedback.example.com', 'max-age=31536000'],
    ['http://localhost:3000', null],
  ] as const) {
    const options = { store, secret, settings: { ...settings, publicUrl }, version: 'test', rates: null }
    const server = assembleServer({ ...options, logRequests: false, log: createLog('error', () => {}) })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    for (const path of ['/healthz', '/api/v1/themes', '/nowhere'])
      assert.equal((await fetch(url + path)).headers.get('strict-transport-security'), expected, path)
    await server.close()
  }
  await app.close()
})

test('health checks answer HEAD with the status and length of GET, and no body', async () => {
  const app = await startTestApp()
  for (const path of ['/healthz', '/readyz', '/readyz?worker=required']) {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(app.baseUrl + path, { method })))
    const body = await get!.text()
    assert.deepEqual([head!.status, head!.headers.get('content-length')], [get!.status, String(body.length)], path)
    assert.equal(await head!.text(), '')
  }
  await app.close()
})

test('metrics require the token, count requests by route and contain no ids', async () => {
  const app = await startTestApp()
  const org = await app.org()
  const metrics = createMetrics(app.store)
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const server = assembleServer({
    store: app.store,
    secret: app.secret,
    settings: app.settings,
    version: 'test',
    rates: null,
    log,
    logRequests: true,
    metrics: { metrics, token: 'a-long-enough-token' },
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  assert.equal((await fetch(`${app.baseUrl}/metrics`)).status, 404)
  for (const token of ['', 'Bearer wrong', `Bearer ${org.admin.key}`])
    assert.equal((await fetch(`${url}/metrics`, { headers: { authorization: token } })).status, 401)
  const key = { authorization: `Bearer ${org.admin.key}` }
  for (let n = 0; n < 20; n++) await fetch(`${url}/api/v1/themes/${crypto.randomUUID()}`, { headers: key })
  await fetch(`${url}/api/v1/themes?q=${org.admin.key}`, { headers: key })
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer a-long-enough-token' } })
  ).text()
  assert.match(
    text,
    /earshot_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/themes\/:themeId",status="4xx"\} 20/,
  )
  for (const name of [
    'earshot_jobs{status="queued"}',
    'earshot_webhook_deliveries{status="pending"}',
    'earshot_database_connections{state="total"}',
    'earshot_database_up 1',
    'process_resident_memory_bytes',
  ])
    assert.ok(text.includes(name), name)
  assert.ok(!/[0-9a-f]{8}-[0-9a-f]{4}/.test(text) && !text.includes(org.id))
  const own = await serveMetrics(metrics, '127.0.0.1', 0)
  assert.equal((await fetch(`http://127.0.0.1:${own.port}/metrics`)).status, 200)
  await own.stop()
  const logged = lines.map((line) => JSON.parse(line))
  assert.equal(logged.filter(({ route }) => route === '/api/v1/themes/:themeId').length, 20)
  assert.ok(logged.every(({ request, time, level }) => request && time && level === 'info'))
  assert.ok(!lines.join('').includes(org.admin.key))
  await server.close()
  await app.close()
})
