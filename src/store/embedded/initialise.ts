import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { handOver, serverEnvironment, spawnIds } from './privileges.ts'
import type { Identity } from './privileges.ts'

export const superuser = 'earshot'

export function hasCluster({ cluster }: Place, { major }: Binaries): boolean {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) return false
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found === major) return true
  throw new Error(
    `${cluster} was made by PostgreSQL ${found}, but this Earshot brings PostgreSQL ${major}: ` +
      `move the data with a backup, or set DATABASE_URL to a PostgreSQL ${found} server that holds it.`,
  )
}

/** Works in a sibling directory and renames it, so that an interruption never leaves half a cluster under the final name. */
export async function initialiseCluster(place: Place, binaries: Binaries, identity: Identity): Promise<void> {
  if (existsSync(place.cluster)) removeEmpty(place.cluster)
  const draft = `${place.cluster}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  try {
    handOver(draft, identity)
    await runInitdb(draft, place, binaries, identity)
    moveIntoPlace(draft, place.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** What cannot be removed is left to a later start: initdb may live on for a second after the Earshot that ran it was killed. */
export function removeLeftovers({ cluster }: Place): void {
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

async function runInitdb(draft: string, place: Place, binaries: Binaries, identity: Identity): Promise<void> {
  const first = await initdb(draft, 'C.UTF-8', place, binaries, identity)
  const result = first.output.includes('invalid locale') ? await initdb(draft, 'C', place, binaries, identity) : first
  if (result.failed) throw new Error(`PostgreSQL could not create its data directory:\n${result.output}`)
}

async function initdb(draft: string, characterType: string, place: Place, binaries: Binaries, identity: Identity) {
  const args = ['-D', draft, '-U', superuser, '-E', 'UTF8', '--data-checksums', ...authentication(place)]
  args.push('--locale=C', `--lc-ctype=${characterType}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  const [command = binaries.initdb, ...rest] = [...identity.prefix, binaries.initdb, ...args]
  const cwd = process.platform === 'win32' ? place.dataDir : '/'
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
function authentication({ passwordFile }: Place): string[] {
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
    throw new Error(
      `${directory} exists but holds no PostgreSQL cluster, and it is in the way (${code}): move it elsewhere.`,
    )
  }
}
