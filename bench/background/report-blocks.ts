import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/* Loaded before the server: tells its parent process how long the event loop that answers requests was blocked. */

export type Blocks = { maxMs: number; p99Ms: number }

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 2 })
  delay.enable()
  process.on('message', (message) => {
    if (message !== 'blocks') return
    process.send!({ maxMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 } satisfies Blocks)
    delay.reset()
  })
  process.channel?.unref()
}
