import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { types } from '#store/session.ts'
import { cloneDatabase } from '../database.ts'
import { checkRows } from './check-rows.ts'
import { openSources, type Sources } from './row-types.ts'
import { kindByType } from './wrong-rows.ts'

/* The check of row types itself; `npm test` makes it for every statement that the tests sent (refuse-wrong-rows.ts). */

const file = 'test/sql/row-type-samples.ts'
let sources: Sources
let client: pg.Client
let drop: () => Promise<void>
before(async () => {
  sources = openSources()
  const database = await cloneDatabase()
  client = new pg.Client({ ...(database.connection as pg.ClientConfig), types })
  await client.connect()
  drop = database.drop
})
after(async () => {
  sources.close()
  await client.end()
  await drop()
})

/** The place of a piece of text of the samples, as a stack has it. */
function at(piece: string): string {
  const before = readFileSync(file, 'utf8').split(piece)[0]!.split('\n')
  return `${file}:${before.length}:${before.at(-1)!.length + 1}`
}
const expectedAt = (...pieces: string[]) => {
  const expected = sources.expectedBy(pieces.map(at))
  return typeof expected === 'object' ? Object.fromEntries(expected.members) : expected
}
const kinds = (...all: string[]) => new Set(all)
const contact = { id: kinds('text'), tags: kinds('[text]'), deleted_at: kinds('null', 'text') }
const isNew = { is_new: kinds('boolean', 'null') }

test('the row type is read from the call, also where it is inferred or awaited', () => {
  assert.deepEqual(expectedAt('rows<Contact>'), { ...contact, ...isNew })
  assert.deepEqual(expectedAt('first<{ count'), {
    count: kinds('number'),
    company: kinds('null', 'object'),
    hash: kinds('bytes'),
  })
  assert.deepEqual(expectedAt('rows(sql`select name'), { name: kinds('text') })
  assert.deepEqual(expectedAt('await db'), { status: kinds('text') })
  assert.equal(expectedAt('first(sql`select 1'), 'unread')
  assert.equal(expectedAt('run('), 'unread')
  assert.equal(expectedAt('list = '), undefined)
})

test('the rows of a list are those that it shows', () => {
  assert.deepEqual(expectedAt('rows<Row', 'rowPage({'), { sort_key: kinds('text'), ...contact, ...isNew })
  assert.equal(expectedAt('rows<Row'), undefined)
})

const check = async (text: string, ...pieces: string[]) => {
  const { wrong, unreadable } = await checkRows(client, sources, [
    { file, text, calls: ['src/store/open.ts:1:1', ...pieces.map(at)] },
  ])
  return [...wrong.map((one) => one.split('\n')[0]!.replace(/^.*?: /, '')), ...unreadable.map(() => 'unreadable')]
}

test('a column that is missing, not read or of another type is found', async () => {
  const from = 'from contact where org_id = $1'
  const contacts = 'rows<Contact>'
  assert.deepEqual(await check(`select id, tags, deleted_at ${from}`, contacts), [])
  assert.deepEqual(await check(`select id, tags ${from}`, contacts), ['no column deleted_at'])
  assert.deepEqual(await check(`select id, tags, deleted_at, email ${from}`, contacts), ['email is not read'])
  assert.deepEqual(await check(`select id, tags[1] as tags, deleted_at ${from}`, contacts), [
    'tags is text (25), not [text]',
  ])
  assert.deepEqual(await check(`select id, tags, deleted_at, 1 as is_new ${from}`, contacts), [
    'is_new is number (23), not boolean | null',
  ])
  assert.deepEqual(
    await check(`select 1::bigint as count, '{}'::jsonb as company, '\\x'::bytea as hash`, 'first<{ count'),
    [],
  )
  assert.deepEqual(await check(`select id ${from}`, 'list = '), ['unreadable'])
  assert.deepEqual(await check('select nothing from contact', contacts), ['column "nothing" does not exist'])
})

const samples: Record<string, string> = {
  boolean: 't',
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01',
  'timestamp without time zone': '2026-01-01',
  uuid: '00000000-0000-7000-8000-000000000000',
}
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${kindOf(value[0])}]`
  if (Buffer.isBuffer(value)) return 'bytes'
  if (value instanceof Date) return 'date'
  return typeof value === 'string' ? 'text' : typeof value
}

test('the kinds of values are those that the driver makes', async () => {
  for (const [type, kind] of kindByType) {
    const { rows: names } = await client.query(`select format_type($1, null) as name`, [type])
    const name: string = names[0]!.name
    const sample = samples[name.replace('[]', '')] ?? '1'
    const { rows } = await client.query(`select '${name.endsWith('[]') ? `{${sample}}` : sample}'::${name} as value`)
    // JSON may be anything; here it is a number.
    assert.equal(kindOf(rows[0]!.value), kind === 'json' ? 'number' : kind, name)
  }
})
