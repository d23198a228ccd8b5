import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { splitSqlStatements } from '#store/citus/migration.ts'
import { readPlan } from '#store/citus/plan.ts'
import { distribute, DistributeRefusedError } from '#store/distribute.ts'
import { migrate } from '#store/migrate.ts'
import { earlierMigrations, migrations } from '#store/migration-files.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { cloneDatabase, testCluster } from '../database.ts'
import { missing } from './cluster.ts'
import { createOnCluster } from './database.ts'

const cluster = testCluster()
const onCluster = cluster ? {} : { skip: missing }

async function connect(t: TestContext, connection: DatabaseOptions): Promise<pg.Client> {
  const client = new pg.Client(connection as pg.ClientConfig)
  // The database is dropped first, which ends its connections.
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.end().catch(() => {}))
  return client
}

const isRefused = (message: RegExp) => (error: unknown) =>
  error instanceof DistributeRefusedError && message.test(error.message)

test('a database without Citus is refused with what to do', { skip: cluster && 'has Citus' }, async (t) => {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  await assert.rejects(
    distribute({ ...connection, embedded: false }, true),
    isRefused(/extension citus is not installed|create extension citus/),
  )
  await assert.rejects(distribute({ ...connection, embedded: true }, true), isRefused(/Set DATABASE_URL/))
})

test('the command refuses the embedded database and does not start it', async () => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: '/nonexistent' }
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, ['bin/earshot.mjs', 'distribute', '--yes'], { env }, (error, _, text) =>
      resolve({ code: error?.code, stderr: text }),
    ),
  )
  assert.equal(code, 1)
  assert.match(stderr, /^The embedded PostgreSQL is one node\. Set DATABASE_URL .*\n$/)
})

test('every migration is split into its statements', () => {
  assert.deepEqual(
    splitSqlStatements(`-- a; b\ncreate table a (b text default ';');\n\ninsert into a values ('it''s;');\n`),
    [`-- a; b\ncreate table a (b text default ';')`, `\n\ninsert into a values ('it''s;')`],
  )
  assert.equal(splitSqlStatements('do $x$ begin a; b; end $x$; -- end').length, 1)
  for (const { name, text } of [...earlierMigrations(), ...migrations()])
    assert.ok(splitSqlStatements(text).length > 0, name)
})

test('tables are moved with their rows; a later run and a later migration add what is new', onCluster, async (t) => {
  const { connection, drop, nodes } = await createOnCluster(cluster!, { empty: true })
  t.after(drop)
  const client = await connect(t, connection)
  await client.query(
    `insert into organization (id, name) select 'org_' || n, 'Org ' || n from generate_series(1, 40) n`,
  )
  await client.query(
    `insert into theme (org_id, id, name, color) select id, gen_random_uuid(), 'Theme', '#000000' from organization`,
  )
  const keys = async () =>
    (
      await client.query(
        `select count(*)::int as n from pg_constraint k join pg_class c on c.oid = k.conrelid
         where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
      )
    ).rows
  const keysBefore = await keys()

  const planned = await distribute(connection, false)
  assert.ok(planned.plan.distribute.length > 80 && planned.plan.distribute.includes('event'))
  assert.deepEqual(
    planned.plan.globalUniques.map(({ name }) => name),
    ['feedback_widget_key_key', 'integration_token_key', 'survey_link_key_key'],
  )
  assert.equal((await readPlan(client)).done.length, 0, 'showing the plan moves nothing')

  assert.ok((await distribute(connection, true)).distributed)
  assert.deepEqual(await keys(), keysBefore)
  assert.deepEqual((await client.query('select count(*)::int as n from theme')).rows, [{ n: 40 }])
  const { rows } = await client.query<{ n: number }>(
    `select count(distinct nodeport)::int as n from citus_shards where table_name = 'theme'::regclass`,
  )
  assert.equal(rows[0]!.n, nodes.length - 1, 'every worker has shards')
  await assert.rejects(
    client.query(`insert into theme (org_id, id, name, color) values ('org_none', gen_random_uuid(), 'x', '#000000')`),
    { code: '23503' },
  )

  const again = await distribute(connection, true)
  assert.deepEqual([again.distributed, again.plan.distribute, again.plan.reference], [false, [], []])

  const text = `
    create table theme_note (
      org_id text collate "C" not null references organization (id) on delete cascade,
      id uuid not null, theme_id uuid not null, note text not null default 'a;b',
      primary key (org_id, id),
      foreign key (org_id, theme_id) references theme (org_id, id) on delete cascade
    );
    create index theme_note_theme on theme_note (org_id, theme_id);
    alter table theme add column note_count integer not null default 0;`
  await migrate(connection, [...migrations(), { name: '9999_theme_note.sql', text, checksum: 'x' }])
  const plan = await readPlan(client)
  assert.ok(plan.done.includes('theme_note') && plan.distribute.length === 0)
  await client.query(`insert into theme_note (org_id, id, theme_id) select org_id, gen_random_uuid(), id from theme`)
  await client.query(`delete from theme where org_id = 'org_7'`)
  assert.deepEqual((await client.query('select count(*)::int as n from theme_note')).rows, [{ n: 39 }])
})

test('a worker, another role and a running server are refused; a failure moves nothing', onCluster, async (t) => {
  const { connection, drop, nodes } = await createOnCluster(cluster!, { empty: true })
  t.after(drop)
  const [, worker] = nodes
  const { host, port } = worker!
  await assert.rejects(distribute({ ...connection, host, port }, true), isRefused(/^This node is a worker/))

  const client = await connect(t, connection)
  const server = await connect(t, { ...connection, application_name: 'earshot' })
  await assert.rejects(distribute(connection, true), isRefused(/^A server uses this database \(1 connections\)/))
  await server.query('set application_name = other')

  await client.query(`create role ${connection.database} login`)
  await client.query(`grant all on all tables in schema public to ${connection.database}`)
  await client.query(`grant all on schema queue to ${connection.database}`)
  await client.query(`grant all on all tables in schema queue to ${connection.database}`)
  await assert.rejects(
    distribute({ ...connection, user: connection.database! }, true),
    isRefused(/does not own .*theme/),
  )
  await client.query(`drop owned by ${connection.database}`)
  await client.query(`drop role ${connection.database}`)

  await client.query(`create table zebra (org_id text collate "C" not null, id uuid not null, name text not null,
    primary key (org_id, id), exclude (name with =))`)
  await assert.rejects(distribute(connection, true), /cannot create constraint on "zebra"/)
  assert.equal((await readPlan(client)).done.length, 0, 'all or nothing')
})
