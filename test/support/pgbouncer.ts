import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseOptions } from '#store/open.ts'
import { waitFor } from '../wait-for.ts'
import { findOrInstall } from './tools.ts'

const program = findOrInstall('pgbouncer')
export const noPooler: string | undefined = program ? undefined : 'pgbouncer is not installed'

const port = 6432
/** Fewer than the clients, so that sessions change hands. */
const serverConnections = 4
const nobody = 65534

/** Debian's PgBouncer in transaction mode in front of the PostgreSQL of the tests. */
export async function startPgBouncer(server: DatabaseOptions, settings: string[] = []) {
  const {
    host,
    port: serverPort,
    user,
    password,
  } = server as { host: string; port: number; user: string; password?: string }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-pooler-')))
  const file = join(folder, 'pgbouncer.ini')
  const target = [`host=${host}`, `port=${serverPort}`, `user=${user}`, ...(password ? [`password=${password}`] : [])]
  writeFileSync(
    file,
    [
      '[databases]',
      `* = ${target.join(' ')}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'auth_type = any',
      `listen_port = ${port}`,
      `unix_socket_dir = ${folder}`,
      `default_pool_size = ${serverConnections}`,
      'max_client_conn = 200',
      ...settings,
      '',
    ].join('\n'),
  )
  const { prefix, ids } = identityFor(host, folder)
  const [command = '', ...args] = [...prefix, program!, '-q', file]
  const child = spawn(command, args, { ...ids, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const connection = (database: string) => ({ host: folder, port, user, database })
  await waitFor(
    () => `PgBouncer: ${output}`,
    async () => {
      const client = new pg.Client(connection('postgres'))
      client.on('error', () => {})
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    },
    30_000,
    100,
  )
  return {
    connection,
    url: (database: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(folder)}&port=${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGINT')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root and must be able to open PostgreSQL's socket. */
function identityFor(host: string, folder: string) {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} }
  const owner = host.startsWith('/') ? statSync(host).uid : nobody
  if (owner === 0)
    return { prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'], ids: {} }
  chownSync(folder, owner, -1)
  return { prefix: [], ids: { uid: owner, gid: owner } }
}
