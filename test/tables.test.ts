import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { missingColumns } from '../scripts/schema/missing-columns.ts'
import { tableDefinitions } from '../scripts/schema/table-definitions.ts'
import { text, uuid } from '#store/table/columns.ts'
import { columnName, type Table } from '#store/table/define.ts'
import { restoredColumns } from '#store/table/erase.ts'
import { cloneDatabase } from './database.ts'

/* What the table definitions say is what PostgreSQL has. */

const tables = await tableDefinitions()
let client: pg.Client
let drop: () => Promise<void>
before(async () => {
  const database = await cloneDatabase()
  client = new pg.Client(database.connection as pg.ClientConfig)
  await client.connect()
  drop = database.drop
})
after(async () => {
  await client.end()
  await drop()
})

const typeNames: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  'timestamp(3) with time zone': 'timestamptz',
}

async function catalogColumns(table: string) {
  const { rows } = await client.query<{ name: string; type: string; nullable: boolean; generated: string | null }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
       case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as generated
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return rows.filter(({ name }) => name !== 'org_id')
}

test('the names of columns that are words of SQL, and no others, are quoted', async () => {
  const { rows } = await client.query<{ word: string }>(
    "select word::text from pg_get_keywords() where catcode in ('R', 'T')",
  )
  const keywords = new Set(rows.map(({ word }) => word))
  const names = tables.flatMap(({ columns }) => Object.keys(columns))
  for (const name of names) assert.equal(columnName(name), keywords.has(name) ? `"${name}"` : name)
})

test('there are definitions', () => assert.ok(tables.length >= 8, tables.map(({ name }) => name).join()))

for (const table of tables) {
  test(`${table.name}: columns, types and nullability are those of the database`, async () => {
    const stored = await catalogColumns(table.name)
    const kept = ({ name, generated }: (typeof stored)[number]) =>
      // A generated column is nullable for PostgreSQL even where its expression is never null.
      generated === null ? [] : [name]
    const computed = new Set(stored.flatMap(kept))
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(table.columns).map(([name, { type, nullable }]) => [
          name,
          { type, nullable: computed.has(name) || Boolean(nullable) },
        ]),
      ),
      Object.fromEntries(
        stored.map(({ name, type, nullable }) => [
          name,
          { type: typeNames[type] ?? type, nullable: computed.has(name) || nullable },
        ]),
      ),
    )
  })

  test(`${table.name}: the stored document has the columns that the definition says`, async () => {
    const document = (await catalogColumns(table.name)).find(({ name }) => name === 'document')?.generated
    if (!document || !table.storedDocument) return
    const [, names] = /_document\((.*)\)$/.exec(document)!
    assert.deepEqual(names!.split(', '), [...table.storedDocument])
  })

  test(`${table.name}: what is restored or cleared is a column that can be`, () => {
    for (const name of restoredColumns(table)) assert.ok(!table.columns[name]!.erasure?.match(/computed/), name)
  })
}

test('a column that a definition has and the database does not becomes a migration', async () => {
  const contact = tables.find(({ name }) => name === 'contact')!
  const wider: Table = {
    ...contact,
    columns: {
      ...contact.columns,
      department: text({ nullable: true, erasure: 'cleared', written: 'replaced', merged: 'first' }),
      labels_at: uuid({ nullable: true, internal: true }),
    },
    views: { contact_wide: 'select * from contact' },
  }
  assert.equal(await missingColumns(client, tables), undefined)
  await client.query('create view contact_wide as select * from contact')
  const migration = await missingColumns(client, [wider])
  assert.deepEqual(migration, {
    name: 'contact_department_and_contact_labels_at',
    text: `drop view contact_wide;
alter table contact add column department text, add column labels_at uuid;
create view contact_wide as
select * from contact;
`,
  })
  await client.query(migration!.text)
  assert.equal(await missingColumns(client, [wider]), undefined)
  await client.query('select department from contact_wide')
})

test('a column that must have a value and has no default is refused', async () => {
  const contact = tables.find(({ name }) => name === 'contact')!
  await assert.rejects(
    missingColumns(client, [{ ...contact, columns: { required: text({ erasure: 'cleared' }) } }]),
    /contact\.required is not null and needs a default/,
  )
})
