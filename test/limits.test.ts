import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLimits, createLimiter, createSharedLimiter, TokenBuckets } from '#api/pipeline/rate-limits.ts'
import { startTestApp } from './test-app.ts'

test('a bucket allows its burst at once and then exactly its rate', () => {
  let now = 0
  const buckets = new TokenBuckets({ perSecond: 2, burst: 4 }, undefined, () => now)
  const take = (caller: string) => buckets.take(caller)
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => take('a').allowed),
    [true, true, true, true, false],
  )
  assert.equal(take('a').retryAfterSeconds, 1)
  now += 0.5
  assert.deepEqual([take('a').allowed, take('a').allowed], [true, false])
  assert.equal(take('b').remaining, 3)
  now += 1000
  assert.equal(take('a').remaining, 3)
})

test('every authenticated response has rate limit headers; over the limit it is 429 with Retry-After', async () => {
  const limits = { ...defaultLimits, read: { perSecond: 0.01, burst: 3 } }
  const app = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const { admin, member } = await app.org()
  const replies = []
  for (let i = 0; i < 4; i++) replies.push(await app.call(admin.key, 'GET', '/themes'))
  assert.deepEqual(
    replies.map((reply) => reply.status),
    [200, 200, 200, 429],
  )
  const first = replies[0]!.headers
  assert.equal(first.get('ratelimit-policy'), '"read";q=3;w=300')
  assert.match(first.get('ratelimit')!, /^"read";r=2;t=\d+$/)
  assert.deepEqual([first.get('x-ratelimit-limit'), first.get('x-ratelimit-remaining')], ['3', '2'])
  const resetIn = Number(first.get('x-ratelimit-reset')) - Date.now() / 1000
  assert.ok(resetIn > 0 && resetIn <= 102, `reset in ${resetIn} s`)
  assert.equal(replies[3]!.body.error.code, 'RATE_LIMITED')
  assert.ok(Number(replies[3]!.headers.get('retry-after')) >= 1)
  assert.equal((await app.call(member.key, 'GET', '/themes')).status, 200)
  assert.equal(
    (await app.call(admin.key, 'POST', '/themes', { body: { name: 'writes have a bucket of their own' } })).status,
    201,
  )
  await app.close()
})

test('a rate limit never hides an authorization error', async () => {
  const limits = { ...defaultLimits, read: { perSecond: 0.01, burst: 1 } }
  const app = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const { id, admin } = await app.org()
  await app.call(admin.key, 'GET', '/themes')
  const { updateOrganization: changeOrganization } = await import('#domain/organizations/queries.ts')
  await changeOrganization(app.store, id, { api_enabled: false })
  assert.equal((await app.call(admin.key, 'GET', '/themes')).body.error.code, 'API_DISABLED')
  await app.close()
})

test('failed authentication is limited by address', async () => {
  const limits = { ...defaultLimits, 'bad-auth': { perSecond: 0.01, burst: 5 } }
  const app = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const codes = []
  for (let i = 0; i < 7; i++) codes.push((await app.call('nonsense', 'GET', '/me')).status)
  assert.deepEqual(codes, [401, 401, 401, 401, 401, 429, 429])
  await app.close()
})

test('processes share their rate limits, and a restarted one does not refill them', async () => {
  // Refills nothing while the test runs; one sixteenth of the burst may be taken before it is reported.
  const limits = { ...defaultLimits, read: { perSecond: 0.001, burst: 32 } }
  const app = await startTestApp()
  const processes = [createSharedLimiter(limits, app.store), createSharedLimiter(limits, app.store)]
  let allowed = 0
  for (let i = 0; i < 100; i++) {
    const limiter = processes[i % 2]!
    if (limiter('read', 'key').allowed) allowed++
    await limiter.settled()
  }
  // Each process knows the other's use but for the block of two tokens that is not yet reported.
  assert.ok(allowed >= 32 && allowed <= 34, `${allowed} of 32`)
  const restarted = createSharedLimiter(limits, app.store)
  assert.ok(restarted('read', 'key').allowed)
  assert.ok(restarted('read', 'key').allowed)
  await restarted.settled()
  assert.equal(restarted('read', 'key').allowed, false)
  assert.ok(restarted('read', 'another key').allowed)
  await app.close()
})

test('bursts of several processes at once are paid back: the average rate holds', async () => {
  let now = 0
  let fullAt = 0
  const shared = async (_caller: string, seconds: number) => {
    fullAt = Math.max(fullAt, now) + seconds
    return fullAt - now
  }
  const limit = { perSecond: 10, burst: 20 }
  const processes = [1, 2, 3].map(() => new TokenBuckets(limit, shared, () => now))
  let allowed = 0
  for (let tick = 0; tick < 1000; tick++) {
    for (const buckets of processes) for (let i = 0; i < 5; i++) if (buckets.take('key').allowed) allowed++
    for (const buckets of processes) await buckets.settled()
    now += 0.1
  }
  assert.ok(allowed <= 100 * limit.perSecond + 3 * limit.burst, `${allowed} in 100 seconds`)
  assert.ok(allowed >= 100 * limit.perSecond, `${allowed} in 100 seconds`)
})

test('without the database each process limits by its own count', async () => {
  let calls = 0
  const away = () => Promise.reject(new Error(`away ${++calls}`))
  const buckets = new TokenBuckets({ perSecond: 0.001, burst: 3 }, away)
  const allowed = []
  for (let i = 0; i < 5; i++) {
    allowed.push(buckets.take('key').allowed)
    await buckets.settled()
  }
  assert.deepEqual(allowed, [true, true, true, false, false])
  assert.equal(calls, 3)
})
