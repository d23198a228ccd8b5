import { parseArgs } from 'node:util'
import type { Config } from '#config/types.ts'
import { DamagedBackup, verifyBackup } from '#store/backup/file.ts'
import { RestoreRefused } from '#store/backup/errors.ts'
import { restoreBackup } from '#store/backup/restore.ts'
import { NoSuchOrganization, writeBackup } from '#store/backup/write.ts'
import { migrate } from '#store/migrate.ts'
import type { Connection } from '#store/open.ts'
import { openDatabase } from './database.ts'
import { moveIn } from './import-organization.ts'
import { UsageError } from './usage-error.ts'
import { version } from '#version.ts'

const usage =
  'earshot backup [file] [--org id], earshot backup verify <file>, earshot restore <file> [--force], earshot restore <file> --org id'
const refused = 1

/** Works beside a running server and without one, on our own PostgreSQL and on the one of DATABASE_URL. */
export async function runBackup(command: 'backup' | 'restore', argv: string[], config: Config): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      org: { type: 'string' },
    },
  })
  const [first, second, extra] = positionals
  if (extra !== undefined || (command === 'restore' && first === undefined)) throw new UsageError(usage)
  const say = (value: object, human: string) =>
    void process.stdout.write(`${values.json ? JSON.stringify(value) : human}\n`)
  try {
    if (command === 'backup' && first === 'verify') {
      if (second === undefined) throw new UsageError(usage)
      const { tables, organizations, created_at } = await verifyBackup(second)
      say(
        { file: second, created_at, tables, organizations },
        `${second} is whole: ${summary(tables)}, made ${created_at}`,
      )
      return 0
    }
    return await withDatabase(config, async (connection) => {
      if (command === 'restore' && values.org !== undefined) {
        const tables = await moveIn(config, connection, first!, values.org)
        say(
          { file: first, organization: values.org, tables },
          `${values.org} now holds ${summary(tables)}; webhooks are paused and integrations off until they get a new secret`,
        )
        return 0
      }
      if (command === 'restore') {
        const { tables, organizations } = await restoreBackup(connection, first!, { force: values.force })
        say({ file: first, tables, organizations }, `restored ${summary(tables)}; every organization is as it was`)
        return 0
      }
      const file = first ?? `earshot-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
      await migrate(connection)
      const { tables, organizations } = await writeBackup(connection, file, version, values.org)
      say({ file, tables, organizations }, `${file}: ${summary(tables)}`)
      return 0
    })
  } catch (error) {
    if (!(error instanceof DamagedBackup || error instanceof RestoreRefused || error instanceof NoSuchOrganization))
      throw error
    process.stderr.write(`${error.message}\n`)
    return refused
  }
}

const summary = (tables: Record<string, { rows: number }>) =>
  `${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows in ${Object.keys(tables).length} tables`

async function withDatabase<T>(config: Config, work: (connection: Connection) => Promise<T>): Promise<T> {
  const database = await openDatabase(config)
  try {
    return await work(database.connection)
  } finally {
    await database.stop()
  }
}
