import pg from 'pg'
import { migrate, migrations } from '#store/migrate.ts'
import { type Connection, driversPart } from '#store/open.ts'
import { columnsOf, quoted, referencesOf, rowsOf, type Table, tablesOf } from './catalogue.ts'
import { digester } from './digest.ts'
import { DamagedBackup, type Ending, format, type Header, readBackup, requireEqual, verifyBackup } from './file.ts'
import { queueAgain } from './organization.ts'
import { RestoreRefused } from './refused.ts'

const batch = 500

/**
 * Brings a backup back into a database: the schema of its time, all rows, every reference checked anew, then what the schema has gained since.
 * All or nothing; what is there afterwards is compared with what was backed up.
 */
export async function restoreBackup(connection: Connection, path: string, { force = false } = {}): Promise<Ending> {
  const head = await verifyBackup(path)
  await migrate(connection, migrationsOf(head))
  const client = new pg.Client({
    ...driversPart(connection),
    application_name: 'earshot-restore',
    options: '-c timezone=UTC -c statement_timeout=0',
  })
  await client.connect()
  try {
    await client.query('begin')
    await emptied(client, force)
    const references = await referencesOf(client)
    for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
    await load(client, path)
    requireEqual(head.organizations, await digestOf(client))
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await settleEvents(client)
    await client.query('commit')
    // Nobody shall read all of this by plans for empty tables.
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(connection)
  await queueAgain(connection)
  return head
}

/** Exactly the migrations that the backup had; one that we do not know comes from a newer version. */
function migrationsOf({ format: found, migrations: had, organization }: Header) {
  if (organization)
    throw new RestoreRefused('this is a backup of one organization; say into which empty one with --org')
  if (found !== format) throw new RestoreRefused(`this backup has format ${found}; this version reads ${format}`)
  const known = new Map(migrations().map((migration) => [migration.name, migration]))
  return had.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (migration?.checksum !== checksum)
      throw new RestoreRefused(`this backup was made by another version (${name}); restore it with that one`)
    return migration
  })
}

async function emptied(client: pg.Client, force: boolean) {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select 1 from organization) or exists (select 1 from app_user) as found',
  )
  if (rows[0]!.found && !force) throw new RestoreRefused('there is data in this database already; --force replaces it')
  const tables = await tablesOf(client)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

async function load(client: pg.Client, path: string) {
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  let table: Table | undefined
  let rows: string[] = []
  const flush = async () => {
    if (table && rows.length)
      await client.query(
        `insert into ${quoted(table.name)} (${columnsOf(table)}) select ${columnsOf(table)} from json_populate_recordset(null::${quoted(table.name)}, $1::json)`,
        [`[${rows.join(',')}]`],
      )
    rows = []
  }
  for await (const line of readBackup(path)) {
    if ('row' in line) {
      rows.push(line.row)
      if (rows.length >= batch) await flush()
    } else if ('table' in line) {
      await flush()
      table = tables.get(line.table)
      if (!table) throw new DamagedBackup(`there is no table ${line.table}`)
    }
  }
  await flush()
}

/** What is there, by organization, as the backup counted it. */
export async function digestOf(client: pg.Client) {
  const organizations = digester()
  for (const table of await tablesOf(client))
    for await (const rows of rowsOf(client, table)) for (const { text, org } of rows) organizations.add(org, text)
  return organizations.result()
}

/** Transactions are counted anew in every database, so events keep the order of their ids; a webhook goes on before the first event that it was not told of. */
async function settleEvents(client: pg.Client) {
  const before = `(select p.id from event p where p.org_id = w.org_id and p.id < first.id order by p.id desc limit 1)`
  await client.query(`
    update webhook w set position_tx = '0', position_id = coalesce((
      select coalesce(${before}, '00000000-0000-0000-0000-000000000000') from (
        select e.id from event e where e.org_id = w.org_id and e.type is not null and (e.tx, e.id) > (w.position_tx, w.position_id) order by e.id limit 1) first), 'ffffffff-ffff-ffff-ffff-ffffffffffff')`)
  await client.query(`update event set tx = '0'`)
}
