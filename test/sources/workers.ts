import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { TestApp } from '../test-app.ts'

export type WorkerProcess = {
  child: ChildProcess
  /** Resolves when the worker has said this about the job (or at all), now or before. */
  said(message: string, job?: string): Promise<void>
  stop(): Promise<void>
}

/** A worker of its own process on the world's database. */
export async function spawnWorker(app: TestApp, name: string): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-entry.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(app.connection), WORKER_NAME: name },
  })
  const lines: { message: string; job?: string }[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(JSON.parse(line) as (typeof lines)[number])
    for (const check of waiting) check()
  })
  const said = (message: string, job?: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!lines.some((line) => line.message === message && (job === undefined || line.job === job))) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await said('ready')
  return {
    child,
    said,
    async stop() {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await gone
    },
  }
}
