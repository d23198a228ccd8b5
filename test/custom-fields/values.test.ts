import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { customFieldObjects, type CustomFieldObject } from '#vocabulary/custom-fields.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { useTestWorker } from '../test-worker.ts'

useTestWorker({ startsWorker: false })

const unique = () => `a${newId().slice(-12)}`
const done = async (method: string, path: string, body?: Body): Promise<Body> => {
  const reply = await call(method, path, body)
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.body
}
const define = (object_type: CustomFieldObject, name: string, more: Body = {}) =>
  done('POST', '/custom-fields', { object_type, name, kind: 'text', ...more })

const paths: Record<CustomFieldObject, string> = {
  feedback: '/feedback',
  contact: '/contacts',
  account: '/accounts',
  opportunity: '/opportunities',
  initiative: '/initiatives',
  project: '/projects',
}
const bodies: Record<CustomFieldObject, () => Body> = {
  feedback: () => ({ content: `The export fails ${unique()}`, source: 'slack', external_id: unique(), analyze: false }),
  contact: () => ({ email: `${unique()}@gmail.com` }),
  account: () => ({ name: unique() }),
  opportunity: () => ({ title: 'Exports', category: 'PAIN_POINTS' }),
  initiative: () => ({ title: 'Exports' }),
  project: () => ({ title: 'Exports' }),
}
const create = (type: CustomFieldObject, custom_fields?: Body) =>
  call('POST', paths[type], { ...bodies[type](), ...(custom_fields && { custom_fields }) })
const created = async (type: CustomFieldObject, custom_fields?: Body): Promise<Body> => {
  const reply = await create(type, custom_fields)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const change = (type: CustomFieldObject, id: string, custom_fields: Body) =>
  call('PATCH', `${paths[type]}/${id}`, { custom_fields })
const read = async (type: CustomFieldObject, id: string): Promise<Body> =>
  (await done('GET', `${paths[type]}/${id}`)).custom_fields
const listed = async (type: CustomFieldObject, id: string): Promise<Body> =>
  (await done('GET', paths[type])).data.find((item: Body) => item.id === id).custom_fields

const options = { options: [{ name: 'Gold' }, { name: 'Silver' }] }
const defineAll = async (type: CustomFieldObject) => {
  for (const kind of ['text', 'number', 'date', 'person', 'link']) await define(type, kind, { kind })
  for (const kind of ['select', 'multi_select']) await define(type, kind, { kind, ...options })
}
const valid = (): Body => ({
  text: 'Some words',
  number: 12.5,
  date: '2026-02-28',
  person: org.admin.userId,
  link: 'https://example.com/a?b=c',
  select: 'gold',
  multi_select: ['silver', 'gold'],
})
const others = (): Body => ({
  text: 'Others',
  number: -3,
  date: '2025-12-01',
  person: org.member.userId,
  link: 'http://example.org',
  select: 'silver',
  multi_select: ['gold'],
})
const invalid: Body = {
  text: ['', '   ', 12, ['a']],
  number: ['12', []],
  date: ['2026-02-30', '28.02.2026', 20260228],
  person: [`user_${'0'.repeat(32)}`, 'Ana'],
  link: ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://exa mple.com'],
  select: ['bronze', ['gold'], 1],
  multi_select: ['bronze', ['gold', 'bronze'], [], 3],
}

for (const type of customFieldObjects) {
  test(`values of ${type}: each kind is created, read in list and detail, changed, cleared and refused`, async () => {
    await defineAll(type)
    const { id, custom_fields } = await created(type, valid())
    assert.deepEqual(custom_fields, valid())
    assert.deepEqual(await read(type, id), valid())
    assert.deepEqual(await listed(type, id), valid())
    for (const [key, value] of Object.entries(others())) {
      const before = await read(type, id)
      const changed = await change(type, id, { [key]: value })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual(changed.body.custom_fields, { ...before, [key]: value })
      assert.deepEqual(await listed(type, id), { ...before, [key]: value })
    }
    for (const [key, values] of Object.entries<unknown[]>(invalid))
      for (const value of values) {
        const refused = await change(type, id, { [key]: value, unknown: null })
        assert.equal(refused.status, 400, `${key} ${JSON.stringify(value)}`)
        assert.match(refused.body.error.details[0].path, new RegExp(`^body\\.custom_fields\\.${key}`))
        assert.equal((await create(type, { [key]: value })).status, 400)
      }
    assert.deepEqual(await read(type, id), others())
    const remaining = { ...others() }
    for (const key of Object.keys(valid())) {
      await change(type, id, { [key]: null })
      delete remaining[key]
      assert.deepEqual(await read(type, id), remaining)
    }
    const none = await created(type)
    assert.deepEqual(none.custom_fields, {})
  })
}

test('unknown keys and keys of other types are refused by name', async () => {
  await define('account', 'Tier')
  for (const type of ['contact', 'project'] as const) {
    const refused = await create(type, { tier: 'x' })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.details[0].path, 'body.custom_fields.tier')
  }
})

test('options are found by key or name; archived options and fields take no new values and keep the old', async () => {
  const field = await define('opportunity', 'Tier', { kind: 'select', ...options })
  const { id } = await created('opportunity', { tier: 'GOLD' })
  assert.deepEqual(await read('opportunity', id), { tier: 'gold' })
  await done('PATCH', `/custom-fields/${field.id}`, { options: [{ key: 'silver', name: 'Second' }] })
  assert.equal((await change('opportunity', id, { tier: 'gold' })).status, 400)
  assert.deepEqual(await read('opportunity', id), { tier: 'gold' })
  assert.equal((await change('opportunity', id, { tier: 'second' })).body.custom_fields.tier, 'silver')
  await done('PATCH', `/custom-fields/${field.id}`, { archived: true })
  assert.equal((await change('opportunity', id, { tier: 'silver' })).status, 400)
  assert.deepEqual(await read('opportunity', id), { tier: 'silver' })
  assert.equal((await change('opportunity', id, { tier: null })).status, 200)
  assert.deepEqual(await read('opportunity', id), {})
})

test('batches: each row is checked by itself, and repeated rows merge their values', async () => {
  await define('contact', 'Tier', { kind: 'select', ...options })
  await define('contact', 'Seats', { kind: 'number' })
  const email = `${unique()}@gmail.com`
  const reply = await done('POST', '/contacts/bulk', {
    items: [
      { email, custom_fields: { tier: 'Gold' } },
      { email: `${unique()}@gmail.com`, custom_fields: { tier: 'bronze' } },
      { email, custom_fields: { seats: 3 } },
    ],
  })
  assert.deepEqual(
    reply.results.map(({ status }: Body) => status),
    ['created', 'failed', 'updated'],
  )
  assert.match(reply.results[1].error.message, /^body\.items\.1\.custom_fields\.tier /)
  assert.deepEqual(await read('contact', reply.results[0].id), { tier: 'gold', seats: 3 })
  await define('feedback', 'Seats', { kind: 'number' })
  await define('feedback', 'Tier', { kind: 'select', ...options })
  const item = bodies.feedback()
  const sent = await done('POST', '/feedback/bulk', { items: [{ ...item, custom_fields: { seats: 1, tier: 'Gold' } }] })
  const again = await done('POST', '/feedback/bulk', { items: [{ ...item, custom_fields: { seats: null } }] })
  assert.deepEqual(again.results[0].status, 'updated')
  assert.deepEqual(await read('feedback', sent.results[0].id), { tier: 'gold' })
  const one = await call('POST', '/feedback', { ...item, custom_fields: { tier: 'silver' } })
  assert.deepEqual([one.status, one.body.custom_fields], [200, { tier: 'silver' }])
})

test('a merge keeps the values of the survivor and fills its gaps; taking an account out takes them back', async () => {
  for (const type of ['contact', 'account'] as const) {
    await define(type, 'A')
    await define(type, 'B')
    const one = await created(type, { a: 'own' })
    const two = await created(type, { a: 'other', b: 'filled' })
    await done('POST', `${paths[type]}/${one.id}/merge`, { [`source_${type}_ids`]: [two.id] })
    assert.deepEqual(await read(type, one.id), { a: 'own', b: 'filled' })
    if (type === 'contact') continue
    await done('POST', `/accounts/${two.id}/unmerge`)
    assert.deepEqual([await read(type, one.id), await read(type, two.id)], [{ a: 'own' }, { a: 'other', b: 'filled' }])
  }
})

test('changes of definitions and of values that meet leave no value that its definition refuses', async () => {
  const field = await define('account', 'Tier', { kind: 'select', ...options })
  const { id } = await created('account', { tier: 'gold' })
  const writes = ['silver', 'gold', 'silver', 'gold'].map((tier) => change('account', id, { tier }))
  const archived = call('PATCH', `/custom-fields/${field.id}`, { options: [{ key: 'silver', name: 'Silver' }] })
  const replies = await Promise.all([...writes, archived])
  assert.deepEqual(
    [...new Set(replies.map(({ status }) => status))].filter((status) => status >= 500),
    [],
  )
  assert.equal((await change('account', id, { tier: 'gold' })).status, 400)
})

test('events of a change have the values before', async () => {
  await define('opportunity', 'Tier')
  const { id } = await created('opportunity', { tier: 'one' })
  await change('opportunity', id, { tier: 'two' })
  const { data } = await done('GET', '/events')
  const event = data.find(({ type }: Body) => type === 'opportunity.updated')
  assert.deepEqual(
    [event.data.object.custom_fields, event.data.previous],
    [{ tier: 'two' }, { custom_fields: { tier: 'one' } }],
  )
})

test('values of another organization’s fields are unknown', async () => {
  await define('project', 'Tier')
  const stranger = await app.org()
  const refused = await app.call(stranger.admin.key, 'POST', '/projects', {
    body: { title: 'x', custom_fields: { tier: 'a' } },
  })
  assert.equal(refused.status, 400)
})
