import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isDistributed } from './citus/cluster.ts'
import { applyDistributed } from './citus/migration.ts'
import { repairMovedEvents } from './event-positions.ts'
import { type Connection, driverConfig } from './open.ts'
import { installQueue } from './queue.ts'

const folder = join(import.meta.dirname, 'migrations')
/** Key of the advisory lock that makes simultaneous starts run one after the other; no other code uses this number. */
const migrationLock = 7_235_011
const lockRetryMs = 100

export type Migration = { name: string; text: string; checksum: string }

export const migrations = (from = folder): Migration[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(from, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** The migrations of version 0.1 with their checksums, and the baselines that replaced them. */
export type LegacyMigrations = { from: Record<string, string>; to: string[] }

export const legacyMigrations = (): LegacyMigrations =>
  JSON.parse(readFileSync(join(folder, 'bridge', 'from-0.1.json'), 'utf8')) as LegacyMigrations

/** This version cannot use the database as it is; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Applies the missing migrations, each file in one transaction; returns their names. */
export async function migrate(connection: Connection, wanted = migrations()): Promise<string[]> {
  const client = new pg.Client({ application_name: 'earshot-migrate', ...driverConfig(connection) })
  await client.connect()
  try {
    await inLockedTransaction(client, () => prepare(client, wanted))
    const applied: string[] = []
    for (const migration of wanted)
      if (await inLockedTransaction(client, () => applyOnce(client, migration))) applied.push(migration.name)
    await inLockedTransaction(client, () => repairMovedEvents(client))
    // Two first starts at once would both create the queue's tables.
    await inLockedTransaction(client, () => installQueue(connection))
    if (applied.length > 0 && !(await isDistributed(client))) await vacuumRewrittenTables(client)
    return applied
  } finally {
    await client.end()
  }
}

/**
 * A migration that rewrites a table leaves it without a visibility map, and no index is read alone until the next VACUUM,
 * which autovacuum may not run for weeks on a table that hardly changes. Locked tables are skipped.
 */
async function vacuumRewrittenTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I', relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relallvisible = 0
      and pg_relation_size(oid) > 0`)
  for (const { name } of rows) await client.query(`vacuum (skip_locked, analyze) ${name}`)
}

/**
 * The lock ends with the transaction: a killed process leaves none behind, and connection poolers work. It is tried
 * again and again, because a transaction that waits for it would hold a connection that its holder may need.
 */
async function inLockedTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  while (!(await beginLocked(client))) {
    await client.query('rollback')
    await sleep(lockRetryMs)
  }
  const result = await work()
  await client.query('commit')
  return result
}

async function beginLocked(client: pg.Client): Promise<boolean> {
  await client.query('begin')
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${migrationLock}) as locked`,
  )
  return rows[0]!.locked
}

type AppliedRow = { name: string; checksum: string }

async function prepare(client: pg.Client, wanted: Migration[]) {
  await client.query(
    `create table if not exists schema_migration
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<AppliedRow>('select name, checksum from schema_migration order by name')
  const legacy = legacyMigrations()
  if (rows.some(({ name }) => name in legacy.from)) return bridge(client, rows, legacy)
  const known = new Set(wanted.map((migration) => migration.name))
  const newer = rows.map((row) => row.name).filter((name) => !known.has(name))
  if (newer.length)
    throw new MigrationError(
      `this database was migrated by a newer version (${newer.join(', ')}); upgrade Earshot or restore a backup`,
    )
}

/** Renames a database of version 0.1 in place and records the baselines as applied. */
async function bridge(client: pg.Client, applied: readonly AppliedRow[], { from, to }: LegacyMigrations) {
  const missing = Object.keys(from).filter((name) => !applied.some((row) => row.name === name))
  if (missing.length)
    throw new MigrationError(
      `this database is older than version 0.1.0 (it lacks ${missing.join(', ')}); ` +
        'start Earshot 0.1.0 on it once, then this version',
    )
  const foreign = applied.find(({ name, checksum }) => from[name] !== checksum)
  if (foreign)
    throw new MigrationError(`migration ${foreign.name} is not the one of version 0.1.0; restore a backup instead`)
  await client.query(readFileSync(join(folder, 'bridge', 'from-0.1.sql'), 'utf8'))
  await client.query('delete from schema_migration')
  for (const { name, checksum } of migrations()) if (to.includes(name)) await recordApplied(client, name, checksum)
}

const recordApplied = (client: pg.Client, name: string, checksum: string) =>
  client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])

async function applyOnce(client: pg.Client, { name, text, checksum }: Migration): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string }>('select checksum from schema_migration where name = $1', [
    name,
  ])
  if (rows[0]?.checksum === checksum) return false
  if (rows[0]) throw new MigrationError(`migration ${name} changed after it was applied`)
  await ((await isDistributed(client)) ? applyDistributed(client, text) : client.query(text))
  await recordApplied(client, name, checksum)
  return true
}
