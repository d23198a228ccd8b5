import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#free-port.ts'

/* A PostgreSQL with the vector extension: the embedded one does not have it. */

const isRoot = process.getuid?.() === 0

/** The newest of Debian's folders whose PostgreSQL has the extension. */
function findPrograms(): string | undefined {
  const hasExtension = (bin: string) =>
    existsSync(
      join(
        execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim(),
        'extension/vector.control',
      ),
    )
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((bin) => ['pg_config', 'postgres', 'initdb'].every((name) => existsSync(join(bin, name))))
    .sort()
    .findLast(hasExtension)
}

/** It refuses to run as root; Debian's package brings a user of its own. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (!isRoot) return {} as { uid: number; gid: number }
  const home = '/var/lib/postgresql'
  if (!existsSync(home)) return undefined
  const { uid, gid } = statSync(home)
  return { uid, gid }
}

const bin = findPrograms()
export const noVectorExtension: string | undefined =
  bin && serverUser() ? undefined : 'there is no PostgreSQL with the vector extension (pgvector 0.8 or newer) here'

export async function startVectorPostgres(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-vector-'))
  const user = serverUser()!
  if (isRoot) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin!, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await freePort('127.0.0.1')
  const all = { fsync: 'off', unix_socket_directories: '', listen_addresses: '127.0.0.1', ...settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin!, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const connection = { host: '127.0.0.1', port, user: 'postgres', ssl: false as const }
  await waitUntilReady({ ...connection, database: 'postgres' }, () => output)
  return {
    connection,
    async createDatabase() {
      const database = `v_${randomBytes(6).toString('hex')}`
      await query({ ...connection, database: 'postgres' }, `create database ${database}`)
      return { ...connection, database }
    },
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGINT')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function query(config: pg.ClientConfig, text: string) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function waitUntilReady(config: pg.ClientConfig, output: () => string) {
  for (let left = 150; ; left--) {
    try {
      return await query(config, 'select 1')
    } catch (error) {
      if (left === 0) throw new Error(`PostgreSQL did not start: ${output()}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
