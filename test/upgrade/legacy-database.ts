import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { type BackupHeader, readBackup } from '#store/backup/file.ts'
import { type DatabaseOptions, driverConfig } from '#store/open.ts'
import { installQueue } from '#store/queue.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

const fixture = (name: string) => join(import.meta.dirname, name)
export const everything = fixture('everything-0.1.backup')
export const oneOrganization = fixture('organization-0.1.backup')

/** Queues of cron jobs that have another name now. */
export const oldQueues = ['better-vectors', 'due-syncs', 'rested-tickets', 'waiting-feedback', 'waiting-insights']

export async function withConnection<T>(
  connection: DatabaseOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...driverConfig(connection), options: '-c timezone=UTC' })
  await client.connect()
  return work(client).finally(() => client.end())
}

export async function readHeader(path: string): Promise<BackupHeader> {
  for await (const line of readBackup(path)) if ('header' in line) return line.header
  throw new Error(`${path} has no header`)
}

/** A database as version 0.1 left it: its schema, its rows, its queues with a queued job. */
export async function openLegacyDatabase(): Promise<TestDatabase> {
  const database = await openDatabaseOf('schema-0.1.sql.gz', everything)
  await fillQueue(database.connection)
  return database
}

/** The last migration of commits between version 0.1 and version 0.2. */
export const commits = { c0cd6e8: '0033', '7a03628': '0039' }
export type Commit = keyof typeof commits

export const everythingOf = (commit: Commit) => fixture(`everything-${commits[commit]}.backup`)

/** A database as a commit left it: its schema and its rows. */
export const openDatabaseOfCommit = (commit: Commit) =>
  openDatabaseOf(`schema-${commits[commit]}.sql.gz`, everythingOf(commit))

async function openDatabaseOf(schema: string, backup: string): Promise<TestDatabase> {
  const database = await createDatabase()
  await withConnection(database.connection, async (client) => {
    await client.query(gunzipSync(readFileSync(fixture(schema))).toString())
    // Rows come in the order of the table names, so foreign keys are not checked.
    await client.query(`set session_replication_role = 'replica'`)
    await loadRows(client, backup)
    await recordMigrations(client, (await readHeader(backup)).migrations)
  })
  return database
}

async function loadRows(client: pg.Client, backup: string) {
  let insert = ''
  for await (const line of readBackup(backup)) {
    if ('table' in line) {
      const columns = line.columns.map((column) => `"${column}"`).join(', ')
      insert = `insert into ${line.table} (${columns})
        select ${columns} from json_populate_record(null::${line.table}, $1)`
    } else if ('row' in line) await client.query(insert, [line.row])
  }
}

export async function recordMigrations(client: pg.Client, migrations: BackupHeader['migrations']) {
  await client.query(
    `create table schema_migration
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  await client.query(
    `insert into schema_migration (name, checksum)
     select name, checksum from json_populate_recordset(null::schema_migration, $1)`,
    [JSON.stringify(migrations)],
  )
}

async function fillQueue(connection: DatabaseOptions) {
  await installQueue(connection)
  const boss = new PgBoss({
    ...(driverConfig(connection) as Partial<ConstructorOptions>),
    schema: 'queue',
    max: 1,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (const name of oldQueues) {
    await boss.createQueue(name, { policy: 'exclusive' })
    await boss.schedule(name, '* * * * *')
    await boss.send(name)
  }
  const [job] = await withConnection(
    connection,
    async (client) =>
      (await client.query(`select org_id as org, id as job, failures from job where status = 'queued'`)).rows,
  )
  await boss.send('work', job)
  await boss.stop({ graceful: false })
}
