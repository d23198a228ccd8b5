import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ServerPaths } from './server-paths.ts'

/** How to run PostgreSQL, which refuses to work as root: a command put in front of it, or another user. */
export type Identity = { prefix: string[]; uid?: number; gid?: number }

const nobodyId = 65534
const direct: Identity = { prefix: [] }
const inNamespace: Identity = {
  prefix: ['unshare', '--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--'],
}

export function chooseIdentity(paths: ServerPaths, binaries: Binaries): Identity {
  if (process.getuid?.() !== 0) return needsName(paths) && canRun(inNamespace, paths, binaries) ? inNamespace : direct
  const found = candidates(paths).find((identity) => canRun(identity, paths, binaries))
  if (found) return found
  throw new Error(
    'PostgreSQL does not run as root, and neither a user namespace (unshare) nor the user "nobody" can reach both ' +
      `${paths.dataDir} and ${binaries.postgres}: start Earshot as an ordinary user, move its directories, ` +
      'or set DATABASE_URL instead.',
  )
}

/**
 * PostgreSQL creates no cluster for a user without a name, as a container has when it is run with a bare user number.
 */
function needsName({ cluster }: ServerPaths): boolean {
  try {
    return !existsSync(cluster) && userInfo().username === ''
  } catch {
    return true
  }
}

function candidates({ cluster, dataDir }: ServerPaths): Identity[] {
  const clusterOwner = ownerOf(cluster)
  if (clusterOwner?.uid) return [clusterOwner]
  const surrounding = nearestOrdinaryOwner(dataDir)
  return [inNamespace, ...(surrounding ? [surrounding] : []), { prefix: [], ...nobody() }]
}

function ownerOf(path: string): Identity | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { prefix: [], uid: found.uid, gid: found.gid }
}

/** Inside a private home directory only its owner has access. */
function nearestOrdinaryOwner(path: string): Identity | undefined {
  const owner = ownerOf(path)
  if (owner?.uid) return owner
  return dirname(path) === path ? undefined : nearestOrdinaryOwner(dirname(path))
}

function nobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout) || nobodyId
  return { uid: id('-u'), gid: id('-g') }
}

function canRun(identity: Identity, { cluster, dataDir }: ServerPaths, binaries: Binaries): boolean {
  if (identity.uid !== undefined) allowTraversal(dataDir, identity.uid)
  const probe = `${existsSync(cluster) ? '' : 'id -un && '}cd "$1" && "$2" --version`
  const [command = 'sh', ...args] = [...identity.prefix, 'sh', '-c', probe, 'sh', dataDir, binaries.postgres]
  return spawnSync(command, args, { ...spawnIds(identity), cwd: '/', stdio: 'ignore' }).status === 0
}

/** Another user must pass through the data directory to its own part of it, but never list it. */
function allowTraversal(dataDir: string, user: number): void {
  const { mode, uid } = statSync(dataDir)
  if (uid !== user && !(mode & 0o001)) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

export function spawnIds({ uid, gid }: Identity): { uid?: number; gid?: number | undefined } {
  return uid === undefined ? {} : { uid, gid }
}

/** A cluster made in a user namespace belongs to root on disk, which the user "nobody" could not open later. */
export function changeOwner(path: string, { uid, gid }: Identity): void {
  if (uid === undefined || !existsSync(path) || statSync(path).uid === uid) return
  const { status, stderr } = spawnSync('chown', ['-R', `${uid}:${gid}`, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path} could not be handed over to the user ${uid}: ${stderr}`)
}

/**
 * Only what the programs need: Earshot's own environment may hold secrets, and PG* variables would change their
 * behaviour.
 */
export function serverEnvironment(): Record<string, string> {
  const passed = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec', 'PATHEXT']
  const kept = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
