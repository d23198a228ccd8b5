import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionTo, guardOrWarn } from './attach.ts'
import type { Attached, Log } from './attach.ts'
import { assertRunnable, ensureLibraryLinks } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { hasCluster, initialiseCluster, removeLeftovers } from './initialise.ts'
import { closeToOthers, createPrivateDir, removeSocketDir, serverPort } from './place.ts'
import type { Place } from './place.ts'
import { disownPostmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { openPresence } from './presence.ts'
import type { Presence } from './presence.ts'
import { chooseIdentity, handOver } from './privileges.ts'
import { spawnServer, stopServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

const windows = process.platform === 'win32'
const patienceMs = 300_000

export type Boot = { place: Place; binaries: Binaries; settings: Record<string, string>; log: Log }

/** Starts a server of our own, after creating its cluster when there is none. */
export async function bootServer({ place, binaries, settings, log }: Boot): Promise<Attached> {
  const exists = hasCluster(place, binaries)
  removeLeftovers(place)
  ensureLibraryLinks(binaries)
  assertRunnable(binaries)
  const identity = chooseIdentity(place, binaries)
  if (!exists) {
    log(`creating the embedded PostgreSQL in ${place.cluster}`)
    await initialiseCluster(place, binaries, identity)
  }
  handOver(place.cluster, identity)
  closeToOthers(place.cluster)
  if (!windows) createPrivateDir(place.socketDir, identity.uid)
  await refuseForeignServer(place)
  removeStaleSocket(place)
  if (readPostmasterFile(place.cluster)) disownPostmasterFile(place.cluster)
  const port = windows ? await freePort() : serverPort
  const server = spawnServer({ place, binaries, identity, port, settings })
  return watchStart(server, { place, binaries, settings, log })
}

/** A killed server whose parent has not noticed yet still counts as a process, and PostgreSQL would take its socket for one in use. */
function removeStaleSocket({ socketDir }: Place) {
  if (windows) return
  for (const name of [`.s.PGSQL.${serverPort}`, `.s.PGSQL.${serverPort}.lock`])
    rmSync(join(socketDir, name), { force: true })
}

/** Two containers that share a directory do not see each other's processes, but the socket answers. */
async function refuseForeignServer(place: Place): Promise<void> {
  if (windows) return
  const presence = await openPresence(connectionTo({ port: serverPort, socketDir: place.socketDir }, place), () => {})
  if (!presence) return
  await presence.end()
  throw new Error(`Another PostgreSQL, perhaps in another container, already serves ${place.cluster}: stop it first.`)
}

async function watchStart(server: ServerProcess, boot: Boot): Promise<Attached> {
  const { place, log } = boot
  const guard = server.pid === undefined ? undefined : guardOrWarn({ socketDir: place.socketDir, pid: server.pid }, log)
  server.onExit(() => guard?.dismiss())
  try {
    const { pid, presence, port } = await waitUntilReady(server, boot)
    return { connection: connectionTo({ port, socketDir: place.socketDir }, place), pid, presence, guard }
  } catch (error) {
    const pid = server.pid ?? readPostmasterFile(place.cluster)?.pid
    if (pid && !server.failure()) await stopServer(pid, boot)
    guard?.dismiss()
    removeSocketDir(place)
    throw error
  }
}

/** A stale file also says ready, and a server that says ready may still refuse: only a connection counts. */
async function waitUntilReady(
  server: ServerProcess,
  { place, log }: Boot,
): Promise<{ pid: number; port: number; presence: Presence }> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const failure = server.failure()
    if (failure) throw new Error(`The embedded PostgreSQL did not start (${failure}):\n${server.logTail()}`)
    const file = readPostmasterFile(place.cluster)
    if (file?.status === 'ready' && (server.pid === undefined || file.pid === server.pid)) {
      const presence = await openPresence(connectionTo({ port: file.port, socketDir: place.socketDir }, place), () =>
        log('the connection to the embedded PostgreSQL was lost'),
      )
      if (presence) return { pid: file.pid, port: file.port, presence }
    }
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL was not ready in time:\n${server.logTail()}`)
    await sleep(10)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
