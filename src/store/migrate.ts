import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { applyMigration, listApplied, MigrationError } from './apply-migration.ts'
import { isDistributed } from './citus/cluster.ts'
import { applyEarlierStep } from './earlier-database.ts'
import { repairMovedEvents } from './event-positions.ts'
import { type Migration, migrations } from './migration-files.ts'
import { type DatabaseOptions, driverConfig } from './open.ts'
import { installQueue } from './queue.ts'

/** Key of the advisory lock that makes simultaneous starts run one after the other; no other code uses this number. */
const migrationLock = 7_235_011
const lockRetryMs = 100

/** Applies the missing migrations, each file in one transaction; returns their names. */
export async function migrate(connection: DatabaseOptions, wanted = migrations()): Promise<string[]> {
  const client = new pg.Client({ application_name: 'earshot-migrate', ...driverConfig(connection) })
  await client.connect()
  try {
    const applied: string[] = []
    let step: string | undefined
    while ((step = await inLockedTransaction(client, () => applyEarlierStep(client, wanted)))) applied.push(step)
    await inLockedTransaction(client, () => requireKnownMigrations(client, wanted))
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
 * A migration that rewrites a table leaves it without a visibility map, and no index is read alone until the next
 * VACUUM, which autovacuum may not run for weeks on a table that hardly changes. Locked tables are skipped.
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

async function requireKnownMigrations(client: pg.Client, wanted: readonly Migration[]) {
  const applied = await listApplied(client)
  const newer = applied.map(({ name }) => name).filter((name) => !wanted.some((migration) => migration.name === name))
  if (newer.length)
    throw new MigrationError(
      `this database was migrated by a newer version (${newer.join(', ')}); upgrade Earshot or restore a backup`,
    )
  if (applied.length > 0) return
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('organization') is not null as found`)
  if (rows[0]!.found)
    throw new MigrationError(
      'this database has a table organization, but no record of migrations (schema_migration); ' +
        'use an empty database, or restore a backup into one',
    )
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  const { name, checksum } = migration
  const { rows } = await client.query<{ checksum: string }>('select checksum from schema_migration where name = $1', [
    name,
  ])
  if (rows[0]?.checksum === checksum) return false
  if (rows[0]) throw new MigrationError(`migration ${name} changed after it was applied`)
  await applyMigration(client, migration)
  return true
}
