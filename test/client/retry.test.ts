import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, EarshotError, type Retry } from '#client/client.ts'
import { errors } from '#contract/core/errors.ts'
import { openBackend, refusal, type Reply } from './backend.ts'
import { things } from './things.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const done: Reply = { body: { id } }

/** Waits are written down instead of waited for. */
function clock(random = 1) {
  const waits: number[] = []
  return { waits, options: { wait: async (ms: number) => void waits.push(ms), random: () => random } }
}
const codeOf = (error: unknown) => (error as EarshotError).code

test('what is refused for now is asked again, as long after as the server says', async (t) => {
  const { baseUrl, heard } = await openBackend(t, [
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '3' } }),
    refusal(503, 'SERVICE_UNAVAILABLE', { headers: { 'retry-after': '2' } }),
    done,
  ])
  const { waits, options } = clock()
  const told: Retry[] = []
  await createClient({ baseUrl, apiKey: 'key', ...options, onRetry: (retry) => told.push(retry) }).getMe()
  assert.deepEqual(waits, [3000, 2000])
  assert.equal(heard.length, 3)
  assert.deepEqual(
    told.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code]),
    [
      [1, 3000, 'RATE_LIMITED'],
      [2, 2000, 'SERVICE_UNAVAILABLE'],
    ],
  )
})

test('a moment in Retry-After is waited for like a number of seconds', async (t) => {
  const { baseUrl } = await openBackend(t, [
    refusal(503, 'SERVICE_UNAVAILABLE', { headers: { 'retry-after': new Date(Date.now() + 10_000).toUTCString() } }),
    done,
  ])
  const { waits, options } = clock()
  await createClient({ baseUrl, apiKey: 'key', ...options }).getMe()
  assert(waits[0]! >= 8000 && waits[0]! <= 10_000, String(waits[0]))
})

test('without Retry-After the wait doubles, and is drawn from the whole of it', async (t) => {
  const { baseUrl } = await openBackend(t, () => refusal(503, 'SERVICE_UNAVAILABLE'))
  const longest = clock(1)
  const shortest = clock(0)
  await assert.rejects(
    createClient({ baseUrl, apiKey: 'key', retries: 7, maxWaitMs: 60_000, ...longest.options }).getMe(),
  )
  await assert.rejects(createClient({ baseUrl, apiKey: 'key', ...shortest.options }).getMe())
  assert.deepEqual(longest.waits, [250, 500, 1000, 2000, 4000, 8000, 8000])
  assert.deepEqual(shortest.waits, [0, 0, 0])
})

test('after three retries the last refusal is the answer', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => refusal(429, 'RATE_LIMITED'))
  await assert.rejects(
    createClient({ baseUrl, apiKey: 'key', ...clock().options }).getMe(),
    (error) => codeOf(error) === 'RATE_LIMITED',
  )
  assert.equal(heard.length, 4)
})

test('a wait that would exceed the whole of twenty seconds is left to the caller', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () =>
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '11' } }),
  )
  const { waits, options } = clock()
  const call = createClient({ baseUrl, apiKey: 'key', ...options }).getMe()
  await assert.rejects(call, (error) => (error as EarshotError).retryAfterSeconds === 11)
  assert.deepEqual(waits, [11_000])
  assert.equal(heard.length, 2)
})

test('what is refused for good, or broke on the server, is not asked again', async (t) => {
  for (const code of [
    'VALIDATION_ERROR',
    'INVALID_API_KEY',
    'NOT_FOUND',
    'IDEMPOTENCY_CONFLICT',
    'INTERNAL_ERROR',
  ] as const) {
    const { baseUrl, heard } = await openBackend(t, () => refusal(errors[code], code))
    const call = createClient({ baseUrl, apiKey: 'key', ...clock().options }).createTheme({ name: 'x' })
    await assert.rejects(call, (error) => codeOf(error) === code)
    assert.equal(heard.length, 1, code)
  }
})

test('every write carries a key of its own, the same on each retry and another on the next call', async (t) => {
  const { baseUrl, heard } = await openBackend(t, ['hangup', refusal(503, 'SERVICE_UNAVAILABLE'), done, done])
  const client = createClient({ baseUrl, apiKey: 'key', ...clock().options })
  await client.createTheme({ name: 'x' })
  await client.archiveTheme({ themeId: id })
  const keys = heard.map(({ headers }) => headers['idempotency-key'])
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  assert.deepEqual(keys.slice(0, 3), [keys[0], keys[0], keys[0]])
  assert.notEqual(keys[3], keys[0])
  assert.deepEqual(heard[2]!.body, { name: 'x' })
})

test('a key that is given is the one that is sent, and a read carries none', async (t) => {
  const { baseUrl, heard } = await openBackend(t, [refusal(503, 'SERVICE_UNAVAILABLE'), done, done])
  const client = createClient({ baseUrl, apiKey: 'key', ...clock().options })
  await client.createTheme({ name: 'x' }, { idempotencyKey: 'mine' })
  await client.getMe()
  assert.deepEqual(
    heard.map(({ headers }) => headers['idempotency-key']),
    ['mine', 'mine', undefined],
  )
})

test('a conflict after a retry is the first attempt still at work, so it is waited for', async (t) => {
  const { baseUrl, heard } = await openBackend(t, ['hangup', refusal(409, 'IDEMPOTENCY_CONFLICT'), done])
  assert.deepEqual(await createClient({ baseUrl, apiKey: 'key', ...clock().options }).createTheme({ name: 'x' }), {
    id,
  })
  assert.equal(heard.length, 3)
})

test('a write that takes no key is sent once, because a second might act twice', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => 'hangup')
  const client = createClient({ baseUrl, door: 'app', inventory: things, ...clock().options })
  await assert.rejects(client.createSecret(), (error) => codeOf(error) === 'NETWORK_ERROR')
  assert.equal(heard.length, 1)
  assert.equal(heard[0]!.headers['idempotency-key'], undefined)
})

test('a server that is not there is tried again and then named as a network error', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => 'hangup')
  const { waits, options } = clock()
  await assert.rejects(createClient({ baseUrl, apiKey: 'key', ...options }).getMe(), (error) => {
    assert(error instanceof EarshotError && error.cause instanceof Error)
    assert.deepEqual([error.status, error.code], [0, 'NETWORK_ERROR'])
    return true
  })
  assert.equal(waits.length, 3)
  assert.equal(heard.length, 4)
})

test('an abort during a wait ends the call at once', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () =>
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '15' } }),
  )
  const abort = new AbortController()
  const reason = new Error('enough')
  const client = createClient({ baseUrl, apiKey: 'key', onRetry: () => setImmediate(() => abort.abort(reason)) })
  await assert.rejects(client.getMe({}, { signal: abort.signal }), (error) => error === reason)
  assert.equal(heard.length, 1)
})
