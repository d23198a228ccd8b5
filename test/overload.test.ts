import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { FairQueue, type Release } from '#api/pipeline/fair-queue.ts'
import { ConcurrencyLimit, WorkPlaces } from '#api/pipeline/concurrency-limit.ts'
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

test('a process that is busy without a break has fewer requests in work, one that waits for its database has more', () => {
  const places = new WorkPlaces(12)
  const after = (samples: number, utilization: number) => {
    for (let n = 0; n < samples; n++) places.observe(utilization)
    return places.current
  }
  assert.deepEqual([after(0, 0), after(3, 1), after(100, 1)], [12, 9, 4])
  assert.equal(after(100, 0.95), 4, 'busy enough')
  assert.deepEqual([after(2, 0.5), after(100, 0.5)], [6, 12])
  assert.equal(new WorkPlaces(2).current, 2)
})

test('a connection that returns too early waits for its refusal, each time longer up to a bound', () => {
  const first = refusalAfter(undefined, 0)
  assert.equal(first.delayMs, 0)
  const delays: number[] = []
  for (let last = first, n = 0; n < 6; n++) delays.push((last = refusalAfter(last, last.retryAt - 1)).delayMs)
  assert.deepEqual(delays, [25, 50, 100, 200, 250, 250])
  assert.equal(refusalAfter({ ...first, delayMs: 250 }, first.retryAt).delayMs, 0)
})

test('organizations take turns, each has a few places of its own, and a long request gives its place back', async () => {
  let now = 0
  let places = 6
  let isSaturated = true
  let looks = 0
  const queue = new FairQueue({ places: () => places, now: () => now, isSaturated: () => (looks++, isSaturated) })
  const started: string[] = []
  const active: { org: string; release: Release }[] = []
  const enter = (org: string, count: number) => {
    for (let n = 0; n < count; n++)
      queue.enter(org, (release) => {
        started.push(org)
        active.push({ org, release })
      })
  }
  const end = (org: string) =>
    active
      .splice(
        active.findIndex((one) => one.org === org),
        1,
      )[0]!
      .release()
  enter('a', 300)
  assert.equal(started.length, 6)
  enter('b', 10)
  // Four of its own at once, although all places are taken.
  assert.deepEqual(started.slice(6), Array(4).fill('b'))
  assert.deepEqual([queue.waitingOf('a'), queue.waitingOf('b')], [294, 6])
  for (let n = 0; n < 4; n++) end('a')
  // Six in work and places for six: nothing starts until one of them ends, except for those below their own places.
  assert.equal(started.length - 10, 2)
  started.length = 0
  for (let n = 0; n < 12; n++) end(active[0]!.org)
  assert.ok(started.slice(0, 12).filter((org) => org === 'b').length >= 5, started.join(' '))
  started.length = 0
  places = active.length + 3
  end(active[0]!.org)
  assert.equal(started.length, 4, 'in the place of the one that ended, and in three new ones')
  places = 6
  started.length = 0
  now = 2_000
  const looked = looks
  await waitFor('a look at requests that take too long', () => looks > looked)
  // They would wait for a database connection, in front of the other organizations.
  assert.deepEqual(started, [])
  isSaturated = false
  await waitFor('the places of requests that take too long', () => started.length > 0)
  queue.stop()
})

/** A server under pressure whose connections are taken until `release`. */
async function pressedServer(limit: number) {
  const app = await startTestApp({ maxInFlight: { total: 100, perOrganization: 50, limit: () => limit }, poolSize: 2 })
  return { app, hold: () => holdConnections(app) }
}

/** Takes both connections until the returned function is called. */
async function holdConnections({ store }: Pick<Awaited<ReturnType<typeof startTestApp>>, 'store'>) {
  const gate = Promise.withResolvers<void>()
  const held = [1, 2].map(() => store.transaction(() => gate.promise))
  await waitFor('taken connections', () => store.stats().idle === 0)
  return async () => {
    gate.resolve()
    await Promise.all(held)
  }
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

test('an organization with 300 requests waiting does not keep another waiting for them', async () => {
  const maxInFlight = { total: 1000, perOrganization: 500, places: () => 6, waiting: () => app.store.stats().waiting }
  const app = await startTestApp({ maxInFlight, poolSize: 2 })
  const [loud, quiet] = [await app.org(), await app.org()]
  for (const { admin } of [loud, quiet]) assert.equal((await app.call(admin.key, 'GET', '/themes')).status, 200)
  const release = await holdConnections(app)
  let arrived = 0
  app.server.server.on('request', () => arrived++)
  const order: string[] = []
  const send = (org: typeof loud, name: string) =>
    app.call(org.admin.key, 'GET', '/themes').then(({ status }) => {
      assert.equal(status, 200)
      order.push(name)
    })
  const flood = Array.from({ length: 300 }, () => send(loud, 'loud'))
  await waitFor('the flood', () => arrived === 300)
  const others = Array.from({ length: 20 }, () => send(quiet, 'quiet'))
  await waitFor('the others', () => arrived === 320)
  await release()
  await Promise.all([...flood, ...others])
  // Those that were in work come first, then one of each in turn; answers of one moment may arrive in another order.
  assert.ok(order.indexOf('quiet') <= 20, String(order.indexOf('quiet')))
  assert.ok(order.lastIndexOf('quiet') <= 80, String(order.lastIndexOf('quiet')))
  await app.close()
})

test('the calls that MCP requests make do not wait for the places of these requests', async () => {
  // A clock that stands still: no request gives its place back because it takes long.
  const maxInFlight = { total: 400, perOrganization: 200, places: () => 6, now: () => 0 }
  const app = await startTestApp({ maxInFlight, poolSize: 2 })
  const { admin } = await app.org()
  const headers = {
    authorization: `Bearer ${admin.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const params = { name: 'list_themes', arguments: {} }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const callTool = async () => {
    const answer = await fetch(`${app.baseUrl}/mcp`, { method: 'POST', headers, body })
    return [answer.status, JSON.stringify(await answer.json()).includes('pagination')]
  }
  await callTool()
  const release = await holdConnections(app)
  let arrived = 0
  app.server.server.on('request', () => arrived++)
  const answers = Array.from({ length: 20 }, callTool)
  await waitFor('the requests', () => arrived === 20)
  await release()
  for (const answer of await Promise.all(answers)) assert.deepEqual(answer, [200, true])
  await app.close()
})

test('callers that are not known leave half of the places to others, and health checks are always answered', async (t) => {
  const app = await startTestApp({ maxInFlight: { total: 8, perOrganization: 4 } })
  const { admin } = await app.org()
  assert.equal((await app.call(admin.key, 'GET', '/themes')).status, 200)
  const { port } = new URL(app.baseUrl)
  // Requests whose bodies do not come.
  const open = async (key: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.write(
      `POST ${key === '' ? '/s/none/responses' : '/api/v1/themes'} HTTP/1.1\r\nhost: localhost\r\n${key}` +
        'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    )
    return { text: () => text }
  }
  let arrived = 0
  app.server.server.on('request', () => arrived++)
  const anonymous = await Promise.all(Array.from({ length: 12 }, () => open('')))
  await waitFor('the anonymous requests', () => arrived === 12)
  await waitFor('refusals', () => anonymous.filter(({ text }) => text().includes(' 503 ')).length === 8)
  assert.equal((await app.call(admin.key, 'GET', '/themes')).status, 200)
  await Promise.all(Array.from({ length: 4 }, () => open(`authorization: Bearer ${admin.key}\r\n`)))
  await waitFor('all places to be taken', async () => (await app.call(admin.key, 'GET', '/themes')).status === 503)
  assert.equal((await fetch(`${app.baseUrl}/healthz`)).status, 200)
  app.server.server.closeAllConnections()
  await app.close()
})
