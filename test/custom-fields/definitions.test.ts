import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'

useTestServer()

const define = (name: string, more: Body = {}) =>
  call('POST', '/custom-fields', { object_type: 'opportunity', name, kind: 'text', ...more })
const defined = async (name: string, more: Body = {}): Promise<Body> => {
  const reply = await define(name, more)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const change = (id: string, body: Body) => call('PATCH', `/custom-fields/${id}`, body)
const list = async (query?: Record<string, string>): Promise<Body[]> =>
  (await call('GET', '/custom-fields', undefined, query)).body.data
const errorOf = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.error.code,
  body.error.details?.[0]?.path,
]
const keysAndPlaces = (fields: Body[]) => fields.map(({ key, position }) => [key, position])

test('a definition has a key of its name, and fields of each type an order of their own', async () => {
  const tier = await defined('Größe & Tier', { kind: 'select', options: [{ name: 'Gold' }, { name: 'Gold plus' }] })
  assert.deepEqual([tier.key, tier.position, tier.archived_at, tier.description], ['grosse_tier', 1, null, null])
  assert.deepEqual(tier.options, [
    { key: 'gold', name: 'Gold', archived: false },
    { key: 'gold_plus', name: 'Gold plus', archived: false },
  ])
  await defined('Seats', { kind: 'number', key: 'seat_count', description: 'How many people use it.' })
  await defined('Tier', { object_type: 'account' })
  assert.deepEqual(keysAndPlaces(await list({ object_type: 'opportunity' })), [
    ['grosse_tier', 1],
    ['seat_count', 2],
  ])
  assert.deepEqual(
    (await list()).map(({ object_type, position }) => [object_type, position]),
    [
      ['account', 1],
      ['opportunity', 1],
      ['opportunity', 2],
    ],
  )
  const first = await call('GET', '/custom-fields', undefined, { limit: '2' })
  const next = await call('GET', '/custom-fields', undefined, { cursor: first.body.pagination.next_cursor })
  assert.deepEqual(keysAndPlaces(next.body.data), [['seat_count', 2]])
  assert.deepEqual((await call('GET', `/custom-fields/${tier.id}`)).body, tier)
})

test('keys and names are taken once, and members who are no admins define nothing', async () => {
  await defined('Tier')
  assert.deepEqual(errorOf(await define('tier')), [409, 'DUPLICATE', undefined])
  assert.deepEqual(errorOf(await define('Other', { key: 'tier' })), [409, 'DUPLICATE', undefined])
  assert.equal((await defined('Tier!')).key, 'tier_2')
  const refused = await app.call(org.member.key, 'POST', '/custom-fields', {
    body: { object_type: 'contact', name: 'Tier', kind: 'text' },
  })
  assert.equal(refused.status, 403)
})

test('options belong to selects alone, are renamed, and archived where they are left out', async () => {
  assert.deepEqual(errorOf(await define('A', { kind: 'select' })), [400, 'VALIDATION_ERROR', 'body.options'])
  assert.deepEqual(errorOf(await define('A', { options: [{ name: 'x' }] })), [400, 'VALIDATION_ERROR', 'body.options'])
  const twice = await define('A', { kind: 'select', options: [{ name: 'x' }, { name: 'X' }] })
  assert.deepEqual(errorOf(twice), [400, 'VALIDATION_ERROR', 'body.options'])
  const { id } = await defined('Areas', { kind: 'multi_select', options: [{ name: 'Export' }, { name: 'Import' }] })
  const after = await change(id, { options: [{ name: 'New' }, { key: 'export', name: 'Exports' }] })
  assert.deepEqual(after.body.options, [
    { key: 'new', name: 'New', archived: false },
    { key: 'export', name: 'Exports', archived: false },
    { key: 'import', name: 'Import', archived: true },
  ])
  const restored = await change(id, { options: [{ key: 'import', name: 'Import' }] })
  assert.deepEqual(
    restored.body.options.map(({ key, archived }: Body) => [key, archived]),
    [
      ['import', false],
      ['new', true],
      ['export', true],
    ],
  )
  assert.equal((await change(id, { kind: 'text' })).status, 400)
})

test('fields are moved, archived with the others closing up, and restored as the last', async () => {
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await defined(name)).id)
  assert.equal((await change(ids[3]!, { position: 2 })).body.position, 2)
  const keys = async (query: Record<string, string> = {}) =>
    (await list({ object_type: 'opportunity', ...query })).map(({ key }) => key).join('')
  assert.equal(await keys(), 'adbc')
  assert.notEqual((await change(ids[0]!, { archived: true })).body.archived_at, null)
  assert.equal(await keys(), 'dbc')
  assert.equal((await keys({ include_archived: 'true' })).length, 4)
  assert.deepEqual(errorOf(await change(ids[0]!, { position: 1 })), [400, 'VALIDATION_ERROR', 'body.position'])
  assert.equal((await change(ids[0]!, { archived: false })).body.position, 4)
  assert.equal(await keys(), 'dbca')
  assert.equal((await change(ids[0]!, { position: 1000 })).body.position, 4)
})

test('a type has at most 50 active fields, also when requests arrive at once; archived ones make room', async () => {
  const names = Array.from({ length: 49 }, (_, n) => `Field ${n}`)
  for (const name of names) await defined(name)
  const replies = await Promise.all(['x', 'y', 'z'].map((name) => define(name)))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409, 409])
  const [first] = await list({ object_type: 'opportunity' })
  await change(first!.id, { archived: true })
  assert.equal((await define('w')).status, 201)
  assert.deepEqual(errorOf(await change(first!.id, { archived: false })), [409, 'INVALID_STATE', undefined])
  assert.equal((await define('another type', { object_type: 'project' })).status, 201)
})

test('each change leaves its event', async () => {
  const { id } = await defined('Tier')
  await change(id, { name: 'Level' })
  await change(id, { archived: true })
  const { data } = (await call('GET', '/events', undefined, { limit: '100' })).body
  const own = data.filter((event: Body) => event.type.startsWith('custom_field.'))
  assert.deepEqual(
    own.map(({ type, data: { object, previous } }: Body) => [type, object.name, previous?.name ?? null]).toSorted(),
    [
      ['custom_field.archived', 'Level', null],
      ['custom_field.created', 'Tier', null],
      ['custom_field.updated', 'Level', 'Tier'],
    ],
  )
})
