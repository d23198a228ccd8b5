import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'

const timeoutMs = 5_000

/**
 * Ends what a killed server left behind. A backend that computes does not notice the death of its server, and as long
 * as it holds the shared memory PostgreSQL refuses to start. What it committed is in the write-ahead log. Elsewhere
 * than on Linux a process does not show its directory; there the next start waits for it.
 */
export async function endOrphanedBackends(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = Date.now() + timeoutMs
  // A process that ends loses its title first, then the shared memory, then its directory.
  const stillEnds = (pid: number) => isPostmasterOf(pid, cluster)
  for (let orphans = orphansOf(cluster); orphans.length > 0; orphans = orphans.filter(stillEnds)) {
    for (const pid of orphans) kill(pid)
    if (Date.now() > deadline) return
    await sleep(10)
  }
}

/**
 * Backends work in the directory of their cluster, like their server, but have a title in place of arguments; one that
 * was just forked still has the arguments of its server.
 */
function orphansOf(cluster: string): number[] {
  const server = readPostmasterFile(cluster)?.pid
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostmasterOf(pid, cluster) && (pid !== server || titleOf(pid).startsWith('postgres: ')))
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
