import { parseArgs } from 'node:util'
import type { Config } from '#config/types.ts'
import { commandActor } from '#domain/events/audit/command-actor.ts'
import { recordAudit, recordForAll } from '#domain/events/audit/record.ts'
import { DamagedBackupError, RestoreRefusedError, UnknownOrganizationError } from '#store/backup/errors.ts'
import { verifyBackup } from '#store/backup/file.ts'
import { restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { migrate } from '#store/migrate.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { openDatabase } from './database.ts'
import { importOrganization } from './import-organization.ts'
import { UsageError } from '#client/usage-error.ts'
import { version } from '#version.ts'

const usage = [
  'earshot backup [file] [--org id]',
  'earshot backup verify <file>',
  'earshot restore <file> [--force]',
  'earshot restore <file> --org id',
].join(', ')
const exitFailed = 1

type Options = { force: boolean; org: string | undefined; print: Print }
type Print = (result: object, text: string) => void

/** Runs beside a server or without one, on the embedded PostgreSQL or the one of DATABASE_URL. */
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
  const print: Print = (result, text) => void process.stdout.write(`${values.json ? JSON.stringify(result) : text}\n`)
  const options = { force: values.force, org: values.org, print }
  try {
    if (command === 'restore') await restore(config, first!, options)
    else if (first === 'verify') await verify(second, print)
    else await backup(config, first ?? defaultName(), options)
    return 0
  } catch (error) {
    if (!isExpected(error)) throw error
    process.stderr.write(`${error.message}\n`)
    return exitFailed
  }
}

const defaultName = () => `earshot-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`

const isExpected = (error: unknown): error is Error =>
  error instanceof DamagedBackupError ||
  error instanceof RestoreRefusedError ||
  error instanceof UnknownOrganizationError

async function verify(file: string | undefined, print: Print) {
  if (file === undefined) throw new UsageError(usage)
  const { tables, organizations, created_at } = await verifyBackup(file)
  print({ file, created_at, tables, organizations }, `${file} is complete: ${summary(tables)}, made ${created_at}`)
}

const backup = (config: Config, file: string, { org, print }: Options) =>
  withDatabase(config, async (connection) => {
    await migrate(connection)
    // Before the file is written, so that no copy of the data exists without an entry.
    await auditCommand(connection, 'backup', org)
    const { tables, organizations } = await writeBackup(connection, file, version, org)
    print({ file, tables, organizations }, `${file}: ${summary(tables)}`)
  })

const restore = (config: Config, file: string, { force, org, print }: Options) =>
  withDatabase(config, async (connection) => {
    if (org !== undefined) {
      const tables = await importOrganization(config, connection, file, org)
      await auditCommand(connection, 'restore', org)
      print(
        { file, organization: org, tables },
        `imported ${summary(tables)} into ${org}; webhooks and integrations are off: give each a new secret`,
      )
      return
    }
    const { tables, organizations } = await restoreBackup(connection, file, { force })
    await auditCommand(connection, 'restore', undefined)
    print({ file, tables, organizations }, `restored ${summary(tables)}; all rows match the backup`)
  })

/** In the log of one organization or of all. */
async function auditCommand(connection: DatabaseOptions, operation: string, only: string | undefined) {
  const store = openStore({ ...connection, max: 1 })
  try {
    await store.transaction(async (db) => {
      const entry = { operation, actor: commandActor() }
      await (only === undefined ? recordForAll(db, entry) : recordAudit(db, only, entry))
    })
  } finally {
    await store.close()
  }
}

const summary = (tables: Record<string, { rows: number }>) =>
  `${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows in ${Object.keys(tables).length} tables`

async function withDatabase<T>(config: Config, work: (connection: DatabaseOptions) => Promise<T>): Promise<T> {
  const database = await openDatabase(config)
  try {
    return await work(database.connection)
  } finally {
    await database.stop()
  }
}
