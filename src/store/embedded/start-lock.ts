import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const refreshMs = 1_000
const abandonedMs = 10_000
const timeoutMs = 330_000
const heldHere = new Set<string>()

/**
 * Lets one process at a time start or stop the server of a data directory. Should two ever hold it, nothing breaks: a
 * new cluster appears by an atomic rename, and PostgreSQL admits one server per directory.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await acquire(file)
  return whileLocked(file, work)
}

/**
 * Stopping must also succeed on a full disk or when the directory was removed, so there the lock is not a condition.
 */
export async function preferringStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const locked = await acquire(file).then(
    () => true,
    () => false,
  )
  return locked ? whileLocked(file, work) : work()
}

async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const refresh = setInterval(() => touch(file), refreshMs)
  try {
    return await work()
  } finally {
    clearInterval(refresh)
    heldHere.delete(file)
    if (holderOf(file) === process.pid) rmSync(file, { force: true })
  }
}

async function acquire(file: string): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!create(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true })
    else if (Date.now() > deadline)
      throw new Error(`Another process (pid ${holderOf(file)}) holds ${file} for too long.`)
    else await sleep(20)
  }
  heldHere.add(file)
}

function create(file: string): boolean {
  let descriptor: number
  try {
    descriptor = openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(descriptor, String(process.pid))
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  return true
}

/** A holder refreshes its file, because in a container a pid is soon reused, often by the very next start. */
function isAbandoned(file: string): boolean {
  const holder = holderOf(file)
  if (holder === process.pid) return !heldHere.has(file)
  if (holder && !exists(holder)) return true
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return modified !== undefined && Date.now() - modified > abandonedMs
}

function holderOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The lock file is gone; PostgreSQL's own lock on the directory still protects it.
  }
}
