import type { DatabaseOptions } from '#store/open.ts'
import { startWriters } from './writers.ts'
import type { Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import { type PreparedServer, prepareServer, type RunningServer } from './server-child.ts'
import { openSlowLink } from './slow-link.ts'
import type { Tenant } from './tenant.ts'
import { pause } from './http-client.ts'

export type KillPlan = { connection: DatabaseOptions; tenant: Tenant; cycles: number; seed: number }
export type KillReport = { ledger: Ledger; cycles: number; startMs: number[]; logs: string }

const writerCount = 24
const minAcknowledged = 30
const databaseDelayMs = 4

/** Repeatedly kills the server at a random moment under load and starts another one on its port. */
export async function killCycles({ connection, tenant, cycles, seed }: KillPlan): Promise<KillReport> {
  const random = randomFrom(seed)
  const link = await openSlowLink(connection, databaseDelayMs)
  // A longer timeout than in production: the proxy shares its CPU with the writers and other test files.
  const startOptions = (port: number) => ({
    connection: { ...link.connection, connectionTimeoutMillis: 10_000 },
    port,
    drainSeconds: 0,
  })
  let server: RunningServer = await prepareServer().start(startOptions(0))
  let spare: PreparedServer = prepareServer()
  const { port } = server
  const writers = await startWriters({ tenant, port: () => port, seed, size: writerCount })
  const startMs: number[] = []
  let logs = ''
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      // Pause the writers while the next server loads its code.
      writers.pauseWriters()
      await spare.loaded
      writers.resume()
      await writers.waitForAcknowledged(minAcknowledged)
      await writers.waitForSent(1)
      await pause(random.upTo(20))
      await server.kill()
      logs += server.log()
      server = await spare.start(startOptions(port))
      startMs.push(server.workMs)
      spare = prepareServer()
    }
    await writers.finish()
    return { ledger: writers.ledger, cycles, startMs, logs }
  } finally {
    writers.abandon()
    await Promise.all([server.kill(), spare.discard()])
    await link.close()
  }
}
