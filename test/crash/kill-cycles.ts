import type { Connection } from '#store/open.ts'
import { hireCrew } from './crew.ts'
import type { Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import { type Prepared, prepareServer, type Running } from './server-child.ts'
import { openSlowLink } from './slow-link.ts'
import type { Tenant } from './tenant.ts'
import { pause } from './wire.ts'

export type Plan = { connection: Connection; tenant: Tenant; cycles: number; seed: number }
export type KillReport = { ledger: Ledger; cycles: number; startMs: number[]; logs: string }

const writers = 24
const minAnswers = 30
const answersLateByMs = 4

/** Kills the server at a random moment under load, starts another in its place, and again. */
export async function killCycles({ connection, tenant, cycles, seed }: Plan): Promise<KillReport> {
  const random = randomFrom(seed)
  const link = await openSlowLink(connection, answersLateByMs)
  // Longer than in earnest: the link shares its processor with the writers and with other files.
  const orders = (port: number) => ({
    connection: { ...link.connection, connectionTimeoutMillis: 10_000 },
    port,
    drainSeconds: 0,
  })
  let server: Running = await prepareServer().start(orders(0))
  let spare: Prepared = prepareServer()
  const { port } = server
  const crew = await hireCrew({ tenant, port: () => port, seed, size: writers })
  const startMs: number[] = []
  let logs = ''
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      // The next server loads in peace, so that the machine spends its time on kills.
      crew.rest()
      await spare.loaded
      crew.goOn()
      await crew.acknowledges(minAnswers)
      await crew.afterSending(1)
      await pause(random.upTo(20))
      await server.kill()
      logs += server.log()
      server = await spare.start(orders(port))
      startMs.push(server.workMs)
      spare = prepareServer()
    }
    await crew.finish()
    return { ledger: crew.ledger, cycles, startMs, logs }
  } finally {
    crew.abandon()
    await Promise.all([server.kill(), spare.discard()])
    await link.close()
  }
}
