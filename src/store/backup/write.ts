import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { DatabaseOptions } from '#store/open.ts'
import { listTables, readRows, type BackupTable } from './catalogue.ts'
import { beginUnlimited, withClient } from '#store/with-client.ts'
import { createDigester } from './digest.ts'
import { UnknownOrganizationError } from './errors.ts'
import { type BackupDigests, controlMark, formatVersion, type BackupHeader, type BackupOrganization } from './file.ts'

/** Writes one consistent snapshot; the file gets its name when it is complete. */
export const writeBackup = (
  connection: DatabaseOptions,
  path: string,
  version: string,
  org?: string,
): Promise<BackupDigests> =>
  withClient(connection, 'earshot-backup', async (client) => {
    const partial = `${path}.partial`
    try {
      await beginUnlimited(client, 'isolation level repeatable read read only')
      const selection = await selectTables(client, org)
      const digests = await writeFile(client, partial, version, selection)
      await client.query('commit')
      await rename(partial, path)
      return digests
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  })

/**
 * Not part of an organization's backup: access rights, credits, the request log, stored responses, unsent messages, and
 * what people were notified of.
 */
const excludedTables = new Set([
  'membership',
  'invitation',
  'api_key',
  'api_request',
  'app_token',
  'credit_balance',
  'idempotency',
  'last_use',
  'mail_outbox',
  'notification',
  'notification_channel',
  'notification_preference',
  'channel_message',
])

/** Not part of an organization's backup: encrypted secrets cannot be decrypted by another installation. */
const excludedColumns = new Set([
  'integration.secret',
  'integration.previous_secret',
  'integration_pull.credential',
  'integration_pull.token',
  'webhook.secret',
  'webhook.previous_secret',
  'webhook.plaintext_secret',
  'webhook.plaintext_previous_secret',
])

type Selection = { organization?: BackupOrganization; tables: BackupTable[]; where(table: BackupTable): string }

async function selectTables(client: pg.Client, org: string | undefined): Promise<Selection> {
  const tables = await listTables(client)
  if (org === undefined) return { tables, where: () => '' }
  const { rows } = await client.query<{ name: string }>('select name from organization where id = $1', [org])
  if (!rows[0]) throw new UnknownOrganizationError(`there is no organization ${org}`)
  const people = await client.query<BackupOrganization['people'][number]>(
    'select u.id, u.email from app_user u join membership m on m.user_id = u.id where m.org_id = $1 order by u.id',
    [org],
  )
  return {
    organization: { id: org, name: rows[0].name, people: people.rows },
    tables: tables
      .filter(({ name, ofOrganization }) => (ofOrganization && !excludedTables.has(name)) || name === 'organization')
      .map((table) => ({
        ...table,
        columns: table.columns.filter((column) => !excludedColumns.has(`${table.name}.${column}`)),
      })),
    where: ({ ofOrganization }) => `where ${ofOrganization ? 'org_id' : 'id'} = ${client.escapeLiteral(org)}`,
  }
}

/** A compressed file that hashes what is written and waits while the disk is slower. */
function openFile(path: string) {
  const gzip = createGzip({ level: 6 })
  const file = gzip.pipe(createWriteStream(path, { mode: 0o600 }))
  const closed = once(file, 'close')
  const failure = new AbortController()
  file.once('error', (error) => failure.abort(error))
  const hash = createHash('sha256')
  const write = async (text: string) => {
    hash.update(text)
    if (gzip.write(text)) return
    await once(gzip, 'drain', { signal: failure.signal }).catch((error: Error) =>
      Promise.reject(failure.signal.aborted ? (failure.signal.reason as Error) : error),
    )
  }
  return {
    write,
    writeControl: (value: object) => write(`${controlMark}${JSON.stringify(value)}\n`),
    async close() {
      gzip.end(`${controlMark}${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
      await closed
    },
  }
}

async function writeFile(
  client: pg.Client,
  path: string,
  version: string,
  { organization, tables: selected, where }: Selection,
): Promise<BackupDigests> {
  const file = openFile(path)
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    'select name, checksum from schema_migration order by name',
  )
  const header: BackupHeader = {
    format: formatVersion,
    version,
    created_at: new Date().toISOString(),
    migrations,
    ...(organization && { organization }),
  }
  await file.writeControl({ header })
  const [tables, organizations] = [createDigester(), createDigester()]
  for (const table of selected) {
    await file.writeControl({ table: table.name, columns: table.columns })
    for await (const batch of readRows(client, table, { where: where(table) })) {
      for (const { text, org } of batch) {
        tables.add(table.name, text)
        organizations.add(org, text)
      }
      await file.write(batch.map(({ text }) => `${text}\n`).join(''))
    }
  }
  const ending: BackupDigests = { tables: tables.result(), organizations: organizations.result() }
  await file.writeControl({ ending })
  await file.close()
  return ending
}
