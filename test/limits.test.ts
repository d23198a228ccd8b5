import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLimits, limiter, tokenBuckets } from '#api/pipeline/rate-limits.ts'
import { openWorld } from './world.ts'

test('a bucket gives its burst at once and then its rate, exactly', () => {
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

test('every authenticated answer tells its limit; past it comes 429 with a time to come back', async () => {
  const limits = { ...defaultLimits, read: { perSecond: 1, burst: 3 } }
  const world = await openWorld({ rates: { limits, limiter: limiter(limits) } })
  const { admin, member } = await world.org()
  const replies = []
  for (let i = 0; i < 4; i++) replies.push(await world.call(admin.key, 'GET', '/themes'))
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
  assert.equal((await world.call(member.key, 'GET', '/themes')).status, 200)
  assert.equal(
    (await world.call(admin.key, 'POST', '/themes', { body: { name: 'writes have a bucket of their own' } })).status,
    201,
  )
  await world.close()
})

test('a limit never hides that a key may not ask at all', async () => {
  const limits = { ...defaultLimits, read: { perSecond: 1, burst: 1 } }
  const world = await openWorld({ rates: { limits, limiter: limiter(limits) } })
  const { id, admin } = await world.org()
  await world.call(admin.key, 'GET', '/themes')
  const { changeOrganization } = await import('#domain/account/organizations/queries.ts')
  await changeOrganization(world.store, id, { api_enabled: false })
  assert.equal((await world.call(admin.key, 'GET', '/themes')).body.error.code, 'API_DISABLED')
  await world.close()
})

test('guessing keys wears out the address', async () => {
  const limits = { ...defaultLimits, 'bad-auth': { perSecond: 1, burst: 5 } }
  const world = await openWorld({ rates: { limits, limiter: limiter(limits) } })
  const codes = []
  for (let i = 0; i < 7; i++) codes.push((await world.call('nonsense', 'GET', '/me')).status)
  assert.deepEqual(codes, [401, 401, 401, 401, 401, 429, 429])
  await world.close()
})
