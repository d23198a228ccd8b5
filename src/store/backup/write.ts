import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import type { Connection } from '#store/open.ts'
import { rowsOf, tablesOf } from './catalogue.ts'
import { digester } from './digest.ts'
import { type Ending, format, type Header, mark } from './file.ts'

export const withoutOurs = ({ namedStatements: _, onError: __, ...config }: Connection) => config as pg.ClientConfig

/** All of one moment into one file, which is there when it is whole and not before. */
export async function writeBackup(connection: Connection, path: string, version: string): Promise<Ending> {
  const client = new pg.Client({ ...withoutOurs(connection), application_name: 'earshot-backup', options: '-c timezone=UTC -c statement_timeout=0' })
  await client.connect()
  const partial = `${path}.partial`
  try {
    await client.query('begin isolation level repeatable read read only')
    const ending = await write(client, partial, version)
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

async function write(client: pg.Client, path: string, version: string): Promise<Ending> {
  const packed = createGzip({ level: 6 })
  const file = packed.pipe(createWriteStream(path, { mode: 0o600 }))
  const closed = once(file, 'close')
  const whole = createHash('sha256')
  const put = async (text: string) => {
    whole.update(text)
    if (!packed.write(text)) await Promise.race([once(packed, 'drain'), once(file, 'error').then(([error]) => Promise.reject(error as Error))])
  }
  const control = (value: object) => put(`${mark}${JSON.stringify(value)}\n`)
  const [tables, organizations] = [digester(), digester()]
  const { rows: migrations } = await client.query<Header['migrations'][number]>('select name, checksum from schema_migration order by name')
  await control({ header: { format, version, created_at: new Date().toISOString(), migrations } satisfies Header })
  for (const table of await tablesOf(client)) {
    await control({ table: table.name, columns: table.columns })
    for await (const batch of rowsOf(client, table)) {
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
