import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

type PostmasterFile = { pid: number; port: number; socketDir: string; status: string }

export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/**
 * A pid alone proves nothing: after a crash or a reboot it may belong to any other program, or to the PostgreSQL of
 * another directory.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isPostgresProcess(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      return false
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
}

export function isPostgresProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const { name, zombie } = inspectProcess(pid)
  return !zombie && /^postgres(\.exe)?$/.test(name)
}

function inspectProcess(pid: number): { name: string; zombie: boolean } {
  if (process.platform === 'linux') return inspectLinuxProcess(pid)
  if (process.platform === 'win32') {
    const row = spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' }).stdout
    return { name: row.split('"')[1] ?? '', zombie: false }
  }
  const row = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  const [state = '', ...command] = row.split(/\s+/)
  return { name: basename(command.join(' ')), zombie: state.startsWith('Z') }
}

function inspectLinuxProcess(pid: number): { name: string; zombie: boolean } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), zombie: stat[nameEnd + 2] === 'Z' }
  } catch {
    return { name: '', zombie: false }
  }
}

/** For how long a server that is starting can have its file without a pid, and more. */
const emptyFileMs = 1_000

/**
 * A server that was killed right after it had made the file leaves it empty, and PostgreSQL takes that for another
 * server that is starting. Called while the lock of starts is held and no other server answers.
 */
export async function removeEmptyPostmasterFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const isEmpty = () => statSync(file, { throwIfNoEntry: false })?.size === 0
  if (!isEmpty()) return
  await setTimeout(emptyFileMs)
  if (isEmpty()) rmSync(file, { force: true })
}

/**
 * PostgreSQL refuses to start while the recorded pid is alive, whatever process has it now. It ignores the pid of its
 * own parent, so recording ours lets it start and still keeps its check for surviving backends, which removing the
 * file would skip.
 */
export function disownPostmasterFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (process.platform === 'win32') return rmSync(file, { force: true })
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [process.pid, ...rest].join('\n'))
}
