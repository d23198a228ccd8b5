import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

/** A killed worker's job is reassigned within 30 seconds, and a busy machine starts processes slowly. */
const logTimeoutMs = 120_000

export type WorkerProcess = {
  child: ChildProcess
  /** Waits until the worker has logged the message, for this job if one is given. */
  waitForLog(message: string, job?: string): Promise<void>
  stop(): Promise<void>
}

/** A worker in its own process on the database of the app. */
export async function spawnWorker(app: TestApp, name: string): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-entry.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(app.connection), WORKER_NAME: name },
  })
  const lines: { message: string; job?: string }[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => void lines.push(JSON.parse(line)))
  const waitForLog = async (message: string, job?: string) => {
    const isLogged = () => lines.some((line) => line.message === message && (job === undefined || line.job === job))
    await waitFor(`“${message}” in the log of worker ${name}`, isLogged, logTimeoutMs)
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await waitForLog('ready')
  return {
    child,
    waitForLog,
    async stop() {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await exited
    },
  }
}
