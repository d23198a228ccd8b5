import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { readConfig } from '#config/read.ts'
import { createLog } from '#serve/log.ts'
import { startRole } from '#serve/role.ts'
import { whenAskedToStop } from '#serve/stop.ts'
// Loaded with the rest, so that a start is only a start.
import '#serve/web-side.ts'
import type { Connection } from '#store/open.ts'

/* A server as a process of its own, so that it can be killed. It loads at once, and starts when its standard input says on what. */

export type Orders = { connection: Connection; port: number; drainSeconds: number }

const input = createInterface({ input: process.stdin })
// A killed process writes nothing down, so it does now.
flushCompileCache()
process.stdout.write('loaded\n')
const [line] = (await once(input, 'line')) as [string]
const { connection, port, drainSeconds } = JSON.parse(line) as Orders
// Whoever started this process holds its input open; without them it has no purpose.
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
whenAskedToStop(log, () => running.stop())
const { user, system } = process.cpuUsage()
process.stdout.write(`${JSON.stringify({ port: running.port, workMs: (user + system) / 1000 })}\n`)
