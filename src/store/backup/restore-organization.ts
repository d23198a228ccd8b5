import type pg from 'pg'
import { earlierMigrations, legacyMigrations, migrations } from '#store/migration-files.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { quoteIdentifier } from '#store/sql.ts'
import { columnList, listTables, type BackupTable, rowsPerBatch } from './catalogue.ts'
import { beginUnlimited, withClient } from '#store/with-client.ts'
import { RestoreRefusedError } from './errors.ts'
import { type BackupDigests, readBackup, verifyBackup, type BackupHeader } from './file.ts'
import { fillKeyDirectory } from './fill-key-directory.ts'
import { currentRow, isForgotten, type LegacyColumns, legacyColumns } from './legacy-columns.ts'
import { type BackupNames, namesIn } from './legacy-names.ts'
import { recountRestoredInitiatives } from './recount-initiatives.ts'
import { requeueJobs } from './requeue-jobs.ts'
import { type Reference, referencedFirst, referencesQuery } from './table-order.ts'

/*
 * Imports the backup of one organization into another, empty one. Ids are kept, because they are unique within an
 * organization; the ids of the organization and of its users become those of the target.
 */

export type BackupRow = Record<string, unknown>

type RestoreTarget = {
  org: string
  /** Replaces users that the target does not have. */
  user: string
  /** Replaces what must differ between two organizations: URLs, secrets, read positions. */
  renew(table: string, row: BackupRow): BackupRow
}

/** Created with every organization, so it is replaced. */
const defaultTable = 'category'
/** Columns of the organization that the target keeps. */
const keptColumns = new Set([
  'id',
  'name',
  'is_demo',
  'created_at',
  'updated_at',
  'api_enabled',
  'api_admins',
  'api_members',
  'api_read',
  'api_write',
])
const mustBeEmpty = [
  'contact',
  'feedback',
  'insight',
  'theme',
  'opportunity',
  'initiative',
  'project',
  'survey',
  'interview',
  'support_ticket',
  'segment',
  'webhook',
  'integration',
]

/** Returns the digests of the imported tables, under their current names. */
export async function restoreOrganization(
  connection: DatabaseOptions,
  path: string,
  target: RestoreTarget,
): Promise<BackupDigests['tables']> {
  const header = await verifyBackup(path)
  requireReadable(header)
  const names = namesIn(header)
  const digests = Object.fromEntries(Object.entries(header.tables).map(([name, digest]) => [names.table(name), digest]))
  await withClient(connection, 'earshot-restore', async (client) => {
    await beginUnlimited(client)
    const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
    await requireEmpty(client, tables, target.org)
    const staging = new Staging({ client, tables, names, rewrite: await rowRewriter(client, header, target) })
    await staging.read(path)
    const staged = new Set(
      [...Object.keys(digests), ...staging.addedTables].filter((name) => tables.get(name)?.ofOrganization),
    )
    const { rows: references } = await client.query<Reference>(referencesQuery)
    for (const name of referencedFirst(references, staged)) await copyStaged(client, tables.get(name)!)
    await recountRestoredInitiatives(client, target.org)
    await fillKeyDirectory(client, target.org)
    await client.query('select delete_vector_spaces($1)', [target.org])
    await client.query('commit')
  })
  await requeueJobs(connection, target.org)
  return digests
}

function requireReadable({ organization, migrations: applied }: BackupHeader) {
  if (!organization) throw new RestoreRefusedError('this is a backup of all organizations; restore it without --org')
  const files = [...migrations(), ...earlierMigrations()]
  const known = new Set([...files.map(({ name }) => name), ...Object.keys(legacyMigrations().from)])
  const newer = applied.find(({ name }) => !known.has(name))
  if (newer) throw new RestoreRefusedError(`this backup was made by a newer version (${newer.name}); upgrade first`)
}

async function requireEmpty(client: pg.Client, tables: Map<string, BackupTable>, org: string) {
  const { rowCount } = await client.query('select 1 from organization where id = $1 for update', [org])
  if (rowCount === 0) throw new RestoreRefusedError(`there is no organization ${org}`)
  for (const name of mustBeEmpty) {
    if (!tables.has(name)) throw new Error(`there is no table ${name}`)
    const found = await client.query(`select 1 from ${quoteIdentifier(name)} where org_id = $1 limit 1`, [org])
    if (found.rowCount)
      throw new RestoreRefusedError(`the organization ${org} is not empty: it has a ${name.replaceAll('_', ' ')}`)
  }
  await client.query(`delete from ${defaultTable} where org_id = $1`, [org])
}

/** Undefined for a row that is left out. */
type RewriteRow = (table: string, rename: (column: string) => string, text: string) => BackupRow | undefined

/** Rows that only mean something for the user they belong to. */
const personalTables = new Set(['follow', 'comment_reaction'])

/** Users are matched by their e-mail address. */
async function rowRewriter(
  client: pg.Client,
  { organization }: BackupHeader,
  { org, user, renew }: RestoreTarget,
): Promise<RewriteRow> {
  const { rows } = await client.query<{ id: string; email: string }>(
    'select u.id, u.email from app_user u join membership m on m.user_id = u.id where m.org_id = $1',
    [org],
  )
  const idByEmail = new Map(rows.map(({ id, email }) => [email, id]))
  const users = new Map(organization!.people.map(({ id, email }) => [id, idByEmail.get(email) ?? user]))
  const isUnknown = (id: unknown) => !idByEmail.has(organization!.people.find((one) => one.id === id)?.email ?? '')
  return (table, rename, text) => {
    if (personalTables.has(table) && isUnknown((JSON.parse(text) as BackupRow).user_id)) return undefined
    const replaced = text
      .replaceAll(organization!.id, org)
      .replaceAll(/"(user_[0-9a-f]{32})"/g, (_, id: string) => `"${users.get(id) ?? user}"`)
    const row = JSON.parse(replaced) as BackupRow
    return renew(table, Object.fromEntries(Object.entries(row).map(([column, value]) => [rename(column), value])))
  }
}

const stagingTable = (name: string) => quoteIdentifier(`staged_${name}`)

type StagingOptions = {
  client: pg.Client
  tables: ReadonlyMap<string, BackupTable>
  names: BackupNames
  rewrite: RewriteRow
}

/** Holds all rows in temporary tables first: a row may refer to a table that comes later in the backup. */
class Staging {
  /** Tables that the backup does not have, filled from columns of another one. */
  readonly addedTables: string[] = []
  private table = ''
  private rows: BackupRow[] = []
  private legacy: LegacyColumns | undefined
  private readonly client: pg.Client
  private readonly tables: ReadonlyMap<string, BackupTable>
  private readonly names: BackupNames
  private readonly rewrite: RewriteRow

  constructor({ client, tables, names, rewrite }: StagingOptions) {
    this.client = client
    this.tables = tables
    this.names = names
    this.rewrite = rewrite
  }

  async read(path: string) {
    for await (const line of readBackup(path)) {
      if ('row' in line) await this.add(line.row)
      else if ('table' in line) await this.startTable(this.names.table(line.table), line.columns)
    }
    await this.flush()
  }

  private async startTable(name: string, columnsInBackup: readonly string[]) {
    await this.flush()
    this.table = name
    const columns = columnsInBackup.map((column) => this.names.column(name, column))
    this.legacy = legacyColumns(name, columns)
    const unknown = columns.find(
      (column) =>
        !this.tables.get(name)?.columns.includes(column) &&
        !this.legacy?.columns.includes(column) &&
        !isForgotten(name, column),
    )
    if (unknown)
      throw new RestoreRefusedError(`this backup has the column ${name}.${unknown}, which this version does not know`)
    await this.create(name)
    if (!this.legacy) return
    await this.create(this.legacy.into)
    this.addedTables.push(this.legacy.into)
  }

  private create(name: string) {
    return this.client.query(`create temp table ${stagingTable(name)} (row json) on commit drop`)
  }

  private async add(text: string) {
    const row = this.rewrite(this.table, (column) => this.names.column(this.table, column), text)
    if (row === undefined) return
    if (this.table === 'organization') return updateSettings(this.client, this.tables.get(this.table)!, row)
    this.rows.push(currentRow(this.table, row))
    if (this.rows.length >= rowsPerBatch) await this.flush()
  }

  private async flush() {
    if (this.rows.length === 0) return
    await this.insert(this.table, this.rows)
    if (this.legacy) await this.insert(this.legacy.into, this.rows.map(this.legacy.rowOf))
    this.rows = []
  }

  private insert(table: string, rows: readonly BackupRow[]) {
    const statement = `insert into ${stagingTable(table)} select value from json_array_elements($1::json)`
    return this.client.query(statement, [JSON.stringify(rows)])
  }
}

/** The target keeps its name, API policy and credits, and what an older backup does not have. */
async function updateSettings(client: pg.Client, table: BackupTable, row: BackupRow) {
  const isRestored = (column: string) => !keptColumns.has(column) && column in row
  const columns = table.columns.filter(isRestored).map(quoteIdentifier)
  await client.query(
    `update organization o set ${columns.map((column) => `${column} = s.${column}`).join(', ')}
     from json_populate_record(null::organization, $1::json) s where o.id = s.id`,
    [JSON.stringify(row)],
  )
}

/** Columns that the backup does not have get their default. */
async function copyStaged(client: pg.Client, table: BackupTable) {
  const { rows } = await client.query<{ name: string }>(
    `select distinct json_object_keys(row) as name from (select row from ${stagingTable(table.name)} limit 1) one`,
  )
  const columns = table.columns.filter((column) => rows.some(({ name }) => name === column))
  if (columns.length === 0) return
  const list = columnList(columns)
  await client.query(
    `insert into ${quoteIdentifier(table.name)} (${list})
     select ${list}
     from ${stagingTable(table.name)} s, json_populate_record(null::${quoteIdentifier(table.name)}, s.row)`,
  )
}
