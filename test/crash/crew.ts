import { type Intent, Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import type { Tenant } from './tenant.ts'
import { pause, type Reply, wire } from './wire.ts'
import { Writer } from './writer.ts'

const sharedThemes = 4

/** Several writers at work on one organization, until they are told to finish. */
export async function hireCrew({
  tenant,
  port,
  seed,
  size,
}: {
  tenant: Tenant
  port: () => number
  seed: number
  size: number
}) {
  const ledger = new Ledger()
  const unavailable: Reply[] = []
  const unanswered: string[] = []
  let over = false
  let abandoned = false
  const listeners = new Set<() => void>()
  const scene = {
    port,
    sent: () => listeners.forEach((listener) => listener()),
    unavailable: (reply: Reply) => void unavailable.push(reply),
    unanswered: (how: 'refused' | 'lost') => void unanswered.push(how),
    isAbandoned: () => abandoned,
  }
  const shared: string[] = []
  const writers = Array.from({ length: size }, (_, n) => {
    const own = wire(tenant.key)
    return {
      own,
      writer: new Writer(`${n}`, { ledger, wire: own, random: randomFrom(seed * 1000 + n), scene, shared }),
    }
  })
  for (let n = 0; n < sharedThemes; n++) shared.push(await createShared(ledger, tenant, port(), n))
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const mayGoOn = async () => {
    await gate.promise
    return !over
  }
  const work = Promise.all(writers.map(({ writer }) => writer.run(mayGoOn)))
  // The failure is told by whoever waits for the end.
  const abandon = () => {
    over = abandoned = true
    gate.resolve()
  }
  work.catch(abandon)
  return {
    ledger,
    unavailable,
    unanswered,
    /** Resolves when that many more writes have been acknowledged; throws should the writers fail first. */
    async acknowledges(more: number) {
      const enough = ledger.acknowledgedCount + more
      while (ledger.acknowledgedCount < enough && !over) await pause(2)
      if (over) await work
    },
    /** Resolves at the moment when that many more requests have gone out. */
    afterSending: (count: number) =>
      new Promise<void>((resolve) => {
        let left = count
        const listener = () => {
          if (--left > 0) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
    /** Lets nobody begin another write until they may go on. */
    rest: () => void (gate = Promise.withResolvers<void>()),
    goOn: () => gate.resolve(),
    /** Nobody tries any longer; for tests that end early. */
    abandon,
    /** Every writer ends with its current request acknowledged. */
    async finish() {
      over = true
      gate.resolve()
      try {
        await work
      } finally {
        for (const { own } of writers) own.close()
      }
    },
  }
}
export type Crew = Awaited<ReturnType<typeof hireCrew>>

/** Themes that all writers link to. */
async function createShared(ledger: Ledger, { key }: Tenant, port: number, n: number): Promise<string> {
  const { send, close } = wire(key)
  const name = `shared ${n}`
  const intent: Intent = {
    key: name,
    what: 'create theme',
    method: 'POST',
    path: '/api/v1/themes',
    body: { name },
    losses: 0,
  }
  const outcome = await send(port, { ...intent, idempotencyKey: name })
  close()
  if (outcome.kind !== 'answered' || outcome.reply.status !== 201)
    throw new Error(`no shared theme: ${JSON.stringify(outcome)}`)
  const { status, text } = outcome.reply
  const { id } = JSON.parse(text) as { id: string }
  ledger.intents.push(intent)
  ledger.acknowledge(intent, { status, text, replayed: false })
  ledger.themes.set(id, { id, name, notes: null, mergedInto: null })
  return id
}
