import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { migrations } from '#store/migration-files.ts'
import { describeSchema } from './schema/describe.ts'

/* npm run schema: writes docs/schema.sql from a new database; with --check it fails where the file is stale. */

const file = 'docs/schema.sql'

async function currentSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-schema-'))
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate(server.connection)
    const client = new pg.Client(server.connection as pg.ClientConfig)
    await client.connect()
    return await describeSchema(client, migrations()).finally(() => client.end())
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const schema = await currentSchema()
if (!process.argv.includes('--check')) writeFileSync(file, schema)
else if (readFileSync(file, 'utf8') !== schema) {
  process.stderr.write(`${file} does not match the migrations: run \`npm run schema\` and commit the file\n`)
  process.exitCode = 1
}
