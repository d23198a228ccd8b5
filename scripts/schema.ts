import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { migrations } from '#store/migration-files.ts'
import { describeSchema } from './schema/describe.ts'
import { missingColumns, type NewMigration } from './schema/missing-columns.ts'
import { tableDefinitions } from './schema/table-definitions.ts'

/*
 * npm run schema: writes a migration for columns that a table definition has and the migrations do not, and
 * docs/schema.sql from a new database. With --check it writes nothing and fails where one of them is missing or stale.
 */

const file = 'docs/schema.sql'

const isCheck = process.argv.includes('--check')

async function withNewDatabase<T>(work: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-schema-'))
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  try {
    return await work(server.connection as pg.ClientConfig)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  return await work(client).finally(() => client.end())
}

const fail = (message: string) => {
  process.stderr.write(`${message}: run \`npm run schema\` and commit the file\n`)
  process.exitCode = 1
}

function writeMigration({ name, text }: NewMigration) {
  const last = migrations().at(-1)!.name.slice(0, 4)
  const path = `src/store/migrations/${String(Number(last) + 1).padStart(4, '0')}_${name}.sql`
  writeFileSync(path, text)
  process.stdout.write(`wrote ${path}\n`)
}

await withNewDatabase(async (connection) => {
  await migrate(connection)
  const missing = await withClient(connection, async (client) => missingColumns(client, await tableDefinitions()))
  if (missing && isCheck) return fail(`a column of ${missing.name} has no migration`)
  if (missing) {
    writeMigration(missing)
    await migrate(connection, migrations())
  }
  const schema = await withClient(connection, (client) => describeSchema(client, migrations()))
  if (!isCheck) writeFileSync(file, schema)
  else if (readFileSync(file, 'utf8') !== schema) fail(`${file} does not match the migrations`)
  return undefined
})
