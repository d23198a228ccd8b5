import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, call, useTestServer } from '../test-server.ts'

useTestServer(undefined, { orgOptions: { features: { segments: true } } })

const done = async (method: string, path: string, body: Body): Promise<Body> => {
  const reply = await call(method, path, body)
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const define = (name: string, kind: string, more: Body = {}) =>
  done('POST', '/custom-fields', { object_type: 'contact', name, kind, ...more })

test('rules read custom fields of contacts, and a change of a value changes the segments', async () => {
  const options = { options: [{ name: 'Gold' }, { name: 'Silver' }] }
  await define('Tier', 'select', options)
  await define('Areas', 'multi_select', options)
  await define('Seats', 'number')
  await define('Since', 'date')
  const ids: string[] = []
  for (const custom_fields of [
    { tier: 'gold', areas: ['gold', 'silver'], seats: 10, since: '2026-01-01' },
    { tier: 'silver', areas: ['silver'], seats: 2.5, since: '2025-01-01' },
    {},
  ])
    ids.push((await done('POST', '/contacts', { email: `${ids.length}@gmail.com`, custom_fields })).id)
  const matching = async (condition: Body) => {
    const { sample_contacts } = await done('POST', '/segments/preview', {
      rules: { conditions: [{ field: 'custom_field', ...condition }] },
    })
    return sample_contacts.map(({ id }: Body) => ids.indexOf(id)).toSorted()
  }
  assert.deepEqual(await matching({ key: 'tier', op: 'eq', value: 'Gold' }), [0])
  assert.deepEqual(await matching({ key: 'tier', op: 'neq', value: 'gold' }), [1, 2])
  assert.deepEqual(await matching({ key: 'areas', op: 'in', value: ['silver'] }), [0, 1])
  assert.deepEqual(await matching({ key: 'areas', op: 'not_in', value: ['gold'] }), [1, 2])
  assert.deepEqual(await matching({ key: 'seats', op: 'gt', value: 2.5 }), [0])
  assert.deepEqual(await matching({ key: 'since', op: 'before', value: '2025-06-01' }), [1])
  assert.deepEqual(await matching({ key: 'seats', op: 'is_not_set' }), [2])
  const segment = await done('POST', '/segments', {
    name: 'Gold',
    rules: { conditions: [{ field: 'custom_field', key: 'tier', op: 'eq', value: 'gold' }] },
  })
  const changed = await done('PATCH', `/contacts/${ids[2]}`, { custom_fields: { tier: 'gold' } })
  assert.deepEqual(changed.segment_ids, [segment.id])
  const cleared = await done('PATCH', `/contacts/${ids[2]}`, { custom_fields: { tier: null } })
  assert.deepEqual(cleared.segment_ids, [])
})
