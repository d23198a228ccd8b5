import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, call } from '../test-server.ts'
import { callOk } from '../test-worker.ts'
import { uploads, useUploads } from './uploads-client.ts'

useUploads()

const options = { options: [{ name: 'Gold' }, { name: 'Silver' }] }
const define = (name: string, kind: string, more: Body = {}) =>
  callOk('POST', '/custom-fields', { object_type: 'feedback', name, kind, ...more })
const columns = {
  text: 'content',
  id: 'external_id',
  tier: 'custom_fields.tier',
  seats: 'custom_fields.seats',
  due: 'custom_fields.due',
  areas: 'custom_fields.areas',
}
const table = [
  'id;text;tier;seats;due;areas',
  'a;The export fails;Gold;1 250,5;31.01.2026;Gold, silver',
  'b;The import fails;;;;',
  'c;The search fails;bronze;1;31.01.2026;Gold',
  'd;The chart fails;silver;many;31.01.2026;Gold',
].join('\n')
const values = async () =>
  Object.fromEntries(
    (await uploads.list('/feedback')).map(({ external_id, custom_fields }) => [external_id, custom_fields]),
  )

test('columns fill custom fields, cells that do not fit fail their row, and a rollback takes the values back', async () => {
  await define('Tier', 'select', options)
  await define('Areas', 'multi_select', options)
  await define('Seats', 'number')
  await define('Due', 'date')
  await callOk('POST', '/feedback', {
    content: 'Before',
    source: 'csv',
    external_id: 'a',
    analyze: false,
    custom_fields: { tier: 'silver', seats: 1 },
  })
  const ended = await uploads.importFile(table, { columns, options: { analyze: false, date_format: 'dmy' } })
  assert.deepEqual([ended.status, ended.totals.failed, ended.totals.created], ['completed_with_errors', 2, 1])
  assert.deepEqual(
    ended.mapping.columns.find(({ header }: Body) => header === 'tier'),
    {
      header: 'tier',
      target: 'custom_fields.tier',
    },
  )
  assert.deepEqual(await values(), {
    a: { tier: 'gold', seats: 1250.5, due: '2026-01-31', areas: ['gold', 'silver'] },
    b: {},
  })
  const problems = await uploads.list(`/csv-uploads/${ended.id}/errors`)
  assert.deepEqual(
    problems.map(({ header, code }) => [header, code]),
    [
      ['tier', 'INVALID_VALUE'],
      ['seats', 'INVALID_VALUE'],
    ],
  )
  const rolledBack = await call('POST', `/csv-uploads/${ended.id}/rollback`)
  assert.ok(rolledBack.status < 300, rolledBack.text)
  await uploads.waitForEnd(ended.id)
  assert.deepEqual(await values(), { a: { tier: 'silver', seats: 1 } })
})

test('a target without a definition, of a person or of another type of table is refused', async () => {
  await define('Lead', 'person')
  for (const target of ['custom_fields.other', 'custom_fields.lead']) {
    const { body } = await uploads.upload(table)
    const refused = await uploads.map(body.id, { text: 'content', tier: target })
    assert.equal(refused.status, 400, target)
    assert.match(refused.body.error.details[0].path, /^body\.columns\.1\.target$/)
  }
})
