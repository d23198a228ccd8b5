import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, EarshotError, type Retry } from '#client/client.ts'
import { errors } from '#contract/core/errors.ts'
import { openBackend, refusal, type Reply } from './backend.ts'
import { things } from './sample-inventory.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const done: Reply = { body: { id } }

/** Records waits instead of waiting. */
function clock(random = 1) {
  const waits: number[] = []
  return { waits, options: { wait: async (ms: number) => void waits.push(ms), random: () => random } }
}
const codeOf = (error: unknown) => (error as EarshotError).code

test('temporary errors are retried after Retry-After', async (t) => {
  const { baseUrl, heard } = await openBackend(t, [
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '3' } }),
    refusal(503, 'SERVICE_UNAVAILABLE', { headers: { 'retry-after': '2' } }),
    done,
  ])
  const { waits, options } = clock()
  const retries: Retry[] = []
  await createClient({ baseUrl, apiKey: 'key', ...options, onRetry: (retry) => retries.push(retry) }).getMe()
  assert.deepEqual(waits, [3000, 2000])
  assert.equal(heard.length, 3)
  assert.deepEqual(
    retries.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code]),
    [
      [1, 3000, 'RATE_LIMITED'],
      [2, 2000, 'SERVICE_UNAVAILABLE'],
    ],
  )
})

test('Retry-After may be a date', async (t) => {
  const { baseUrl } = await openBackend(t, [
    refusal(503, 'SERVICE_UNAVAILABLE', { headers: { 'retry-after': new Date(Date.now() + 10_000).toUTCString() } }),
    done,
  ])
  const { waits, options } = clock()
  await createClient({ baseUrl, apiKey: 'key', ...options }).getMe()
  assert(waits[0]! >= 8000 && waits[0]! <= 10_000, String(waits[0]))
})

test('without Retry-After the backoff doubles, with full jitter', async (t) => {
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

test('after three retries the last error is thrown', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => refusal(429, 'RATE_LIMITED'))
  await assert.rejects(
    createClient({ baseUrl, apiKey: 'key', ...clock().options }).getMe(),
    (error) => codeOf(error) === 'RATE_LIMITED',
  )
  assert.equal(heard.length, 4)
})

test('a wait beyond the total of twenty seconds is not made', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () =>
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '11' } }),
  )
  const { waits, options } = clock()
  const call = createClient({ baseUrl, apiKey: 'key', ...options }).getMe()
  await assert.rejects(call, (error) => (error as EarshotError).retryAfterSeconds === 11)
  assert.deepEqual(waits, [11_000])
  assert.equal(heard.length, 2)
})

test('permanent errors are not retried', async (t) => {
  for (const code of ['VALIDATION_ERROR', 'INVALID_API_KEY', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT'] as const) {
    const { baseUrl, heard } = await openBackend(t, () => refusal(errors[code], code))
    const call = createClient({ baseUrl, apiKey: 'key', ...clock().options }).createTheme({ name: 'x' })
    await assert.rejects(call, (error) => codeOf(error) === code)
    assert.equal(heard.length, 1, code)
  }
})

test('errors of the server and of a proxy before it are retried with the same key', async (t) => {
  const proxy = (status: number): Reply => ({ status, body: '<html>Bad gateway</html>' })
  const { baseUrl, heard } = await openBackend(t, [refusal(500, 'INTERNAL_ERROR'), proxy(502), proxy(504), done])
  assert.deepEqual(await createClient({ baseUrl, apiKey: 'key', ...clock().options }).createTheme({ name: 'x' }), {
    id,
  })
  const keys = heard.map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual(keys, [keys[0], keys[0], keys[0], keys[0]])
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
})

test('an attempt that takes too long is a network error, and the caller can end a call at any time', async () => {
  const never = ((_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
    )) as typeof fetch
  const connection = { baseUrl: 'https://example.com', apiKey: 'key', fetch: never, retries: 0 }
  await assert.rejects(createClient({ ...connection, timeoutMs: 1 }).getMe(), /no response within 1 ms/)
  await assert.rejects(createClient(connection).getMe({}, { timeoutMs: 1 }), { code: 'NETWORK_ERROR' })
  const stop = new AbortController()
  const stopped = [
    createClient({ ...connection, signal: stop.signal }).getMe(),
    createClient(connection).getMe({}, { signal: stop.signal }),
    createClient(connection).all('listThemes', {}, { signal: stop.signal }).next(),
  ].map((call) => assert.rejects(call, /enough/))
  stop.abort(new Error('enough'))
  await Promise.all(stopped)
})

test('every write has its own idempotency key, kept for its retries', async (t) => {
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

test('a given idempotency key is sent, and reads have none', async (t) => {
  const { baseUrl, heard } = await openBackend(t, [refusal(503, 'SERVICE_UNAVAILABLE'), done, done])
  const client = createClient({ baseUrl, apiKey: 'key', ...clock().options })
  await client.createTheme({ name: 'x' }, { idempotencyKey: 'mine' })
  await client.getMe()
  assert.deepEqual(
    heard.map(({ headers }) => headers['idempotency-key']),
    ['mine', 'mine', undefined],
  )
})

test('an idempotency conflict on a retry is retried, because the first attempt is still running', async (t) => {
  const { baseUrl, heard } = await openBackend(t, ['hangup', refusal(409, 'IDEMPOTENCY_CONFLICT'), done])
  assert.deepEqual(await createClient({ baseUrl, apiKey: 'key', ...clock().options }).createTheme({ name: 'x' }), {
    id,
  })
  assert.equal(heard.length, 3)
})

test('a write without an idempotency key is not retried', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => 'hangup')
  const client = createClient({ baseUrl, surface: 'app', inventory: things, ...clock().options })
  await assert.rejects(client.createSecret(), (error) => codeOf(error) === 'NETWORK_ERROR')
  assert.equal(heard.length, 1)
  assert.equal(heard[0]!.headers['idempotency-key'], undefined)
})

test('an unreachable server is retried and then reported as a network error', async (t) => {
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

test('an abort during a wait rejects at once', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () =>
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '15' } }),
  )
  const abort = new AbortController()
  const reason = new Error('enough')
  const client = createClient({ baseUrl, apiKey: 'key', onRetry: () => setImmediate(() => abort.abort(reason)) })
  await assert.rejects(client.getMe({}, { signal: abort.signal }), (error) => error === reason)
  assert.equal(heard.length, 1)
})
