import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLimits, createLimiter, tokenBuckets } from '#api/pipeline/rate-limits.ts'
import { startTestApp } from './test-app.ts'

test('a bucket allows its burst at once and then exactly its rate', () => {
  let now = 0
  const take = tokenBuckets({ perSecond: 2, burst: 4 }, () => now)
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
  const limits = { ...defaultLimits, read: { perSecond: 1, burst: 3 } }
  const app = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const { admin, member } = await app.org()
  const replies = []
  for (let i = 0; i < 4; i++) replies.push(await app.call(admin.key, 'GET', '/themes'))
  assert.deepEqual(
    replies.map((reply) => reply.status),
    [200, 200, 200, 429],
  )
  const first = replies[0]!.headers
  assert.equal(first.get('ratelimit-policy'), '"read";q=3;w=3')
  assert.match(first.get('ratelimit')!, /^"read";r=2;t=\d+$/)
  assert.deepEqual([first.get('x-ratelimit-limit'), first.get('x-ratelimit-remaining')], ['3', '2'])
  assert.ok(Math.abs(Number(first.get('x-ratelimit-reset')) - Date.now() / 1000) < 5)
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
  const limits = { ...defaultLimits, read: { perSecond: 1, burst: 1 } }
  const app = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const { id, admin } = await app.org()
  await app.call(admin.key, 'GET', '/themes')
  const { updateOrganization: changeOrganization } = await import('#domain/account/organizations/queries.ts')
  await changeOrganization(app.store, id, { api_enabled: false })
  assert.equal((await app.call(admin.key, 'GET', '/themes')).body.error.code, 'API_DISABLED')
  await app.close()
})

test('failed authentication is limited by address', async () => {
  const limits = { ...defaultLimits, 'bad-auth': { perSecond: 1, burst: 5 } }
  const app = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const codes = []
  for (let i = 0; i < 7; i++) codes.push((await app.call('nonsense', 'GET', '/me')).status)
  assert.deepEqual(codes, [401, 401, 401, 401, 401, 429, 429])
  await app.close()
})
