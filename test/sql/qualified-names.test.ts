import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createFixture } from '../fixtures.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type KnownNames, unqualifiedNames } from './unqualified-names.ts'

/* A dump is restored with an empty search_path, so nothing in the schema may depend on it. */

let app: TestApp
let client: pg.Client
before(async () => {
  app = await startTestApp()
  await createFixture(app, await app.org(), 'Ünïcode 😀 "quoted" \\ back ')
  client = new pg.Client(app.connection as pg.ClientConfig)
  await client.connect()
  await client.query(`set search_path = ''`)
})
after(async () => {
  await client.end()
  await app.close()
})

const rows = async <T extends object>(text: string) => (await client.query<T>(text)).rows
const ownSchemas = `('public', 'queue')`

async function knownNames(): Promise<KnownNames> {
  const names = async (text: string) => new Set((await rows<{ name: string }>(text)).map(({ name }) => name))
  const inCatalogue = (column: string) => `${column} = 'pg_catalog'::regnamespace`
  return {
    // A table of Citus, in the same schema.
    relations: (await names(`select relname as name from pg_class where ${inCatalogue('relnamespace')}`)).add(
      'pg_dist_partition',
    ),
    functions: await names(`select proname as name from pg_proc where ${inCatalogue('pronamespace')}`),
    types: await names(`select typname as name from pg_type where ${inCatalogue('typnamespace')}`),
  }
}

test('no function names an object without its schema', async () => {
  const functions = await rows<{ name: string; definition: string }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname in ${ownSchemas} and l.lanname in ('sql', 'plpgsql') and p.prosqlbody is null`)
  assert.ok(functions.length > 10)
  const known = await knownNames()
  for (const { name, definition } of functions) assert.deepEqual(unqualifiedNames(definition, known), [], name)
})

test('the check finds names in expressions, statements, casts, dynamic statements and nested functions', async () => {
  const known = await knownNames()
  const named = (body: string) =>
    unqualifiedNames(`create function a.b() returns text language plpgsql as $f$ begin ${body} end $f$`, known)
  assert.deepEqual(named(`return iso_json(now());`), ['iso_json'])
  assert.deepEqual(named(`perform pg_catalog.now(); return public.iso_json(now());`), [])
  assert.deepEqual(named(`insert into job (id) select id from public.job;`), ['job'])
  assert.deepEqual(named(`return 'job'::regclass;`), ['job'])
  assert.deepEqual(named(`execute 'select 1 from pg_class where oid = ''job''::regclass';`), ['job'])
  assert.deepEqual(named(`execute format('create table %I partition of embedding default', 'a');`), ['embedding'])
  assert.deepEqual(named(`create function c.d() returns text language sql as $g$ select iso(now()) $g$;`), ['iso'])
  assert.deepEqual(named(`with x as (select 1) select 1 from x;`), [])
})

test('columns, checks and indexes are computed the same with an empty search_path', async () => {
  const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${ownSchemas}`
  const columns = await rows<{ table: string; name: string; value: string; generated: boolean }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as name,
      pg_get_expr(d.adbin, d.adrelid) as value, a.attgenerated <> '' as generated
    from ${tables} join pg_attrdef d on d.adrelid = c.oid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum where c.relkind = 'r'`)
  const generated = columns.filter((column) => column.generated)
  assert.ok(generated.length >= 10)
  for (const { table, name, value } of generated) {
    const [row] = await rows<{ n: number; wrong: number }>(`
      select count(*)::int as n, count(*) filter (where (${value}) is distinct from ${name})::int as wrong from ${table}`)
    assert.equal(row!.wrong, 0, `${table}.${name}`)
  }
  for (const column of columns) if (!column.generated) await rows(`select ${column.value}`)
  const checks = await rows<{ table: string; condition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, pg_get_expr(k.conbin, k.conrelid) as condition
    from ${tables} join pg_constraint k on k.conrelid = c.oid and k.contype = 'c'`)
  for (const { table, condition } of checks)
    assert.deepEqual(await rows(`select 1 from ${table} where not (${condition})`), [], `${table}: ${condition}`)
  await client.query('reindex schema public')
})
