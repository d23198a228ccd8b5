import cluster from 'node:cluster'
import { deprecatedSettings } from '#config/aliases.ts'
import type { Config } from '#config/types.ts'
import { setupToken } from '#domain/installation/setup-token.ts'
import { hasOrganization } from '#domain/installation/queries.ts'
import { sealPlaintextSecrets } from '#domain/events/webhooks/secrets.ts'
import { migrate } from '#store/migrate.ts'
import { type DatabaseOptions, openStore, type Store } from '#store/open.ts'
import { keepsSettings } from '#store/pooler.ts'
import { longQueryTimeoutMs } from '#store/session.ts'
import type { Log } from '#domain/context.ts'
import { vaultFor } from '#store/vault.ts'
import { startTimeoutMs, waitUntilReachable } from '#store/wait-until-reachable.ts'
import { freePort } from '#free-port.ts'
import { lowerProcessPriority } from '#priority.ts'
import { banner } from './banner.ts'
import { serveWithWorkerThread } from './with-worker-thread.ts'
import { firstAdmin } from './first-admin.ts'
import { giveUp } from './give-up.ts'
import { openDatabase } from './database.ts'
import { assertPortFree } from './listen.ts'
import { createLog } from './log.ts'
import { secretKeysOf, settingsOf } from './dependencies.ts'
import { checkSecretKeys } from './secret-keys.ts'
import { type Running, startRole } from './role.ts'
import { poolerError } from './start-failure.ts'
import { onShutdownSignal } from './shutdown.ts'
import { superviseProcesses } from './processes.ts'
import { readServeFlags, type ServerRole } from './serve-flags.ts'
import { endStep, timingReport } from './timing.ts'
import { builtPages, ensureWebApp } from './web-app.ts'

/** `earshot serve`: opens the database, migrates it, then runs the roles until stopped. */
export async function serve(argv: string[], base: Config): Promise<void> {
  // A child process gets its flags through the environment.
  if (cluster.isWorker) return serveAsChild(base)
  endStep('modules')
  const { config, role, demo, timing } = await withPort(readServeFlags(argv, base))
  const log = createLog(config.logLevel)
  for (const deprecated of deprecatedSettings()) log.warn(deprecated, 'deprecated setting')
  await assertPortsFree(config, role)
  let stopRoles = async () => {}
  const onGiveUp = (reason: Error) => void giveUp(reason, () => stopRoles())
  const [database] = await Promise.all([
    openDatabase(config, { log, onGiveUp }),
    role === 'worker' ? null : ensureWebApp(log),
  ])
  endStep('database and web app')
  try {
    await prepareDatabase(database.connection, config, log)
    endStep('migrations')
    const loaded = demo ? await withStore(database.connection, (store) => loadDemoData(store, config)) : null
    if (demo) endStep('demo data')
    // Only after the embedded database was started: it must keep the normal priority.
    if (role === 'worker') lowerProcessPriority()
    const running = await startProcesses(config, database.connection, role, log)
    stopRoles = () => running.stop()
    const { drainSeconds } = config
    onShutdownSignal({ log, stop: () => running.stop(), stopDatabase: () => database.stop(), drainSeconds })
    const setup = await withStore(database.connection, async (store) =>
      (await hasOrganization(store)) ? null : setupToken(store),
    )
    process.stdout.write(
      banner({ config, role, database: database.description, demo: loaded, setup, hasWebApp: builtPages() !== null }),
    )
    if (timing) process.stdout.write(await timingReport(role === 'worker' ? null : urlOf(config)))
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function prepareDatabase(connection: DatabaseOptions, config: Config, log: Log) {
  await waitUntilReachable(
    () => migrate(connection),
    ({ message }) => log.warn({ error: message }, 'waiting for the database'),
  )
  await withStore(connection, async (store) => {
    if (store.keepsSession && !(await keepsSettings(store, connection))) throw poolerError()
    const keys = await secretKeysOf(config, store)
    const { inUse } = await checkSecretKeys(store, keys)
    if (inUse > 1) log.warn({}, 'secrets are encrypted with a previous key; run earshot admin rotate-secrets')
    await sealPlaintextSecrets(store, vaultFor(keys))
    await firstAdmin(store, config)
  })
}

/** The address for all interfaces is none to connect to. */
function urlOf({ host, port }: Config) {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function assertPortsFree({ host, port, metricsPort }: Config, role: ServerRole) {
  if (role !== 'worker') await assertPortFree({ host, port, setting: 'PORT' })
  if (metricsPort) await assertPortFree({ host, port: metricsPort, setting: 'METRICS_PORT' })
}

const loadDemoData = async (store: Store, config: Config) =>
  (await import('#demo/load.ts')).loadDemo(store, settingsOf(config), new Date())

function startProcesses(config: Config, connection: DatabaseOptions, role: ServerRole, log: Log): Promise<Running> {
  if (config.processes > 1 && role !== 'worker') return superviseProcesses(config, connection, role, log)
  const alone = { ...config, processes: 1 }
  return role === 'all' ? serveWithWorkerThread(alone, connection, log) : startRole(alone, connection, role, log)
}

/** Replaces port 0 by a free one, because the public URL contains it. */
async function withPort<T extends { config: Config }>(flags: T): Promise<T> {
  const { config } = flags
  if (config.port !== 0) return flags
  const port = await freePort(config.host)
  return {
    ...flags,
    config: {
      ...config,
      port,
      publicUrl: config.publicUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.publicUrl,
    },
  }
}

async function serveAsChild(config: Config) {
  const log = createLog(config.logLevel)
  const connection = JSON.parse(process.env.EARSHOT_CHILD_CONNECTION!) as DatabaseOptions
  const running = await startRole(config, connection, 'web', log)
  process.send?.({ port: running.port })
  onShutdownSignal({ log, stop: () => running.stop(), drainSeconds: config.drainSeconds })
}

async function withStore<T>(connection: DatabaseOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const timeouts = { connectionTimeoutMillis: startTimeoutMs, query_timeout: longQueryTimeoutMs }
  const store = openStore({ ...connection, max: 2, ...timeouts })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
