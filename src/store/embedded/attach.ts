import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGuard, joinGuard } from './guard.ts'
import type { GuardShare } from './guard.ts'
import { superuser } from './initialise.ts'
import type { Place } from './place.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import { openPresence } from './presence.ts'
import type { Connection, Presence } from './presence.ts'

export type Attached = { connection: Connection; pid: number; presence: Presence; guard: GuardShare | undefined }
export type Log = (line: string) => void

const windows = process.platform === 'win32'
const patienceMs = 300_000
const guardGraceMs = 1_000

/** Joins the live server of the directory, waiting while it starts or stops; undefined when there is none. */
export async function adoptServer(place: Place, log: Log): Promise<Attached | undefined> {
  const began = Date.now()
  const lost = () => log('the connection to the embedded PostgreSQL was lost')
  for (;;) {
    const file = readPostmasterFile(place.cluster)
    if (!file || !isPostmasterOf(file.pid, place.cluster)) return undefined
    const guard = findGuard(file, Date.now() - began > guardGraceMs, log)
    const presence = file.status === 'ready' && (guard || windows) ? await openPresence(connectionTo(file, place), lost) : undefined
    if (presence) return { connection: connectionTo(file, place), pid: file.pid, presence, guard }
    guard?.leave()
    if (Date.now() - began > patienceMs) {
      throw new Error(`The PostgreSQL of ${place.cluster} (pid ${file.pid}) is running but takes no connections: ${file.status}.`)
    }
    await sleep(20)
  }
}

/** Joins the guard before connecting: a server whose guard has just given up refuses the connection, so it is never adopted. */
function findGuard({ socketDir, pid, status }: PostmasterFile, mayCreate: boolean, log: Log): GuardShare | undefined {
  if (windows) return undefined
  return joinGuard(socketDir) ?? (mayCreate && status === 'ready' ? guardOrWarn(socketDir, pid, log) : undefined)
}

export function guardOrWarn(socketDir: string, pid: number, log: Log): GuardShare | undefined {
  if (windows) return undefined
  try {
    return createGuard(socketDir, pid)
  } catch (error) {
    log(`the embedded PostgreSQL will outlive a killed Earshot, because its guard did not start: ${(error as Error).message}`)
    return undefined
  }
}

export function connectionTo({ port, socketDir }: { port: number; socketDir: string }, { passwordFile }: Place): Connection {
  const target = { port, user: superuser, database: 'earshot', ssl: false } as const
  return windows ? { host: '127.0.0.1', password: readFileSync(passwordFile, 'utf8'), ...target } : { host: socketDir, ...target }
}
