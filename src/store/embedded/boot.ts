import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#free-port.ts'
import { embeddedConnection, guardOrWarn } from './attach.ts'
import type { Attached, LogLine, OnLost } from './attach.ts'
import { assertRunnable, ensureLibraryLinks } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { hasCluster, initialiseCluster, removeLeftovers } from './initialise.ts'
import { restrictToOwner, createPrivateDir, removeSocketDir, serverPort } from './server-paths.ts'
import type { ServerPaths } from './server-paths.ts'
import { disownPostmasterFile, readPostmasterFile, removeEmptyPostmasterFile } from './postmaster-file.ts'
import { openKeepalive } from './keepalive-connection.ts'
import { endOrphanedBackends } from './orphans.ts'
import type { KeepaliveConnection } from './keepalive-connection.ts'
import { chooseIdentity, changeOwner } from './privileges.ts'
import { spawnServer, stopServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

const windows = process.platform === 'win32'
const timeoutMs = 300_000

type Boot = {
  paths: ServerPaths
  binaries: Binaries
  settings: Record<string, string>
  log: LogLine
  onLost: OnLost
  /** Of the server that this one replaces, because its clients know no other. */
  port?: number | undefined
}

/** Starts a server of our own, after creating its cluster when there is none. */
export async function bootServer(boot: Boot): Promise<Attached> {
  const { paths, binaries, settings, log } = boot
  const exists = hasCluster(paths, binaries)
  removeLeftovers(paths)
  ensureLibraryLinks(binaries)
  assertRunnable(binaries)
  const identity = chooseIdentity(paths, binaries)
  if (!exists) {
    log(`creating the embedded PostgreSQL in ${paths.cluster}`)
    await initialiseCluster(paths, binaries, identity)
  }
  changeOwner(paths.cluster, identity)
  restrictToOwner(paths.cluster)
  if (!windows) createPrivateDir(paths.socketDir, identity.uid)
  await refuseForeignServer(paths)
  removeStaleSocket(paths)
  await endOrphanedBackends(paths.cluster)
  await removeEmptyPostmasterFile(paths.cluster)
  if (readPostmasterFile(paths.cluster)) disownPostmasterFile(paths.cluster)
  const port = boot.port ?? (windows ? await freePort('127.0.0.1') : serverPort)
  const server = spawnServer({ paths, binaries, identity, port, settings })
  return watchStart(server, boot)
}

/**
 * A killed server whose parent has not noticed yet still counts as a process, and PostgreSQL would take its socket
 * for one in use.
 */
function removeStaleSocket({ socketDir }: ServerPaths) {
  if (windows) return
  for (const name of [`.s.PGSQL.${serverPort}`, `.s.PGSQL.${serverPort}.lock`])
    rmSync(join(socketDir, name), { force: true })
}

/** Two containers that share a directory do not see each other's processes, but the socket answers. */
async function refuseForeignServer(paths: ServerPaths): Promise<void> {
  if (windows) return
  const keepalive = await openKeepalive(
    embeddedConnection({ port: serverPort, socketDir: paths.socketDir }, paths),
    () => {},
  )
  if (!keepalive) return
  await keepalive.end()
  throw new Error(`Another PostgreSQL, perhaps in another container, already serves ${paths.cluster}: stop it first.`)
}

async function watchStart(server: ServerProcess, boot: Boot): Promise<Attached> {
  const { paths, log } = boot
  const guard = server.pid === undefined ? undefined : guardOrWarn({ socketDir: paths.socketDir, pid: server.pid }, log)
  server.onExit(() => guard?.dismiss())
  try {
    const { pid, keepalive, port } = await waitUntilReady(server, boot)
    return { connection: embeddedConnection({ port, socketDir: paths.socketDir }, paths), pid, keepalive, guard }
  } catch (error) {
    const pid = server.pid ?? readPostmasterFile(paths.cluster)?.pid
    if (pid && !server.failure()) await stopServer(pid, boot)
    guard?.dismiss()
    removeSocketDir(paths)
    throw error
  }
}

/** A stale file also says ready, and a server that says ready may still refuse: only a connection counts. */
async function waitUntilReady(
  server: ServerProcess,
  { paths, onLost }: Boot,
): Promise<{ pid: number; port: number; keepalive: KeepaliveConnection }> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const failure = server.failure()
    if (failure) throw new Error(`The embedded PostgreSQL did not start (${failure}):\n${server.logTail()}`)
    const file = readPostmasterFile(paths.cluster)
    if (file?.status === 'ready' && (server.pid === undefined || file.pid === server.pid)) {
      const connection = embeddedConnection({ port: file.port, socketDir: paths.socketDir }, paths)
      const keepalive = await openKeepalive(connection, onLost)
      if (keepalive) return { pid: file.pid, port: file.port, keepalive }
    }
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL was not ready in time:\n${server.logTail()}`)
    await sleep(10)
  }
}
