import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from './open.ts'
import { installQueue } from './queue.ts'

const folder = join(import.meta.dirname, 'migrations')
/** An arbitrary number that only this runner uses: simultaneous starters queue up behind it. */
const migrationLock = 7_235_011

export type Migration = { name: string; text: string; checksum: string }

export const migrations = (from = folder): Migration[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(from, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** Applies what is missing, each file in one transaction; returns the names applied. */
export async function migrate(connection: Connection, wanted = migrations()): Promise<string[]> {
  const { namedStatements: _, onError: __, ...config } = connection
  const client = new pg.Client({ application_name: 'earshot-migrate', ...config })
  await client.connect()
  try {
    await locked(client, () => prepare(client, wanted))
    const done: string[] = []
    for (const migration of wanted)
      if (await locked(client, () => applyOnce(client, migration))) done.push(migration.name)
    await installQueue(connection)
    return done
  } finally {
    await client.end()
  }
}

/** The lock ends with the transaction, so a killed runner leaves nothing behind and a pooler in between does no harm. */
async function locked<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
  const result = await work()
  await client.query('commit')
  return result
}

async function prepare(client: pg.Client, wanted: Migration[]) {
  await client.query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name')
  const known = new Set(wanted.map((migration) => migration.name))
  const newer = rows.map((row) => row.name).filter((name) => !known.has(name))
  if (newer.length)
    throw new Error(
      `this database was migrated by a newer version (${newer.join(', ')}); upgrade Earshot or restore a backup`,
    )
}

async function applyOnce(client: pg.Client, { name, text, checksum }: Migration): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string }>('select checksum from schema_migration where name = $1', [
    name,
  ])
  if (rows[0]?.checksum === checksum) return false
  if (rows[0]) throw new Error(`migration ${name} changed after it was applied`)
  await client.query(text)
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
  return true
}
