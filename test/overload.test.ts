import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrencyLimit } from '#api/pipeline/concurrency-limit.ts'
import { refusalAfter } from '#api/pipeline/refusal-delay.ts'
import { startTestApp } from './test-app.ts'
import { waitFor } from './wait-for.ts'

const idle = { lagMs: 1, waiting: 0 }

test('the limit falls while a queue stands, not for a burst, and rises again', () => {
  const observed = (loads: object[]) => {
    const limit = new ConcurrencyLimit()
    for (const load of loads) limit.observe({ ...idle, ...load })
    return limit.current
  }
  const many = <T>(count: number, load: T): T[] => Array.from({ length: count }, () => load)
  const most = observed([])
  assert.equal(observed([...many(9, { lagMs: 500, waiting: 300 }), idle]), most)
  assert.equal(observed(many(100, { lagMs: 10, waiting: 10 })), most)
  const least = observed(many(100, { waiting: 50 }))
  assert.ok(least < most / 10)
  assert.equal(observed(many(100, { lagMs: 100 })), least)
  assert.equal(observed([...many(100, { waiting: 50 }), ...many(100, idle)]), most)
})

test('a connection that returns too early waits for its refusal, each time longer up to a bound', () => {
  const first = refusalAfter(undefined, 0)
  assert.equal(first.delayMs, 0)
  const delays: number[] = []
  for (let last = first, n = 0; n < 6; n++) delays.push((last = refusalAfter(last, last.retryAt - 1)).delayMs)
  assert.deepEqual(delays, [25, 50, 100, 200, 250, 250])
  assert.equal(refusalAfter({ ...first, delayMs: 250 }, first.retryAt).delayMs, 0)
})

/** A server under pressure whose connections are taken until `release`. */
async function pressedServer(limit: number) {
  const app = await startTestApp({ maxInFlight: { total: 100, perOrganization: 50, limit: () => limit }, poolSize: 2 })
  const gate = Promise.withResolvers<void>()
  const hold = async () => {
    const held = [1, 2].map(() => app.store.transaction(() => gate.promise))
    await waitFor('taken connections', async () => app.store.stats().idle === 0 || undefined)
    return async () => {
      gate.resolve()
      await Promise.all(held)
    }
  }
  return { app, hold }
}

test('under pressure requests are refused before any work, and each organization has its share', async () => {
  const { app, hold } = await pressedServer(6)
  const [loud, quiet] = [await app.org(), await app.org()]
  for (const { admin } of [loud, quiet]) assert.equal((await app.call(admin.key, 'GET', '/themes')).status, 200)
  const release = await hold()
  const flood = Array.from({ length: 30 }, () => app.call(loud.admin.key, 'GET', '/themes'))
  const first = await Promise.race(flood)
  assert.equal(first.status, 503)
  assert.deepEqual(first.body, {
    error: { code: 'SERVICE_UNAVAILABLE', message: 'The service is busy; try again shortly.' },
  })
  assert.match(first.headers.get('retry-after')!, /^[123]$/)
  assert.ok(first.headers.get('x-request-id'))
  // Nothing was asked of the database for those that were refused.
  await waitFor('the refusals', async () => {
    const ended = await Promise.all(flood.map((reply) => Promise.race([reply, null])))
    return ended.filter((reply) => reply?.status === 503).length >= 24 || undefined
  })
  assert.ok(app.store.stats().waiting <= 10, `${app.store.stats().waiting} waiting`)
  // The same connections again, without waiting: these refusals take at least the first delay.
  const start = performance.now()
  const early = await Promise.all(Array.from({ length: 30 }, () => app.call(loud.admin.key, 'GET', '/themes')))
  assert.deepEqual(new Set(early.map(({ status }) => status)), new Set([503]))
  assert.ok(performance.now() - start >= 24)
  const other = app.call(quiet.admin.key, 'GET', '/themes')
  const health = await fetch(`${app.baseUrl}/healthz`)
  assert.equal(health.status, 200)
  await release()
  assert.equal((await other).status, 200)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 6)
  assert.equal((await app.call(loud.admin.key, 'GET', '/themes')).status, 200)
  await app.close()
})
