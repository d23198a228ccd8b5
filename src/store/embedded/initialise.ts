import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { DataDirError } from './failure.ts'
import type { ServerPaths } from './server-paths.ts'
import { changeOwner, serverEnvironment, spawnIds } from './privileges.ts'
import type { Identity } from './privileges.ts'

export const superuser = 'earshot'

export function hasCluster({ cluster }: ServerPaths, { major }: Binaries): boolean {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) return false
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found === major) return true
  throw new DataDirError(
    `${cluster} was made by PostgreSQL ${found}, but this Earshot brings PostgreSQL ${major}: ` +
      `move the data with a backup, or set DATABASE_URL to a PostgreSQL ${found} server that holds it`,
  )
}

/** Creates the cluster under a temporary name and renames it, so that an interruption leaves no half-made cluster. */
export async function initialiseCluster(paths: ServerPaths, binaries: Binaries, identity: Identity): Promise<void> {
  if (existsSync(paths.cluster)) removeEmpty(paths.cluster)
  const draft = `${paths.cluster}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  try {
    changeOwner(draft, identity)
    await runInitdb(draft, paths, binaries, identity)
    moveIntoPlace(draft, paths.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Leaves what cannot be removed to a later start: initdb may outlive a killed Earshot by a second. */
export function removeLeftovers({ cluster }: ServerPaths): void {
  const parent = dirname(cluster)
  const leftovers = readdirSync(parent).filter((name) => name.startsWith(`${basename(cluster)}.new-`))
  for (const name of leftovers) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      continue
    }
  }
}

async function runInitdb(draft: string, paths: ServerPaths, binaries: Binaries, identity: Identity): Promise<void> {
  const run = (characterType: string) => initdb({ draft, characterType, paths, binaries, identity })
  const first = await run('C.UTF-8')
  const result = first.output.includes('invalid locale') ? await run('C') : first
  if (result.failed) throw new Error(`PostgreSQL could not create its data directory:\n${result.output}`)
}

type Initdb = { draft: string; characterType: string; paths: ServerPaths; binaries: Binaries; identity: Identity }

async function initdb({ draft, characterType, paths, binaries, identity }: Initdb) {
  const args = ['-D', draft, '-U', superuser, '-E', 'UTF8', '--data-checksums', ...authentication(paths)]
  args.push('--locale=C', `--lc-ctype=${characterType}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  const [command = binaries.initdb, ...rest] = [...identity.prefix, binaries.initdb, ...args]
  const cwd = process.platform === 'win32' ? paths.dataDir : '/'
  const child = spawn(command, rest, {
    ...spawnIds(identity),
    cwd,
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise<{ failed: boolean; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ failed: code !== 0, output: output.trim().split('\n').slice(-20).join('\n') }),
    )
  })
}

/** On unix the closed socket directory is the protection; Windows has only TCP, so there it takes a password. */
function authentication({ passwordFile }: ServerPaths): string[] {
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject']
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
}

function moveIntoPlace(draft: string, cluster: string): void {
  renameSync(draft, cluster)
  if (process.platform === 'win32') return
  const parent = openSync(dirname(cluster), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new DataDirError(
      `${directory} exists but holds no PostgreSQL cluster, and it is in the way (${code}): move it elsewhere`,
    )
  }
}
