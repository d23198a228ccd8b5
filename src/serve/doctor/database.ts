import { SecretKeyError } from '#config/errors.ts'
import type { Config } from '#config/types.ts'
import { checkHealth } from '#api/ops/health.ts'
import type { DatabaseOptions, Store } from '#store/open.ts'
import { openStore } from '#store/open.ts'
import { migrations } from '#store/migration-files.ts'
import { openDatabase } from '#serve/database.ts'
import { secretKeysOf } from '#serve/dependencies.ts'
import { requireSecretKeys } from '#serve/secret-keys.ts'
import { explainStartFailure } from '#serve/start-failure.ts'
import { failed, type DoctorFinding, type CheckResult, ok, skipped, warning } from './finding.ts'
import { findServer, findStandby, listMigrationNames } from './queries.ts'

/* What the database is like; nothing in it is changed. */

const connectTimeoutMs = 10_000
const supported = { from: 15, to: 18 }

export async function* checkDatabase(config: Config): AsyncGenerator<DoctorFinding> {
  const opened = await openOrExplain(config)
  if ('status' in opened) return yield { subject: 'database', ...opened }
  const store = openStore({ ...opened.connection, max: 2, connectionTimeoutMillis: connectTimeoutMs })
  try {
    for (const [subject, check] of Object.entries(checks)) {
      const found = await check(store, config).catch((error: Error) => explained(error, config))
      yield { subject, ...found }
      if (found.status === 'failed' && subject === 'database') return
    }
  } finally {
    await store.close()
    await opened.stop()
  }
  if (config.databaseReplicaUrl !== null) yield { subject: 'replica', ...(await checkReplica(config)) }
}

type Opened = { connection: DatabaseOptions; stop(): Promise<void> }

const openOrExplain = (config: Config): Promise<Opened | CheckResult> =>
  openDatabase(config).catch((error: Error) => explained(error, config))

function explained(error: Error, config: Config): CheckResult {
  const known = explainStartFailure(error, config) as Error
  return failed(known.message, 'See docs/troubleshooting.md.')
}

const checks: Record<string, (store: Store, config: Config) => Promise<CheckResult>> = {
  database: async (store, { processes, poolSize }) => {
    const { version, encoding, standby, connections } = await findServer(store)
    const major = Math.floor(version / 10_000)
    const text = `PostgreSQL ${major}.${version % 10_000}`
    if (standby) return failed(`${text} is a read-only standby`, 'Name the primary in DATABASE_URL.')
    if (encoding !== 'UTF8') return failed(`${text} with the encoding ${encoding}`, 'Create the database with UTF8.')
    if (major < supported.from || major > supported.to) {
      const hint = `Use PostgreSQL ${supported.from} to ${supported.to}.`
      return major < supported.from ? failed(text, hint) : warning(text, hint)
    }
    // Each web process and the worker have a pool.
    const needed = (processes + 1) * poolSize
    if (needed > connections)
      return warning(
        `${text} allows ${connections} connections, ${needed} may be opened`,
        'Raise max_connections, or lower POOL_SIZE or PROCESSES.',
      )
    return ok(text)
  },
  async migrations(store) {
    const applied = await listMigrationNames(store)
    const known = migrations().map(({ name }) => name)
    const newer = applied.filter((name) => !known.includes(name))
    const missing = known.filter((name) => !applied.includes(name))
    if (newer.length)
      return failed(`the database is of a newer version (${newer.join(', ')})`, 'Upgrade Earshot, or restore a backup.')
    if (applied.length === 0) return ok('the database is empty; the first start fills it')
    if (missing.length)
      return warning(
        `${missing.length} migrations are missing: ${missing.join(', ')}`,
        'A start or earshot migrate applies them.',
      )
    return ok('the database is up to date')
  },
  async clock(store) {
    const before = Date.now()
    const { now } = await findServer(store)
    const middle = (before + Date.now()) / 2
    const seconds = Math.round(Math.abs(Date.parse(now) - middle) / 1000)
    return clockFinding(seconds)
  },
  async 'database disk'(store) {
    const { database } = await checkHealth(store)
    if (database !== 'out of disk space') return ok('the database can write')
    return failed('the disk of PostgreSQL is full', 'Free space on it; Earshot goes on by itself.')
  },
  async worker(store) {
    if ((await listMigrationNames(store)).length === 0) return skipped('the database is empty')
    const { worker } = await checkHealth(store)
    if (worker === 'ok') return ok('a worker is running')
    return warning(
      'no worker is running, so nothing is analyzed, sent or imported',
      'Start earshot serve (or serve --role worker).',
    )
  },
  async 'secret key'(store, config) {
    if ((await listMigrationNames(store)).length === 0) return skipped('the database is empty')
    try {
      const keys = await secretKeysOf(config, store)
      await store.transaction((tx) => requireSecretKeys(tx, keys), undefined, undefined, 'rollback')
      return ok('stored secrets can be read')
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error
      return failed(error.message, 'See "Change the secret key" in docs/security.md.')
    }
  },
}

const [toleratedSeconds, tooManySeconds] = [2, 30]

export function clockFinding(seconds: number): CheckResult {
  if (seconds <= toleratedSeconds) return ok('the clocks of this machine and of the database agree')
  const text = `the clocks of this machine and of the database differ by ${seconds} s`
  const hint = 'Synchronize both, for example with chrony or systemd-timesyncd.'
  return seconds < tooManySeconds ? warning(text, hint) : failed(text, hint)
}

async function checkReplica(config: Config): Promise<CheckResult> {
  const store = openStore({
    connectionString: config.databaseReplicaUrl!,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  try {
    if (await findStandby(store)) return ok('the read replica answers')
    return failed('the PostgreSQL of DATABASE_REPLICA_URL is no standby', 'Name a streaming replica, or unset it.')
  } catch (error) {
    return failed(`the read replica: ${(error as Error).message}`, 'Correct DATABASE_REPLICA_URL, or unset it.')
  } finally {
    await store.close()
  }
}
