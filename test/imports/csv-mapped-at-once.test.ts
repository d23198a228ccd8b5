import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploads, useUploads } from './uploads-client.ts'

useUploads()

test('a file that is uploaded with a mapping is mapped and checked, and can be imported', async () => {
  const mapping = { columns: [{ header: 'Text', target: 'content' }], options: { dedupe: 'content' } }
  const content = 'Text\nThe export spins\nThe export spins\n'
  const { status, body } = await uploads.upload(content, { mapping })
  assert.deepEqual([status, body.status, body.mapping.columns], [201, 'validated', mapping.columns])
  assert.deepEqual([body.totals.valid, body.totals.skipped, body.warning_count], [1, 1, 1])
  const problem = { row: 2, line: 3, header: null, code: 'DUPLICATE_ROW', severity: 'warning', value: null }
  assert.deepEqual(body.check.problems, [{ ...problem, message: 'is the same as line 2' }])
  assert.deepEqual(await uploads.list(`/csv-uploads/${body.id}/errors`), body.check.problems)
  await uploads.call('POST', `/csv-uploads/${body.id}/start`)
  assert.equal((await uploads.waitForEnd(body.id)).totals.created, 1)

  const wrong = await uploads.upload(content, { mapping: { columns: [{ header: 'Other', target: 'content' }] } })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.error.details[0].path, 'body.mapping.columns.0.header')
  assert.equal((await uploads.upload(content)).body.check, null)
})
