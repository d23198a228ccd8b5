import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, serveMetrics } from '#api/ops/metrics.ts'
import { assemble } from '#serve/assemble.ts'
import { createLog } from '#serve/log.ts'
import { sql } from '#store/sql.ts'
import { startBeat } from '#worker/beat.ts'
import { openWorld } from '../world.ts'

test('readiness tells database, schema and worker apart, and needs a worker only when asked to', async () => {
  const world = await openWorld()
  const ready = async (query = '') => {
    const response = await fetch(`${world.baseUrl}/readyz${query}`)
    return { status: response.status, ...((await response.json()) as any) }
  }
  assert.deepEqual(await ready(), { status: 'ready', checks: { database: 'ok', migrations: 'ok', worker: 'missing' } })
  assert.equal((await fetch(`${world.baseUrl}/readyz?worker=required`)).status, 503)
  const beat = startBeat(world.store, { info() {}, warn() {}, error() {} })
  for (let tries = 0; tries < 200 && (await ready()).checks.worker !== 'ok'; tries++);
  assert.equal((await fetch(`${world.baseUrl}/readyz?worker=required`)).status, 200)
  await beat.stop()
  assert.equal((await ready()).checks.worker, 'missing')
  await world.store.run(sql`insert into schema_migration (name, checksum) values ('9999_future.sql', 'x')`)
  assert.equal((await ready()).checks.migrations, 'ahead')
  await world.store.run(sql`delete from schema_migration where name in ('9999_future.sql', '0025_webhooks.sql')`)
  assert.deepEqual(
    [(await fetch(`${world.baseUrl}/readyz`)).status, (await ready()).checks.migrations],
    [503, 'behind'],
  )
  assert.equal((await fetch(`${world.baseUrl}/healthz`)).status, 200)
  await world.close()
})

test('metrics are for whoever has the token, count requests by route and hold no ids', async () => {
  const world = await openWorld()
  const org = await world.org()
  const metrics = createMetrics(world.store)
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const server = assemble({
    store: world.store,
    secret: world.secret,
    settings: world.settings,
    version: 'test',
    rates: null,
    log,
    logRequests: true,
    metrics: { metrics, token: 'a-long-enough-token' },
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  assert.equal((await fetch(`${world.baseUrl}/metrics`)).status, 404)
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
  await world.close()
})
