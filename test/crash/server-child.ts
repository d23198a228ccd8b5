import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Orders } from './server-process.ts'

export type Running = {
  port: number
  /** Processor time from its first instruction until it served, which says the same on a busy machine. */
  workMs: number
  hasEnded(): boolean
  /** What the process wrote to its log, which is nothing while all is well. */
  log(): string
  kill(): Promise<void>
  /** Asks it to stop and says how it ended. */
  terminate(): Promise<number | null>
}

/** A process that loads and then waits for its orders. */
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
    // All it wrote to its log is here once it is closed.
    await closed
    throw new Error(`the server ended before it was ready: ${log}`)
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
    async start(orders: Orders): Promise<Running> {
      await loaded
      child.stdin.write(`${JSON.stringify(orders)}\n`)
      const { port, workMs } = JSON.parse(await nextLine()) as { port: number; workMs: number }
      return { port, workMs, hasEnded, log: () => log, kill: discard, terminate: () => end('SIGTERM') }
    },
    discard,
  }
}
export type Prepared = ReturnType<typeof prepareServer>
