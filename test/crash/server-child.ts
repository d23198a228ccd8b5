import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServerCommand, StartOptions } from './server-process.ts'

export type RunningServer = {
  port: number
  /** CPU time from process start until ready; independent of other load on the machine. */
  workMs: number
  hasEnded(): boolean
  /** What the process wrote to stderr: empty unless something failed. */
  log(): string
  kill(): Promise<void>
  /** Sets the wall clock of the process that far from the real one. */
  setClock(offsetMs: number): void
  /** Stops the process as it is (SIGSTOP); the system goes on completing connections for it. */
  freeze(): void
  wake(): void
  /** Sends SIGTERM and returns the exit code. */
  terminate(): Promise<number | null>
}

/** Starts a process that loads the code and then waits for its start options. */
export function prepareServer() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server-process.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const closed = once(child, 'close')
  const nextLine = async () => {
    const { done, value } = await lines.next()
    if (!done) return value
    // Wait until stderr has been read completely.
    await closed
    throw new Error(`the server exited before it was ready: ${log}`)
  }
  const loaded = nextLine()
  loaded.catch(() => {})
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!hasEnded()) child.kill(signal)
    return (await ended)[0]
  }
  const discard = async () => void (await end('SIGKILL'))
  return {
    loaded,
    async start(startOptions: StartOptions): Promise<RunningServer> {
      await loaded
      child.stdin.write(`${JSON.stringify(startOptions)}\n`)
      const { port, workMs } = JSON.parse(await nextLine()) as { port: number; workMs: number }
      const setClock = (clockOffsetMs: number) =>
        void child.stdin.write(`${JSON.stringify({ clockOffsetMs } satisfies ServerCommand)}\n`)
      const freeze = () => void child.kill('SIGSTOP')
      const wake = () => void child.kill('SIGCONT')
      const terminate = () => end('SIGTERM')
      return { port, workMs, hasEnded, log: () => log, kill: discard, setClock, freeze, wake, terminate }
    },
    discard,
  }
}
export type PreparedServer = ReturnType<typeof prepareServer>
