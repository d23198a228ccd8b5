import { type Intent, Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import type { Tenant } from './tenant.ts'
import { type Reply, httpClient } from './http-client.ts'
import { waitFor } from '../wait-for.ts'
import { Writer } from './writer.ts'

const sharedThemes = 4

/** Starts several concurrent writers on one organization. */
export async function startWriters({
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
  let sentCount = 0
  const hooks = {
    port,
    sent: () => void sentCount++,
    unavailable: (reply: Reply) => void unavailable.push(reply),
    unanswered: (how: 'refused' | 'lost') => void unanswered.push(how),
    isAbandoned: () => abandoned,
  }
  const shared: string[] = []
  const writers = Array.from({ length: size }, (_, n) => {
    const client = httpClient(tenant.key)
    return {
      client,
      writer: new Writer(`${n}`, { ledger, httpClient: client, random: randomFrom(seed * 1000 + n), hooks, shared }),
    }
  })
  for (let n = 0; n < sharedThemes; n++) shared.push(await createShared(ledger, tenant, port(), n))
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const mayContinue = async () => {
    await gate.promise
    return !over
  }
  const work = Promise.all(writers.map(({ writer }) => writer.run(mayContinue)))
  // finish() reports the failure.
  const abandon = () => {
    over = abandoned = true
    gate.resolve()
  }
  work.catch(abandon)
  return {
    ledger,
    unavailable,
    unanswered,
    /** Waits for that many more acknowledged writes; throws if the writers fail first. */
    async waitForAcknowledged(more: number) {
      const enough = ledger.acknowledgedCount + more
      await waitFor(`${more} more acknowledged writes`, () => ledger.acknowledgedCount >= enough || over, 120_000, 2)
      if (over) await work
    },
    /** Waits for that many more sent requests; throws if the writers fail first. */
    async waitForSent(more: number) {
      const enough = sentCount + more
      await waitFor(`${more} more sent requests`, () => sentCount >= enough || over, 120_000, 1)
      if (over) await work
    },
    /** Holds back new writes until resume(). */
    pauseWriters: () => void (gate = Promise.withResolvers<void>()),
    resume: () => gate.resolve(),
    /** Stops retrying; for tests that end early. */
    abandon,
    /** Stops after every writer's current write is acknowledged. */
    async finish() {
      over = true
      gate.resolve()
      try {
        await work
      } finally {
        for (const { client } of writers) client.close()
      }
    },
  }
}
export type Writers = Awaited<ReturnType<typeof startWriters>>

/** Creates a theme that all writers link to. */
async function createShared(ledger: Ledger, { key }: Tenant, port: number, n: number): Promise<string> {
  const { send, close } = httpClient(key)
  const name = `shared ${n}`
  const intent: Intent = {
    key: name,
    what: 'create theme',
    method: 'POST',
    path: '/api/v1/themes',
    body: { name },
    lostResponses: 0,
  }
  const outcome = await send(port, { ...intent, idempotencyKey: name })
  close()
  if (outcome.kind !== 'answered' || outcome.reply.status !== 201)
    throw new Error(`could not create a shared theme: ${JSON.stringify(outcome)}`)
  const { status, text } = outcome.reply
  const { id } = JSON.parse(text) as { id: string }
  ledger.intents.push(intent)
  ledger.acknowledge(intent, { status, text, replayed: false })
  ledger.themes.set(id, { id, name, notes: null, mergedInto: null })
  return id
}
