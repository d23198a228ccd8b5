import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Ground } from './ground.ts'

/** A worker in a process of its own, to be killed in the middle of research. */
export async function spawnResearcher(ground: Ground, sources: readonly object[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'researcher-entry.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      WORKER_CONNECTION: JSON.stringify(ground.connection),
      WORKER_SOURCES: JSON.stringify(sources),
    },
  })
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', () => resolve())
    child.once('exit', () => reject(new Error('the worker ended before it was ready')))
  })
  return child
}

export const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
