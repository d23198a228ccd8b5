import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { InvalidInputError, createClient, EarshotError } from '#client/client.ts'
import { inventory, publicInventory } from '#contract/index.ts'
import { openBackend, refusal } from './backend.ts'
import { things } from './sample-inventory.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const fails = async (call: Promise<unknown>): Promise<EarshotError> => {
  const error = await call.then(
    () => assert.fail('it was answered'),
    (reason: unknown) => reason,
  )
  assert(error instanceof EarshotError)
  return error
}

test('every public operation has a method, and the web app has those of the whole inventory', () => {
  const byKey = createClient({ baseUrl: 'http://x', apiKey: 'key' })
  const bySession = createClient({ baseUrl: '', surface: 'app' })
  assert.deepEqual(Object.keys(byKey).sort(), [...Object.keys(publicInventory), 'pages', 'all'].sort())
  assert.deepEqual(Object.keys(bySession).sort(), [...Object.keys(inventory), 'pages', 'all'].sort())
  assert(Object.keys(inventory).length > Object.keys(publicInventory).length)
})

test('no operation has the name of a client method', () => {
  for (const name of ['pages', 'all', 'then']) assert(!(name in inventory), name)
})

test('the input is split into path, query and body', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  const client = createClient({ baseUrl, apiKey: 'secret' })
  await client.updateTheme({ themeId: id, name: 'A & B', notes: null, ...({ color: undefined } as {}) })
  await client.listInsights({
    sentiment: ['POSITIVE', 'NEGATIVE'],
    q: 'a b&c=ä',
    unthemed: false,
    limit: 3,
    ...({ cursor: undefined } as {}),
  })
  await client.archiveTheme({ themeId: id })
  const [patch, list, archive] = heard
  assert.equal(patch!.method, 'PATCH')
  assert.equal(patch!.url, `/api/v1/themes/${id}`)
  assert.deepEqual(patch!.body, { name: 'A & B', notes: null })
  assert.equal(patch!.headers['content-type'], 'application/json')
  assert.equal(patch!.headers.authorization, 'Bearer secret')
  const query = new URL(list!.url, 'http://x').searchParams
  assert.deepEqual(Object.fromEntries(query), {
    sentiment: 'POSITIVE,NEGATIVE',
    q: 'a b&c=ä',
    unthemed: 'false',
    limit: '3',
  })
  assert.equal(archive!.body, undefined)
  assert.equal(archive!.headers['content-type'], undefined)
})

test('an empty body is sent, and a route without a body sends none', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  await client.buildThings({ action: 'create', title: 'x' })
  await client.weighThing({ thingId: id })
  assert.deepEqual(
    heard.map(({ body }) => body),
    [{ action: 'create', title: 'x' }, undefined],
  )
})

test('unknown fields are sent, so that the server rejects them', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  const client = createClient({ baseUrl, apiKey: 'key' })
  await client.createTheme({ name: 'x', ...({ nmae: 'y' } as object) })
  await client.getTheme({ themeId: id, ...({ nmae: 'y' } as object) })
  assert.deepEqual(heard[0]!.body, { name: 'x', nmae: 'y' })
  assert.equal(heard[1]!.url, `/api/v1/themes/${id}?nmae=y`)
})

test('an id can never change the called path', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  const client = createClient({ baseUrl, apiKey: 'key' })
  await client.getTheme({ themeId: 'a/../../me?x#y' })
  assert.equal(heard[0]!.url, '/api/v1/themes/a%2F..%2F..%2Fme%3Fx%23y')
  for (const themeId of ['', '.', '..']) await assert.rejects(client.archiveTheme({ themeId }), InvalidInputError)
  await assert.rejects(client.archiveTheme({} as { themeId: string }), InvalidInputError)
  assert.equal(heard.length, 1)
})

test('the base URL may have the API prefix or not', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  for (const end of ['', '/', '/api/v1', '/api/v1/', '/feedback'])
    await createClient({ baseUrl: baseUrl + end, apiKey: 'key' }).getMe()
  assert.deepEqual(
    heard.map(({ url }) => url),
    [...Array(4).fill('/api/v1/me'), '/feedback/api/v1/me'],
  )
})

test('the web app calls /app/v1 with its cookie and header, and without a key', async () => {
  const sent: [string, RequestInit][] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => (
    sent.push([String(url), init!]),
    Response.json({})
  )
  const client = createClient({ baseUrl: '', surface: 'app', fetch })
  await client.listThemes()
  const [url, init] = sent[0]!
  const headers = init.headers as Headers
  assert.equal(url, '/app/v1/themes')
  assert.equal(init.credentials, 'same-origin')
  assert.equal(headers.get('x-requested-with'), 'earshot')
  assert.equal(headers.get('authorization'), null)
})

test('headers and signal of a call are used, and an abort rejects with its reason', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  const client = createClient({ baseUrl, apiKey: 'key', headers: { 'x-all': '1', 'x-one': 'all' } })
  await client.createTheme({ name: 'x' }, { headers: { 'x-one': 'call', 'Idempotency-Key': 'mine' } })
  assert.equal(heard[0]!.headers['x-all'], '1')
  assert.equal(heard[0]!.headers['x-one'], 'call')
  assert.equal(heard[0]!.headers['idempotency-key'], 'mine')
  const reason = new Error('no longer wanted')
  const once = createClient({ baseUrl, apiKey: 'key', retries: 0 })
  await assert.rejects(once.getMe({}, { signal: AbortSignal.abort(reason) }), (error) => error === reason)
  assert.equal(heard.length, 1)
})

test('an error response becomes an EarshotError with all its fields', async (t) => {
  const { baseUrl } = await openBackend(t, [
    refusal(410, 'MERGED', { headers: { 'x-request-id': 'abc-1' }, error: { replacement_id: id } }),
    refusal(400, 'VALIDATION_ERROR', { error: { details: [{ path: 'query.limit', message: 'must be <= 100' }] } }),
    refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '7' } }),
  ])
  const client = createClient({ baseUrl, apiKey: 'key', retries: 0 })
  const merged = await fails(client.getTheme({ themeId: id }))
  assert.deepEqual(
    { ...merged, message: merged.message },
    {
      name: 'EarshotError',
      message: 'it is MERGED',
      status: 410,
      code: 'MERGED',
      details: [],
      replacementId: id,
      requestId: 'abc-1',
      retryAfterSeconds: undefined,
    },
  )
  const invalid = await fails(client.listThemes({ limit: 1000 }))
  assert.deepEqual(invalid.details, [{ path: 'query.limit', message: 'must be <= 100' }])
  assert.equal((await fails(client.listThemes())).retryAfterSeconds, 7)
})

test('a response that is not from this API is UNEXPECTED_ANSWER, with any status', async (t) => {
  const { baseUrl } = await openBackend(t, [
    { status: 502, text: '<h1>Bad gateway</h1>' },
    { status: 200, text: '<h1>Sign in to the wifi</h1>' },
    { status: 404, body: { message: 'not ours' } },
  ])
  const client = createClient({ baseUrl, apiKey: 'key', retries: 0 })
  for (const status of [502, 200, 404]) {
    const error = await fails(client.getMe())
    assert.deepEqual([error.status, error.code], [status, 'UNEXPECTED_ANSWER'])
  }
})

test('the client imports only the contract and uses only browser APIs', () => {
  const folder = new URL('../../src/client/', import.meta.url)
  const files = readdirSync(folder)
  assert(files.length > 3)
  for (const file of files) {
    const source = readFileSync(new URL(file, folder), 'utf8')
    const imports = [...source.matchAll(/^(?:import|export)(?<type> type)? .*from '(?<from>[^']+)'/gm)].map(
      ({ groups }) => groups!,
    )
    const strangers = imports.filter(
      ({ from, type }) => !/^(\.\/|#contract\/)/.test(from!) && !(type && from === 'typebox'),
    )
    assert.deepEqual(
      strangers.map(({ from }) => from),
      [],
      file,
    )
    assert.doesNotMatch(source, /\b(process|Buffer)\./, file)
  }
})
