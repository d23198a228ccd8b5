import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { csvColumns, type CsvType } from '#contract/resources/csv-columns.ts'
import { knownExports } from '#engine/csv/known-exports.ts'
import { exportNames } from '#vocabulary/export-products.ts'
import type { Body } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

/* Files with the headers that products document: every column is mapped as expected or not at all, and no row is lost. */

useUploads()

type Expected = {
  type: CsvType
  rows: number
  /** Every column that is mapped; all others must not be. */
  mapping: Record<string, string>
  questions?: string[]
  /** Values of the first row. */
  first: Body
}
const folder = join(import.meta.dirname, 'vendor-files')
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  string,
  Record<string, Expected>
>

for (const [vendor, variants] of Object.entries(expected))
  for (const [variant, { type, rows, mapping, questions = [], first }] of Object.entries(variants))
    test(`${vendor}, ${variant}: each column is what it is, and each row is imported`, async () => {
      const file = readFileSync(join(folder, vendor, `${variant}.csv`))
      const { status, body, text } = await uploads.upload(file, { type: undefined })
      assert.equal(status, 201, text)
      assert.deepEqual([body.detected_platform, body.type, body.row_count], [vendor, type, rows])
      const { columns, questions: asked } = body.suggested_mapping
      const mapped = columns.filter(({ target }: Body) => target !== null)
      assert.deepEqual(Object.fromEntries(mapped.map(({ header, target }: Body) => [header, target])), mapping)
      assert.deepEqual(
        asked.map(({ header }: Body) => header),
        questions,
      )
      const [row] = body.preview
      assert.deepEqual(Object.fromEntries(Object.keys(first).map((key) => [key, row.values[key]])), first)
      // What is not mapped is kept with its name.
      const shown = Object.keys(row.values).flatMap((key) => (key.startsWith('metadata.') ? [key.slice(9)] : []))
      for (const header of shown) assert.ok(!(header in mapping) || type === 'cs_ticket', header)
      await uploads.map(body.id, mapping, type === 'survey' ? { questions: asked } : {})
      const checked = (await uploads.call('POST', `/csv-uploads/${body.id}/validate`)).body
      assert.deepEqual([checked.totals.valid, checked.error_count], [rows, 0])
    })

test('each product has a file that says how it is recognized, and at least three samples', () => {
  const files = readdirSync(join(import.meta.dirname, '../../src/engine/csv/exports')).map((name) => name.slice(0, -5))
  assert.deepEqual(files.sort(), [...exportNames].sort())
  assert.deepEqual(Object.keys(expected).sort(), files)
  for (const [vendor, variants] of Object.entries(expected)) assert.ok(Object.keys(variants).length >= 3, vendor)
  for (const name of exportNames) {
    const { documented, type, signatures, columns } = knownExports[name]
    assert.ok(documented.length > 20 && csvColumns[type] && signatures.length > 0, name)
    const known = Object.keys(columns)
    for (const wanted of signatures.flat())
      if (!/^\^|\*$|^\?$/.test(wanted)) assert.equal(wanted, wanted.toLowerCase().replace(/[\s_.-]/g, ''), name)
    assert.ok(known.length > 3, name)
  }
})

test('a file that knows less of a name than Earshot does not rename the person', async () => {
  await uploads.call('POST', '/contacts', { name: 'Ana Ruiz', email: 'ana@example.com' })
  await uploads.call('POST', '/contacts', { name: 'Ben', email: 'ben@example.com' })
  const table = 'Feedback,Email,First name\nThe export is slow,ANA@example.com,Ana\nToo slow,ben@example.com,Benno\n'
  const done = await uploads.importFile(table)
  assert.equal(done.totals.created, 2)
  const names = (await uploads.list('/contacts')).map(({ name }) => name)
  assert.deepEqual(names.sort(), ['Ana Ruiz', 'Benno'])
})

test('a review without words keeps its stars and is not analyzed', async () => {
  const done = await uploads.importFile('Review,Rating\n,4\nToo slow,1\n')
  assert.deepEqual([done.status, done.totals.created], ['completed', 2])
  const items = await uploads.list('/feedback')
  const [stars] = items.filter(({ content }) => content === '★★★★☆')
  assert.deepEqual([stars!.rating.value, stars!.status], [4, 'skipped'])
})
