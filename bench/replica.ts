import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '#store/embedded/launch.ts'

/** Settings of a server that others copy and follow. */
export const primarySettings = { wal_keep_size: '256MB' }

/** A server that follows another one: its files copied between the start and the stop of a backup, then everything since over the wire. */
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

const patienceMs = 60_000

/** Until the follower has replayed all that is committed at the first by now; answers how long that took. What is not flushed is not sent. */
export async function untilFollowed(primary: pg.Client, replica: pg.Client): Promise<number> {
  const began = performance.now()
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  while (performance.now() - began < patienceMs) {
    const { rows: seen } = await replica.query<{ there: boolean }>(
      'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as there',
      [rows[0]!.at],
    )
    if (seen[0]!.there) return performance.now() - began
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('the replica does not follow')
}
