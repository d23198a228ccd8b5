import { spawn, spawnSync } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { rotateLog } from './place.ts'
import type { Place } from './place.ts'
import { isPostgresProcess } from './postmaster-file.ts'
import { serverEnvironment, spawnIds } from './privileges.ts'
import type { Identity } from './privileges.ts'

export type ServerProcess = {
  pid: number | undefined
  failure(): string | undefined
  onExit(react: () => void): void
  logTail(): string
}

const windows = process.platform === 'win32'
const defaultSettings = {
  shared_buffers: '128MB',
  max_connections: '100',
  random_page_cost: '1.1',
  // A large import is counted soon after, before somebody reads it by a plan for empty tables.
  autovacuum_naptime: '10s',
  jit: 'off',
  log_min_messages: 'warning',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export type Launch = {
  place: Place
  binaries: Binaries
  identity: Identity
  port: number
  settings: Record<string, string>
}

/** Runs in a session of its own, because Ctrl-C in a terminal reaches the whole process group and Earshot must drain first. */
export function spawnServer(launch: Launch): ServerProcess {
  const { place, identity } = launch
  rotateLog(place.logFile)
  const logStart = statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(place.logFile, 'a', 0o600)
  if (identity.uid !== undefined && identity.gid !== undefined) fchownSync(log, identity.uid, identity.gid)
  const [command = '', ...args] = commandLine(launch)
  const surroundings = {
    cwd: windows ? place.dataDir : '/',
    env: serverEnvironment(),
    detached: true,
    windowsHide: true,
  }
  const child = spawn(command, args, { ...spawnIds(identity), ...surroundings, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code, signal) => {
    if (!windows || code !== 0) failure = `it ended with ${signal ?? `code ${code}`}`
  })
  const logTail = () =>
    readFileSync(place.logFile).subarray(logStart).toString('utf8').trim().split('\n').slice(-20).join('\n')
  return {
    pid: windows ? undefined : child.pid,
    failure: () => failure,
    onExit: (react) => void child.once('exit', react),
    logTail,
  }
}

function commandLine({ place, binaries, identity, port, settings }: Launch): string[] {
  const network = windows
    ? { listen_addresses: '127.0.0.1' }
    : { listen_addresses: '', unix_socket_directories: place.socketDir }
  const all = Object.entries({ ...defaultSettings, ...settings, ...network, port: String(port) })
  const flags = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  if (!windows) return [...identity.prefix, binaries.postgres, '-D', place.cluster, ...flags]
  const quoted = flags.map((flag) => `"${flag}"`).join(' ')
  return [binaries.pgCtl, 'start', '--no-wait', '-D', place.cluster, '-o', quoted]
}

/** Fast shutdown (SIGINT) ends every session; immediate shutdown (SIGQUIT) costs a recovery at the next start, but never data. */
export async function stopServer(pid: number, { place, binaries }: Pick<Launch, 'place' | 'binaries'>): Promise<void> {
  for (const [signal, mode] of [
    ['SIGINT', 'fast'],
    ['SIGQUIT', 'immediate'],
  ] as const) {
    if (windows) spawnSync(binaries.pgCtl, ['stop', '--no-wait', '-m', mode, '-D', place.cluster])
    else signalServer(pid, signal)
    if (await isGone(pid, 10_000)) return
  }
  throw new Error(`The embedded PostgreSQL (pid ${pid}) did not stop.`)
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  if (!isPostgresProcess(pid)) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function isGone(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  while (isPostgresProcess(pid)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}
