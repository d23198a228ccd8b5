import { setClockOffset } from './injected-clock.ts'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { readConfig } from '#config/read.ts'
import { createLog } from '#serve/log.ts'
import { startRole } from '#serve/role.ts'
import { onShutdownSignal } from '#serve/shutdown.ts'
// Loaded in advance, so that the measured start excludes loading code.
import '#serve/web-role.ts'
import type { DatabaseOptions } from '#store/open.ts'

// A process that gets no CPU time would answer 408 to requests that it reads too late.
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  Object.assign((message as { server: object }).server, { headersTimeout: 60_000, requestTimeout: 60_000 })
})

/* A server in its own process, to be killed. It loads at once and starts when it reads its options from stdin. */

export type StartOptions = { connection: DatabaseOptions; port: number; drainSeconds: number }
/** Sent after the start. */
export type ServerCommand = { clockOffsetMs: number }

const input = createInterface({ input: process.stdin })
// A killed process does not write the compile cache, so write it now.
flushCompileCache()
process.stdout.write('loaded\n')
const [line] = (await once(input, 'line')) as [string]
const { connection, port, drainSeconds } = JSON.parse(line) as StartOptions
input.on('line', (text) => setClockOffset((JSON.parse(text) as ServerCommand).clockOffsetMs))
// The parent keeps stdin open; exit with it.
input.on('close', () => process.exit(0))

const config = readConfig({
  PORT: String(port),
  REGION: 'eu',
  RATE_LIMITS: 'off',
  POOL_SIZE: '16',
  DRAIN_SECONDS: String(drainSeconds),
})
const log = createLog('error')
const running = await startRole(config, connection, 'web', log)
onShutdownSignal({ log, stop: () => running.stop(), drainSeconds })
const { user, system } = process.cpuUsage()
process.stdout.write(`${JSON.stringify({ port: running.port, workMs: (user + system) / 1000 })}\n`)
