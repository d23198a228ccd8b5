import type pg from 'pg'
import { isDistributed } from './citus/cluster.ts'
import { applyDistributed } from './citus/migration.ts'
import type { Migration } from './migration-files.ts'

/** This version cannot use the database as it is; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

export type AppliedRow = { name: string; checksum: string }

export async function listApplied(client: pg.Client): Promise<AppliedRow[]> {
  await client.query(
    `create table if not exists schema_migration
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<AppliedRow>('select name, checksum from schema_migration order by name')
  return rows
}

/** In the transaction of the caller, as everything here. */
export async function applyMigration(client: pg.Client, { name, text, checksum }: Migration) {
  await ((await isDistributed(client)) ? applyDistributed(client, text) : client.query(text))
  await recordApplied(client, { name, checksum })
}

const recordApplied = (client: pg.Client, { name, checksum }: AppliedRow) =>
  client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])

/** For a schema that was made by other migrations and is the same. */
export async function replaceApplied(client: pg.Client, applied: readonly AppliedRow[]) {
  await client.query('delete from schema_migration')
  for (const row of applied) await recordApplied(client, row)
}
