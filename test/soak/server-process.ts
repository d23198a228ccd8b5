import { readdirSync } from 'node:fs'
import { readConfig } from '#config/read.ts'
import { createLog } from '#serve/log.ts'
import { serveWithWorkerThread } from '#serve/with-worker-thread.ts'
import type { DatabaseOptions } from '#store/open.ts'

/* The whole server in its own process, as `earshot serve` runs it, started with --expose-gc. It measures itself on request. */

export type ProcessSample = { heapBytes: number; rssBytes: number; descriptors: number }

const connection = JSON.parse(process.env.SOAK_CONNECTION!) as DatabaseOptions
const config = readConfig({ PORT: '0', REGION: 'eu', RATE_LIMITS: 'off', EMBEDDINGS: 'static' })
const running = await serveWithWorkerThread(config, connection, createLog('error'))

process.on('message', () => {
  globalThis.gc!()
  const { heapUsed, rss } = process.memoryUsage()
  process.send!({
    heapBytes: heapUsed,
    rssBytes: rss,
    descriptors: readdirSync('/proc/self/fd').length,
  } satisfies ProcessSample)
})
process.on('disconnect', () => process.exit())
process.send!({ port: running.port })
