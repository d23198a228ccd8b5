import { execFile, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { waitFor } from '../wait-for.ts'
import { findPostgres } from './tools.ts'

const bin = findPostgres()
export const noPostgres: string | undefined = bin ? undefined : 'PostgreSQL of the system is not installed'

const port = 5432
const nobody = 65534
const superuser = 'postgres'
/** PostgreSQL refuses to run as root. */
const ids = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** A server of the system's PostgreSQL, without a password on a socket of its own. */
export async function startDebianPostgres() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-pg-')))
  if (ids.uid !== undefined) chownSync(folder, nobody, nobody)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin!, 'initdb'),
    ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '-N', '--locale=C.UTF-8'],
    {
      ...ids,
      cwd: '/',
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=60']
  const child = spawn(join(bin!, 'postgres'), args, { ...ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const connection = (database: string, user = superuser) => ({ host: folder, port, user, database })
  const query = async (text: string, database = 'postgres') => {
    const client = new pg.Client(connection(database))
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await waitFor(
    () => `PostgreSQL: ${output}`,
    () =>
      query('select 1').then(
        () => true,
        () => false,
      ),
    60_000,
    100,
  )
  return {
    connection,
    query,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGINT')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Target = { host: string; port: number; user: string; database: string }

/** Runs pg_dump, pg_restore or psql and returns what it printed; what it reports on stderr fails the call. */
export const runTool = (tool: 'pg_dump' | 'pg_restore' | 'psql', target: Target, args: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const { host, port: number, user, database } = target
    const all = ['-h', host, '-p', String(number), '-U', user, '-d', database, ...args]
    execFile(join(bin!, tool), all, { maxBuffer: 2 ** 28, env: { PATH: process.env.PATH } }, (error, stdout, stderr) =>
      error || stderr ? reject(new Error(`${tool} ${args.join(' ')}: ${stderr || error}`)) : resolve(stdout),
    )
  })
