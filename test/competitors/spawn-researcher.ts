import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CompetitorsApp } from './competitors-app.ts'

/** Starts a worker in its own process, so that it can be killed during research. */
export async function spawnResearcher(app: CompetitorsApp, sources: readonly object[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'researcher-entry.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      WORKER_CONNECTION: JSON.stringify(app.connection),
      WORKER_SOURCES: JSON.stringify(sources),
    },
  })
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', () => resolve())
    child.once('exit', () => reject(new Error('the worker ended before it was ready')))
  })
  return child
}

export const killAndWait = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
