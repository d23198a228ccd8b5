import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type Connection, driversPart } from '#store/open.ts'
import { rowsOf, type Table, tablesOf } from './catalogue.ts'
import { digester } from './digest.ts'
import { type Ending, format, type Header, mark, type Organization } from './file.ts'

/** All of one moment into one file, which is there when it is whole and not before. */
export async function writeBackup(
  connection: Connection,
  path: string,
  version: string,
  org?: string,
): Promise<Ending> {
  const client = new pg.Client({
    ...driversPart(connection),
    application_name: 'earshot-backup',
    options: '-c timezone=UTC -c statement_timeout=0',
  })
  await client.connect()
  const partial = `${path}.partial`
  try {
    await client.query('begin isolation level repeatable read read only')
    const ending = await write(client, partial, version, org)
    await client.query('commit')
    await rename(partial, path)
    return ending
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Of one organization alone: who may do what stays behind, and so do what their keys asked for and the answers kept for replay. */
const leftBehind = new Set(['membership', 'invitation', 'api_key', 'api_request', 'idempotency', 'mail_outbox'])

async function portionOf(client: pg.Client, org: string | undefined) {
  const tables = await tablesOf(client)
  if (org === undefined) return { tables, where: () => '' }
  const { rows } = await client.query<{ name: string }>('select name from organization where id = $1', [org])
  if (!rows[0]) throw new NoSuchOrganization(`there is no organization ${org}`)
  const people = await client.query<Organization['people'][number]>(
    'select u.id, u.email from app_user u join membership m on m.user_id = u.id where m.org_id = $1 order by u.id',
    [org],
  )
  return {
    organization: { id: org, name: rows[0].name, people: people.rows } satisfies Organization,
    tables: tables.filter(
      ({ name, ofOrganization }) => (ofOrganization && !leftBehind.has(name)) || name === 'organization',
    ),
    where: ({ ofOrganization }: Table) => `where ${ofOrganization ? 'org_id' : 'id'} = ${client.escapeLiteral(org)}`,
  }
}

export class NoSuchOrganization extends Error {}

/** Secrets are sealed for the place they stand in and would open nowhere else. */
const sealedColumns = new Set([
  'integration.secret',
  'integration.previous_secret',
  'webhook.secret',
  'webhook.previous_secret',
  'webhook.open_secret',
  'webhook.open_previous_secret',
])

async function write(client: pg.Client, path: string, version: string, org: string | undefined): Promise<Ending> {
  const packed = createGzip({ level: 6 })
  const file = packed.pipe(createWriteStream(path, { mode: 0o600 }))
  const closed = once(file, 'close')
  const broken = new AbortController()
  file.once('error', (error) => broken.abort(error))
  const whole = createHash('sha256')
  const put = async (text: string) => {
    whole.update(text)
    if (packed.write(text)) return
    await once(packed, 'drain', { signal: broken.signal }).catch((error: Error) =>
      Promise.reject(broken.signal.aborted ? (broken.signal.reason as Error) : error),
    )
  }
  const control = (value: object) => put(`${mark}${JSON.stringify(value)}\n`)
  const [tables, organizations] = [digester(), digester()]
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    'select name, checksum from schema_migration order by name',
  )
  const { organization, tables: wanted, where } = await portionOf(client, org)
  await control({
    header: {
      format,
      version,
      created_at: new Date().toISOString(),
      migrations,
      ...(organization && { organization }),
    } satisfies Header,
  })
  for (const whole of wanted) {
    const table = organization
      ? { ...whole, columns: whole.columns.filter((column) => !sealedColumns.has(`${whole.name}.${column}`)) }
      : whole
    await control({ table: table.name, columns: table.columns })
    for await (const batch of rowsOf(client, table, where(table))) {
      for (const { text, org } of batch) {
        tables.add(table.name, text)
        organizations.add(org, text)
      }
      await put(batch.map(({ text }) => `${text}\n`).join(''))
    }
  }
  const ending: Ending = { tables: tables.result(), organizations: organizations.result() }
  await control({ ending })
  packed.end(`${mark}${JSON.stringify({ sha256: whole.digest('hex') })}\n`)
  await closed
  return ending
}
