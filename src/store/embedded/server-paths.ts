import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataDirError } from './failure.ts'

export type ServerPaths = {
  dataDir: string
  cluster: string
  socketDir: string
  logFile: string
  lockFile: string
  passwordFile: string
}

export const serverPort = 5432
const socketPathLimit = 103
const logSizeLimit = 10 * 1024 * 1024

export function prepareServerPaths(requested: string): ServerPaths {
  mkdirSync(requested, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(requested)
  accessSync(dataDir, constants.W_OK | constants.X_OK)
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    socketDir: socketDirOf(dataDir),
    logFile: join(dataDir, 'postgres.log'),
    lockFile: join(dataDir, 'postgres.lock'),
    passwordFile: join(dataDir, 'postgres.password'),
  }
}

/**
 * A socket's path must fit into about 104 bytes, so a deep data directory gets its sockets in the temporary
 * directory.
 */
function socketDirOf(dataDir: string): string {
  const near = join(dataDir, 'run')
  if (fits(near)) return near
  const far = join(realpathSync(tmpdir()), `earshot-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  if (fits(far)) return far
  throw new DataDirError(
    `Both ${dataDir} and ${tmpdir()} are too long for a socket path: choose a shorter data directory or set TMPDIR`,
  )
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${serverPort}`)) <= socketPathLimit
}

/** The temporary directory is open to all, so a directory found there may have been planted by another user. */
export function createPrivateDir(directory: string, owner: number | undefined): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (!process.getuid) return
  const found = lstatSync(directory)
  if (!found.isDirectory() || ![process.getuid(), owner].includes(found.uid)) {
    throw new Error(`${directory} is not a directory of this user: remove it and start again.`)
  }
  chmodSync(directory, 0o700)
  if (owner !== undefined) chownSync(directory, owner, -1)
}

/** Spares the sockets of a successor, which another process may have started after this server died. */
export function removeSocketDir({ cluster, socketDir }: ServerPaths): void {
  if (!existsSync(join(cluster, 'postmaster.pid'))) rmSync(socketDir, { recursive: true, force: true })
}

/** A cluster restored with a plain copy has lost its mode, and PostgreSQL refuses one that others may read. */
export function restrictToOwner(cluster: string): void {
  if (statSync(cluster).mode & 0o027) chmodSync(cluster, 0o700)
}

export function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > logSizeLimit) renameSync(logFile, `${logFile}.1`)
}
