import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGuard, joinGuard } from './guard.ts'
import type { GuardShare } from './guard.ts'
import { superuser } from './initialise.ts'
import type { ServerPaths } from './server-paths.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { openKeepalive } from './keepalive-connection.ts'
import type { PostgresConnection, KeepaliveConnection } from './keepalive-connection.ts'

export type Attached = {
  connection: PostgresConnection
  pid: number
  keepalive: KeepaliveConnection
  guard: GuardShare | undefined
}
export type OnLost = () => void
export type LogLine = (line: string) => void

const windows = process.platform === 'win32'
const timeoutMs = 300_000
const guardGraceMs = 1_000

/**
 * Joins the live server of the directory, waiting while it starts or stops; undefined when there is none. A guard
 * that is about to stop the server no longer listens, so a server without one is adopted, and guarded anew, only when
 * it has lived on a while.
 */
export async function adoptServer(paths: ServerPaths, log: LogLine, onLost: OnLost): Promise<Attached | undefined> {
  const began = Date.now()
  for (;;) {
    const file = readPostmasterFile(paths.cluster)
    if (!file || !isPostmasterOf(file.pid, paths.cluster)) return undefined
    const guard = windows ? undefined : joinGuard(file.socketDir)
    const mayJoin = file.status === 'ready' && (guard || windows || Date.now() - began > guardGraceMs)
    const keepalive = mayJoin ? await openKeepalive(embeddedConnection(file, paths), onLost) : undefined
    if (keepalive)
      return {
        connection: embeddedConnection(file, paths),
        pid: file.pid,
        keepalive,
        guard: guard ?? replaceGuard(file, log),
      }
    guard?.leave()
    if (Date.now() - began > timeoutMs) {
      throw new Error(
        `The PostgreSQL of ${paths.cluster} (pid ${file.pid}) is running but takes no connections: ${file.status}.`,
      )
    }
    await sleep(20)
  }
}

/**
 * Others may hold on to the lost guard, so leaving this one while they remain must not look like the end of the last.
 */
function replaceGuard(file: { socketDir: string; pid: number }, log: LogLine): GuardShare | undefined {
  const guard = guardOrWarn(file, log)
  return guard && { leave: guard.dismiss, dismiss: guard.dismiss }
}

export function guardOrWarn(
  { socketDir, pid }: { socketDir: string; pid: number },
  log: LogLine,
): GuardShare | undefined {
  if (windows) return undefined
  try {
    return createGuard(socketDir, pid)
  } catch (error) {
    log(
      'the embedded PostgreSQL will outlive a killed Earshot, because its guard did not start: ' +
        (error as Error).message,
    )
    return undefined
  }
}

export function embeddedConnection(
  { port, socketDir }: { port: number; socketDir: string },
  { passwordFile }: ServerPaths,
): PostgresConnection {
  const target = { port, user: superuser, database: 'earshot', ssl: false, embedded: true } as const
  return windows
    ? { host: '127.0.0.1', password: readFileSync(passwordFile, 'utf8'), ...target }
    : { host: socketDir, ...target }
}
