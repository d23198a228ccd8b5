import { spawn, spawnSync } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { availableMemory, memorySettings } from './memory-settings.ts'
import { rotateLog } from './server-paths.ts'
import type { ServerPaths } from './server-paths.ts'
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
  max_connections: '100',
  random_page_cost: '1.1',
  // Tables get statistics soon after a large import; until then the planner assumes they are empty.
  autovacuum_naptime: '10s',
  jit: 'off',
  log_min_messages: 'warning',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

type Launch = {
  paths: ServerPaths
  binaries: Binaries
  identity: Identity
  port: number
  settings: Record<string, string>
}

/**
 * Runs in a session of its own, because Ctrl-C in a terminal reaches the whole process group and Earshot must drain
 * first.
 */
export function spawnServer(launch: Launch): ServerProcess {
  const { paths, identity } = launch
  rotateLog(paths.logFile)
  const logStart = statSync(paths.logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(paths.logFile, 'a', 0o600)
  if (identity.uid !== undefined && identity.gid !== undefined) fchownSync(log, identity.uid, identity.gid)
  const [command = '', ...args] = commandLine(launch)
  const spawnOptions = {
    cwd: windows ? paths.dataDir : '/',
    env: serverEnvironment(),
    detached: true,
    windowsHide: true,
  }
  const child = spawn(command, args, { ...spawnIds(identity), ...spawnOptions, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code, signal) => {
    if (!windows || code !== 0) failure = `it ended with ${signal ?? `code ${code}`}`
  })
  const logTail = () =>
    readFileSync(paths.logFile).subarray(logStart).toString('utf8').trim().split('\n').slice(-20).join('\n')
  return {
    pid: windows ? undefined : child.pid,
    failure: () => failure,
    onExit: (react) => void child.once('exit', react),
    logTail,
  }
}

function commandLine({ paths, binaries, identity, port, settings }: Launch): string[] {
  const network = windows
    ? { listen_addresses: '127.0.0.1' }
    : { listen_addresses: '', unix_socket_directories: paths.socketDir }
  const all = Object.entries({
    ...defaultSettings,
    ...memorySettings(availableMemory()),
    ...settings,
    ...network,
    port: String(port),
  })
  const flags = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  if (!windows) return [...identity.prefix, binaries.postgres, '-D', paths.cluster, ...flags]
  const quoted = flags.map((flag) => `"${flag}"`).join(' ')
  return [binaries.pgCtl, 'start', '--no-wait', '-D', paths.cluster, '-o', quoted]
}

/**
 * Fast shutdown (SIGINT) ends every session; immediate shutdown (SIGQUIT) costs a recovery at the next start, but
 * never data.
 */
export async function stopServer(pid: number, { paths, binaries }: Pick<Launch, 'paths' | 'binaries'>): Promise<void> {
  for (const [signal, mode] of [
    ['SIGINT', 'fast'],
    ['SIGQUIT', 'immediate'],
  ] as const) {
    if (windows) spawnSync(binaries.pgCtl, ['stop', '--no-wait', '-m', mode, '-D', paths.cluster])
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

async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isPostgresProcess(pid)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}
