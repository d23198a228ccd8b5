import pg from 'pg'
import { migrations } from '#store/migrate.ts'
import { type Connection, driversPart, openStore } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { columnsOf, quoted, type Table, tablesOf } from './catalogue.ts'
import { type Ending, type Header, readBackup, verifyBackup } from './file.ts'
import { type Moved, movedFrom } from './moved.ts'
import { RestoreRefused } from './refused.ts'

/* One organization of a backup, brought into another one that is empty. Ids are kept, for they only have to be unique inside an organization; the organization's own id and those of people become the ones of the target. */

export type Row = Record<string, unknown>

export type Into = {
  org: string
  /** Who stands in for people that the target does not know. */
  user: string
  /** What cannot be the same in two places: addresses, secrets, places in the feed. */
  renew(table: string, row: Row): Row
}

/** Belongs to the place and not to the data: what a new organization starts with. */
const startsWith = 'category'
const ownColumns = new Set([
  'id',
  'name',
  'is_demo',
  'credits',
  'created_at',
  'updated_at',
  'api_enabled',
  'api_admins',
  'api_members',
  'api_read',
  'api_write',
])

export async function restoreOrganization(connection: Connection, path: string, into: Into): Promise<Ending['tables']> {
  const head = await verifyBackup(path)
  requireReadable(head)
  const client = new pg.Client({
    ...driversPart(connection),
    application_name: 'earshot-restore',
    options: '-c timezone=UTC -c statement_timeout=0',
  })
  await client.connect()
  try {
    await client.query('begin')
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
    await requireEmpty(client, tables, into.org)
    const moved = await stage(client, path, tables, await rewriterOf(client, head, into))
    const loaded = new Set([...Object.keys(head.tables).filter((name) => tables.get(name)?.ofOrganization), ...moved])
    for (const name of await inOrder(client, loaded)) await settle(client, tables.get(name)!)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await queueAgain(connection, into.org)
  return head.tables
}

function requireReadable({ organization, migrations: had }: Header) {
  if (!organization) throw new RestoreRefused('this is a backup of everything; restore it without --org')
  const known = new Set(migrations().map(({ name }) => name))
  const newer = had.find(({ name }) => !known.has(name))
  if (newer) throw new RestoreRefused(`this backup was made by a newer version (${newer.name}); upgrade first`)
}

async function requireEmpty(client: pg.Client, tables: Map<string, Table>, org: string) {
  const { rowCount } = await client.query('select 1 from organization where id = $1 for update', [org])
  if (rowCount === 0) throw new RestoreRefused(`there is no organization ${org}`)
  for (const name of [
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
  ]) {
    if (!tables.has(name)) throw new Error(`there is no table ${name}`)
    const found = await client.query(`select 1 from ${quoted(name)} where org_id = $1 limit 1`, [org])
    if (found.rowCount)
      throw new RestoreRefused(`the organization ${org} is not empty: it has a ${name.replaceAll('_', ' ')}`)
  }
  await client.query(`delete from ${startsWith} where org_id = $1`, [org])
}

/** People are known again by their e-mail address. */
async function rewriterOf(client: pg.Client, { organization }: Header, { org, user, renew }: Into) {
  const { rows } = await client.query<{ id: string; email: string }>(
    'select u.id, u.email from app_user u join membership m on m.user_id = u.id where m.org_id = $1',
    [org],
  )
  const here = new Map(rows.map(({ id, email }) => [email, id]))
  const people = new Map(organization!.people.map(({ id, email }) => [id, here.get(email) ?? user]))
  return (table: string, text: string) => {
    const moved = text
      .replaceAll(organization!.id, org)
      .replaceAll(/"(user_[0-9a-f]{32})"/g, (_, id: string) => `"${people.get(id) ?? user}"`)
    return JSON.stringify(renew(table, JSON.parse(moved) as Row))
  }
}

const batch = 500
const staged = (name: string) => quoted(`moved_${name}`)

/** All rows into tables of this session, so that each table can then be filled at once: a row may refer to one that comes later. Answers with the tables that the backup does not know yet. */
async function stage(
  client: pg.Client,
  path: string,
  tables: Map<string, Table>,
  rewrite: (table: string, row: string) => string,
) {
  let table = ''
  let rows: string[] = []
  let moved: Moved | undefined
  const unknown: string[] = []
  const put = (into: string, some: readonly string[]) =>
    client.query(`insert into ${staged(into)} select value from json_array_elements($1::json)`, [`[${some.join(',')}]`])
  const open = (name: string) => client.query(`create temp table ${staged(name)} (row json) on commit drop`)
  const flush = async () => {
    if (rows.length) await put(table, rows)
    if (rows.length && moved)
      await put(
        moved.into,
        rows.map((row) => JSON.stringify(moved!.rowOf(JSON.parse(row) as Row))),
      )
    rows = []
  }
  for await (const line of readBackup(path)) {
    if ('row' in line) {
      if (table === 'organization') await settings(client, tables.get(table)!, rewrite(table, line.row))
      else rows.push(rewrite(table, line.row))
      if (rows.length >= batch) await flush()
    } else if ('table' in line) {
      await flush()
      table = line.table
      moved = movedFrom(table, line.columns)
      const gone = line.columns.filter(
        (column) => !tables.get(table)?.columns.includes(column) && !moved?.columns.includes(column),
      )
      if (gone.length)
        throw new RestoreRefused(`this backup holds ${table}.${gone[0]}, which this version does not know`)
      await open(table)
      if (moved) {
        await open(moved.into)
        unknown.push(moved.into)
      }
    }
  }
  await flush()
  return unknown
}

/** The organization keeps its name, its policy and its credits; the rest it takes over. */
async function settings(client: pg.Client, table: Table, row: string) {
  const columns = table.columns.filter((column) => !ownColumns.has(column))
  await client.query(
    `update organization o set ${columns.map((column) => `${quoted(column)} = s.${quoted(column)}`).join(', ')} from json_populate_record(null::organization, $1::json) s where o.id = s.id`,
    [row],
  )
}

/** Columns that the backup does not have yet keep what they start with. */
async function settle(client: pg.Client, table: Table) {
  const { rows } = await client.query<{ name: string }>(
    `select distinct json_object_keys(row) as name from (select row from ${staged(table.name)} limit 1) one`,
  )
  const columns = table.columns.filter((column) => rows.some(({ name }) => name === column))
  if (columns.length === 0) return
  const listed = columnsOf({ ...table, columns })
  await client.query(
    `insert into ${quoted(table.name)} (${listed}) select ${listed} from ${staged(table.name)} s, json_populate_record(null::${quoted(table.name)}, s.row)`,
  )
}

/** Whoever is referred to comes first. */
async function inOrder(client: pg.Client, wanted: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as from, t.relname as to from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid`)
  const order: string[] = []
  const visit = (name: string, path: readonly string[]) => {
    if (order.includes(name) || !wanted.has(name)) return
    if (path.includes(name)) throw new Error(`tables refer to each other in a circle: ${[...path, name].join(' → ')}`)
    for (const { from, to } of rows) if (from === name) visit(to, [...path, name])
    order.push(name)
  }
  for (const name of [...wanted].sort()) visit(name, [])
  return order
}

/** The queue itself is not backed up: it follows from the jobs that have not ended. */
export async function queueAgain(connection: Connection, org?: string) {
  const store = openStore({ ...connection, max: 2 })
  const queue = openQueue(store)
  try {
    const jobs = await store.rows<{ org_id: string; id: string; failures: number }>(sql`
      select org_id, id, failures from job where org_id = coalesce(${org ?? null}, org_id) and status in ('queued', 'running') order by id`)
    for (const { org_id, id, failures } of jobs) await queue.put(store, { org: org_id, job: id, failures })
  } finally {
    await queue.stop()
    await store.close()
  }
}
