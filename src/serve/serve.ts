import cluster from 'node:cluster'
import { type AddressInfo, createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { deprecatedSettings } from '#config/aliases.ts'
import type { Config } from '#config/types.ts'
import { anybodyHere, setupToken } from '#domain/account/installation.ts'
import { sealReadableSecrets } from '#domain/account/webhooks/secrets.ts'
import { migrate } from '#store/migrate.ts'
import { type Connection, openStore } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { stepBack } from '#priority.ts'
import { banner } from './banner.ts'
import { serveBeside } from './beside.ts'
import { firstAdmin } from './first-admin.ts'
import { openDatabase } from './database.ts'
import { createLog } from './log.ts'
import { secretOf, settingsOf } from './parts.ts'
import { startRole } from './role.ts'
import { whenAskedToStop } from './stop.ts'
import { superviseProcesses } from './processes.ts'
import { UsageError } from './usage-error.ts'
import { ensureWebApp } from './web-app.ts'

const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

export function readServeFlags(argv: string[], config: Config): { config: Config; role: Role; demo: boolean } {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      role: { type: 'string' },
      processes: { type: 'string' },
      demo: { type: 'boolean' },
    },
  })
  const number = (flag: 'port' | 'processes', min: number, max: number) => {
    const text = values[flag]
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new UsageError(
        `--${flag} takes a whole number from ${min} to ${max}, for example --${flag} ${flag === 'port' ? 3000 : 2}`,
      )
    return value
  }
  const role = roles.find((name) => name === (values.role ?? 'all'))
  if (!role) throw new UsageError('--role takes all, web or worker, for example --role web')
  const port = number('port', 0, 65_535) ?? config.port
  const publicUrl =
    config.publicUrl === `http://localhost:${config.port}` ? `http://localhost:${port}` : config.publicUrl
  return {
    role,
    demo: values.demo ?? false,
    config: {
      ...config,
      port,
      publicUrl,
      host: values.host ?? config.host,
      processes: number('processes', 1, 64) ?? config.processes,
    },
  }
}

/** `earshot serve`: database, schema, then web and worker until somebody asks it to stop. */
export async function serve(argv: string[], base: Config): Promise<void> {
  // A child's environment says all that the flags said to its parent.
  if (cluster.isWorker) return serveAsChild(base)
  const { config, role, demo } = await withPort(readServeFlags(argv, base))
  const log = createLog(config.logLevel)
  for (const deprecated of deprecatedSettings()) log.warn(deprecated, 'deprecated setting')
  const [database] = await Promise.all([openDatabase(config), role === 'worker' ? null : ensureWebApp(log)])
  try {
    await migrate(database.connection)
    await withStore(database.connection, async (store) => {
      await sealReadableSecrets(store, vaultFor(await secretOf(config, store)))
      await firstAdmin(store, config)
    })
    const shown = demo
      ? await withStore(database.connection, async (store) =>
          (await import('#demo/load.ts')).loadDemo(store, settingsOf(config), new Date()),
        )
      : null
    // After the database, which serves everybody, has been started.
    if (role === 'worker') stepBack()
    const running =
      config.processes > 1 && role !== 'worker'
        ? await superviseProcesses(config, database.connection, role, log)
        : role === 'all'
          ? await serveBeside(config, database.connection, log)
          : await startRole(config, database.connection, role, log)
    whenAskedToStop(log, async () => {
      await running.stop()
      await database.stop()
    })
    const setup = await withStore(database.connection, async (store) =>
      (await anybodyHere(store)) ? null : setupToken(store),
    )
    process.stdout.write(banner({ config, role, database: database.description, demo: shown, setup }))
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Port 0 is settled before anything is built on the address. */
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

const freePort = (host: string) =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

async function serveAsChild(config: Config) {
  const log = createLog(config.logLevel)
  const connection = JSON.parse(process.env.EARSHOT_CHILD_CONNECTION!) as Connection
  const running = await startRole(config, connection, 'web', log)
  process.send?.({ port: running.port })
  whenAskedToStop(log, () => running.stop())
}

async function withStore<T>(
  connection: Connection,
  work: (store: ReturnType<typeof openStore>) => Promise<T>,
): Promise<T> {
  const store = openStore({ ...connection, max: 2 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
