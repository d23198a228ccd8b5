import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '#store/embedded/launch.ts'

/** Settings of a primary with a streaming replica. */
export const primarySettings = { wal_keep_size: '256MB' }

/** Starts a streaming replica from a base backup of the primary's data directory. */
export async function startReplica(
  primary: EmbeddedServer,
  primaryDir: string,
  dataDir: string,
): Promise<EmbeddedServer> {
  const [from, to] = [join(primaryDir, 'postgres'), join(dataDir, 'postgres')]
  const client = new pg.Client(primary.connection)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    cpSync(from, to, { recursive: true })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
  rmSync(join(to, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(join(to, 'pg_wal'))) if (/^[0-9A-F]{24}/.test(name)) rmSync(join(to, 'pg_wal', name))
  writeFileSync(join(to, 'standby.signal'), '')
  const { host, port, user, password } = primary.connection
  const conninfo = `host=${host} port=${port} user=${user}${password ? ` password=${password}` : ''}`
  return startEmbedded({ dataDir, settings: { ...primarySettings, primary_conninfo: conninfo } })
}

const timeoutMs = 60_000

/** Waits until the replica has replayed the primary's flushed WAL; returns the milliseconds that took. */
export async function waitForReplica(primary: pg.Client, replica: pg.Client): Promise<number> {
  const began = performance.now()
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  while (performance.now() - began < timeoutMs) {
    const { rows: replayed } = await replica.query<{ reached: boolean }>(
      'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached',
      [rows[0]!.at],
    )
    if (replayed[0]!.reached) return performance.now() - began
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`timed out after ${timeoutMs} ms waiting for the replica to replay the WAL`)
}
