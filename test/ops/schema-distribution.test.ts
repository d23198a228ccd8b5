import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cloneDatabase } from '../database.ts'

/** Tables of the installation, which belong to no organization. */
const globalTables = [
  'app_user',
  'attempt_window',
  'installation',
  'key_directory',
  'last_use',
  'oauth_client',
  'organization',
  'organization_deletion',
  'rate_bucket',
  'schema_migration',
  'user_account',
  'user_second_factor',
  'user_session',
  'user_verification',
  'worker_heartbeat',
]

test('the schema can be sharded by org_id: keys start with it, foreign keys include it, no sequences or triggers', async (t) => {
  const { connection, drop } = await cloneDatabase()
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  const rows = async <T extends object>(text: string) => (await client.query<T>(text)).rows
  const inPublic = `n.nspname = 'public'`
  const tables = await rows<{ name: string; has_org: boolean }>(`
    select c.relname as name, exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and a.attnotnull
    ) as has_org
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and c.relkind = 'r' order by 1`)
  assert.deepEqual(
    tables
      .filter(({ has_org }) => !has_org)
      .map(({ name }) => name)
      .filter((name) => !globalTables.includes(name)),
    [],
  )
  const organizationTables = new Set(
    tables.filter(({ name, has_org }) => has_org && !globalTables.includes(name)).map(({ name }) => name),
  )
  assert.ok(organizationTables.size > 30)

  const keys = await rows<{ table: string; first: string; name: string }>(`
    select c.relname as table, i.relname as name, a.attname as first
    from pg_index x
    join pg_class c on c.oid = x.indrelid
    join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where ${inPublic} and x.indisprimary order by 1`)
  assert.deepEqual(
    keys.filter(({ table, first }) => organizationTables.has(table) && first !== 'org_id').map(({ table }) => table),
    [],
  )

  const references = await rows<{ table: string; to: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as to, array(
      select a.attname::text from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k
    ) as columns
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${inPublic} and c.contype = 'f'`)
  assert.deepEqual(
    references
      .filter(
        ({ table, to, columns }) =>
          organizationTables.has(table) && organizationTables.has(to) && !columns.includes('org_id'),
      )
      .map(({ table, to }) => `${table} → ${to}`),
    [],
  )

  assert.deepEqual(
    await rows(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and c.relkind = 'S'`,
    ),
    [],
  )
  assert.deepEqual(
    await rows(
      `select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and not t.tgisinternal`,
    ),
    [],
  )
})
