import { type DatabaseOptions, openStore, type Store } from '#store/open.ts'
import { findInconsistencies } from './oracle.ts'
import { type Random, randomFrom } from './random.ts'
import { prepareServer, type RunningServer } from './server-child.ts'
import { openSlowLink } from './slow-link.ts'
import { createTenant, type Tenant } from './tenant.ts'
import { startWriters, type Writers } from './writers.ts'

/** A server under load and everything that faults are injected into. */
export type Subject = {
  /** Directly to the database, not through the link. */
  connection: DatabaseOptions
  store: Store
  tenant: Tenant
  link: Awaited<ReturnType<typeof openSlowLink>>
  server: RunningServer
  writers: Writers
  random: Random
}

export type Report = { acknowledged: number; replays: number; unavailable: number; findings: string[] }

type Options = { connection: DatabaseOptions; seed: number; writers?: number }

/** Injects faults into one server under load, then compares the database with the answers that the writers got. */
export async function underLoad(
  { connection, seed, writers: size = 8 }: Options,
  inject: (subject: Subject) => Promise<void>,
): Promise<Report> {
  const store = openStore({ ...connection, max: 2, onError: () => {} })
  const link = await openSlowLink(connection, 0)
  let server: RunningServer | undefined
  let writers: Writers | undefined
  try {
    const tenant = await createTenant(store)
    server = await prepareServer().start({
      connection: { ...link.connection, connectionTimeoutMillis: 10_000 },
      port: 0,
      drainSeconds: 0,
    })
    const { port } = server
    writers = await startWriters({ tenant, port: () => port, seed, size })
    await inject({ connection, store, tenant, link, server, writers, random: randomFrom(seed) })
    await writers.finish()
    return await reportOf(store, tenant, { server, writers })
  } finally {
    writers?.abandon()
    await server?.kill()
    await store.close()
    await link.close()
  }
}

/** A full disk is logged with each request that it fails. */
const unexpectedLines = (log: string) =>
  log
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"code":"53100"'))
    .join('\n')

async function reportOf(store: Store, { org }: Tenant, { server, writers }: Pick<Subject, 'server' | 'writers'>) {
  const { ledger, unavailable, unanswered } = writers
  const withoutRetryAfter = unavailable.filter(({ headers }) => !(Number(headers['retry-after']) >= 1))
  return {
    acknowledged: ledger.acknowledgedCount,
    replays: ledger.replaysAfterLoss(),
    unavailable: unavailable.length,
    findings: [
      ...(await findInconsistencies(store, org, ledger)),
      ...withoutRetryAfter.map(({ text }) => `503 without Retry-After: ${text.slice(0, 200)}`),
      ...unanswered.map((how) => `a request was ${how} although the server process was not killed`),
      ...(server.hasEnded() ? ['the server process ended'] : []),
      ...(unexpectedLines(server.log()) ? [`the server logged an error: ${server.log().slice(0, 500)}`] : []),
    ],
  }
}
