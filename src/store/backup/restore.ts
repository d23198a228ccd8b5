import type pg from 'pg'
import { isDistributed } from '#store/citus/cluster.ts'
import { resetEventPositions } from '#store/event-positions.ts'
import { migrate } from '#store/migrate.ts'
import { baselines, earlierMigrations, legacyMigrations, type Migration, migrations } from '#store/migration-files.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { quoteIdentifier } from '#store/sql.ts'
import { columnList, listForeignKeys, listTables, readRows, type BackupTable, rowsPerBatch } from './catalogue.ts'
import { beginUnlimited, withClient } from '#store/with-client.ts'
import { createDigester } from './digest.ts'
import { DamagedBackupError, RestoreRefusedError } from './errors.ts'
import {
  type BackupDigests,
  formatVersion,
  readBackup,
  requireEqualDigests,
  verifyBackup,
  type BackupHeader,
} from './file.ts'
import { refillKeyDirectory } from './fill-key-directory.ts'
import { type BackupNames, isLegacy, namesIn } from './legacy-names.ts'
import { requeueJobs } from './requeue-jobs.ts'

/**
 * Restores a backup of all organizations: creates the schema of the backup, loads all rows, compares them with the
 * digests, checks every foreign key, then applies later migrations. All or nothing.
 */
export async function restoreBackup(
  connection: DatabaseOptions,
  path: string,
  { force = false } = {},
): Promise<BackupDigests> {
  const header = await verifyBackup(path)
  const names = namesIn(header)
  await migrate(connection, migrationsFor(header))
  await withClient(connection, 'earshot-restore', async (client) => {
    await beginUnlimited(client)
    await emptyTables(client, force)
    const foreignKeys = await listForeignKeys(client)
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
    await load(client, path, names)
    requireEqualDigests(header.organizations, await digestByOrganization(client, names))
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await resetEventPositions(client)
    await client.query('commit')
    await analyzeAll(client)
  })
  await migrate(connection)
  await refillKeyDirectory(connection)
  await requeueJobs(connection)
  return header
}

/** Without statistics the first queries would use plans for empty tables; workers of a cluster make their own. */
async function analyzeAll(client: pg.Client) {
  if (await isDistributed(client)) return
  await beginUnlimited(client)
  await client.query('analyze')
  await client.query('commit')
}

/** The migrations that create the schema of the backup; unknown ones come from another version. */
function migrationsFor(header: BackupHeader): Migration[] {
  const { format, migrations: applied, organization } = header
  if (organization)
    throw new RestoreRefusedError('this is a backup of one organization; name an empty organization with --org')
  if (format !== formatVersion)
    throw new RestoreRefusedError(`this backup has format ${format}; this version reads format ${formatVersion}`)
  const hasApplied = ({ name }: Migration) => applied.some((one) => one.name === name)
  const earlier = earlierMigrations()
  if (isLegacy(header)) return migrationsForLegacy(applied, earlier)
  const isEarlier = earlier.some(hasApplied)
  const known = isEarlier ? earlier : migrations()
  requireSame(applied, new Map(known.map(({ name, checksum }) => [name, checksum])))
  return isEarlier && applied.length === earlier.length ? baselines() : known.filter(hasApplied)
}

function migrationsForLegacy(applied: BackupHeader['migrations'], earlier: readonly Migration[]) {
  const { from, to } = legacyMigrations()
  requireSame(applied, new Map(Object.entries(from)))
  if (applied.length < Object.keys(from).length)
    throw new RestoreRefusedError('this backup is older than version 0.1.0; restore it with that version first')
  return earlier.filter(({ name }) => to.includes(name))
}

function requireSame(applied: BackupHeader['migrations'], checksums: ReadonlyMap<string, string>) {
  const other = applied.find(({ name, checksum }) => checksums.get(name) !== checksum)
  if (other)
    throw new RestoreRefusedError(`this backup was made by another version (${other.name}); restore it with that one`)
}

async function emptyTables(client: pg.Client, force: boolean) {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select 1 from organization) or exists (select 1 from app_user) as found',
  )
  if (rows[0]!.found && !force)
    throw new RestoreRefusedError('there is data in this database already; --force replaces it')
  const tables = await listTables(client)
  // Copies outside of the backup, such as vectors for semantic search, go along; they are made anew.
  await client.query(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')} cascade`)
}

async function load(client: pg.Client, path: string, names: BackupNames) {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  let insert = ''
  let rows: string[] = []
  const flush = async () => {
    if (rows.length) await client.query(insert, [`[${rows.join(',')}]`])
    rows = []
  }
  for await (const line of readBackup(path)) {
    if ('row' in line) {
      rows.push(line.row)
      if (rows.length >= rowsPerBatch) await flush()
    } else if ('table' in line) {
      await flush()
      const table = tables.get(names.table(line.table))
      if (!table) throw new DamagedBackupError(`there is no table ${line.table}`)
      insert = await insertStatement(client, table, names)
    }
  }
  await flush()
}

/** Inserts rows of JSON; renamed columns are read through a temporary table that has their old names. */
async function insertStatement(client: pg.Client, table: BackupTable, names: BackupNames): Promise<string> {
  const target = quoteIdentifier(table.name)
  const inBackup = table.columns.map((column) => names.columnInBackup(table.name, column))
  let rowType = target
  if (inBackup.some((column, i) => column !== table.columns[i])) {
    rowType = quoteIdentifier(`backup_${table.name}`)
    await client.query(`
      create temp table ${rowType} on commit drop as
      select ${backupColumns(table, names)} from ${target} with no data`)
  }
  return `insert into ${target} (${columnList(table.columns)})
    select ${columnList(inBackup)} from json_populate_recordset(null::${rowType}, $1::json)`
}

/** The columns of a table under the names that they have in the backup. */
const backupColumns = (table: BackupTable, names: BackupNames) =>
  table.columns
    .map((column) => `${quoteIdentifier(column)} as ${quoteIdentifier(names.columnInBackup(table.name, column))}`)
    .join(', ')

/** Digests of the rows in the database, as the backup computed them. */
export async function digestByOrganization(client: pg.Client, names?: BackupNames) {
  const organizations = createDigester()
  for (const table of await listTables(client)) {
    const nameOf = (column: string) => names?.columnInBackup(table.name, column) ?? column
    for await (const rows of readRows(client, table, { nameOf }))
      for (const { text, org } of rows) organizations.add(org, text)
  }
  return organizations.result()
}
