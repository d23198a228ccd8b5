import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { textArray, uuidArray } from '#store/binary-arrays.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
before(async () => void (app = await startTestApp()))
after(() => app.close())

const back = async (of: Buffer, type: 'uuid' | 'text') => {
  const array = type === 'uuid' ? sql`${of}::uuid[]` : sql`${of}::text[]`
  return (
    await app.store.rows<{ value: string | null }>(
      sql`select x.value::text as value from unnest(${array}) with ordinality as x (value, n) order by x.n`,
    )
  ).map((row) => row.value)
}

test('arrays of ids are passed unchanged, including null and upper case', async () => {
  const ids = [newId(), null, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', newId()]
  assert.deepEqual(await back(uuidArray(ids), 'uuid'), ids)
  assert.deepEqual(await back(uuidArray(['01234567-89AB-CDEF-0123-456789ABCDEF']), 'uuid'), [
    '01234567-89ab-cdef-0123-456789abcdef',
  ])
})

test('arrays of texts are passed unchanged, including special characters', async () => {
  const texts = [
    '',
    'plain',
    null,
    'null',
    'NULL',
    '{"a",b\\}',
    "it's “fine”, he said",
    'ä ß 漢字 🎉',
    '\n\t\\n',
    'x'.repeat(100_000),
    '漢'.repeat(1000),
  ]
  assert.deepEqual(await back(textArray(texts), 'text'), texts)
})

test('empty arrays are passed unchanged', async () => {
  assert.deepEqual([await back(uuidArray([]), 'uuid'), await back(textArray([]), 'text')], [[], []])
})
