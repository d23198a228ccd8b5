import type { Connection } from '#store/open.ts'
import { hireCrew } from './crew.ts'
import type { Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import { type Prepared, prepareServer, type Running } from './server-child.ts'
import { openSlowLink } from './slow-link.ts'
import type { Tenant } from './tenant.ts'
import { pause } from './wire.ts'

export type KillReport = { ledger: Ledger; cycles: number; restartMs: number[]; logs: string }

const writers = 24
const leastAnswers = 60
const answersLateByMs = 4

/** Kills the server at a random moment under load, starts another in its place, and again. */
export async function killCycles({ connection, tenant, cycles, seed }: { connection: Connection; tenant: Tenant; cycles: number; seed: number }): Promise<KillReport> {
  const random = randomFrom(seed)
  const link = await openSlowLink(connection, answersLateByMs)
  const orders = (port: number) => ({ connection: link.connection, port, drainSeconds: 0 })
  let server: Running = await prepareServer().start(orders(0))
  const spares: Prepared[] = [prepareServer(), prepareServer()]
  const { port } = server
  const crew = await hireCrew({ tenant, port: () => port, seed, size: writers })
  const restartMs: number[] = []
  let logs = ''
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      // The next server loads in peace, so that the machine spends its time on kills.
      crew.rest()
      await spares[0]!.loaded
      crew.goOn()
      await crew.acknowledges(leastAnswers)
      await crew.afterSending(1)
      await pause(random.upTo(20))
      await server.kill()
      logs += server.log()
      spares.push(prepareServer())
      server = await spares.shift()!.start(orders(port))
      restartMs.push(server.readyAfterMs)
    }
    await crew.finish()
    return { ledger: crew.ledger, cycles, restartMs, logs }
  } finally {
    crew.abandon()
    await Promise.all([server.kill(), ...spares.map((spare) => spare.discard())])
    await link.close()
  }
}
