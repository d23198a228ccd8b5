import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { textArray, uuidArray } from '#store/arrays.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => void (world = await openWorld()))
after(() => world.close())

const back = async (of: Buffer, type: 'uuid' | 'text') => {
  const array = type === 'uuid' ? sql`${of}::uuid[]` : sql`${of}::text[]`
  return (
    await world.store.rows<{ value: string | null }>(
      sql`select x.value::text as value from unnest(${array}) with ordinality as x (value, n) order by x.n`,
    )
  ).map((row) => row.value)
}

test('ids arrive as they are, missing ones and capitals too', async () => {
  const ids = [newId(), null, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', newId()]
  assert.deepEqual(await back(uuidArray(ids), 'uuid'), ids)
  assert.deepEqual(await back(uuidArray(['01234567-89AB-CDEF-0123-456789ABCDEF']), 'uuid'), [
    '01234567-89ab-cdef-0123-456789abcdef',
  ])
})

test('texts arrive as they are, whatever is in them', async () => {
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

test('nothing arrives as nothing', async () => {
  assert.deepEqual([await back(uuidArray([]), 'uuid'), await back(textArray([]), 'text')], [[], []])
})
