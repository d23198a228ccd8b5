import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedServer } from '#store/embedded/launch.ts'
import { usefulMs } from '#store/embedded/supervise.ts'
import { sql } from '#store/sql.ts'
import { waitFor } from '../wait-for.ts'
import { type Report, type Subject, underLoad } from './subject.ts'

const kinds = ['backend', 'postmaster'] as const
type Kind = (typeof kinds)[number]
/** SIGQUIT makes PostgreSQL end at once without writing its state, SIGKILL does not even let it notice. */
const signals = ['SIGKILL', 'SIGQUIT'] as const

export type DatabaseKills = Report & { kills: Record<Kind, number> }

/** Kills the PostgreSQL server, or one of the processes that serve its connections, again and again under load. */
export async function databaseKills(
  postgres: EmbeddedServer,
  plan: { kills: number; seed: number },
): Promise<DatabaseKills> {
  const kills = { backend: 0, postmaster: 0 }
  const report = await underLoad({ connection: postgres.connection, seed: plan.seed, writers: 12 }, async (subject) => {
    for (let n = 0; n < plan.kills; n++) {
      await subject.writers.waitForAcknowledged(40)
      // A server that ends again and again right after its start is given up, as it should be.
      await sleep(usefulMs)
      const kind = kinds[n % kinds.length]!
      if (kind === 'backend') await killBackend(subject)
      else await killPostmaster(postgres, signals[Math.floor(n / kinds.length) % signals.length]!)
      kills[kind]++
      await subject.writers.waitForAcknowledged(1)
    }
    await subject.writers.waitForAcknowledged(20)
  })
  return { ...report, kills }
}

async function killPostmaster(postgres: EmbeddedServer, signal: 'SIGKILL' | 'SIGQUIT') {
  const { pid } = postgres
  process.kill(pid, signal)
  await waitFor('the next server', () => postgres.pid !== pid, 180_000)
}

/** PostgreSQL then ends all other connections too and recovers from its log. */
async function killBackend({ store }: Subject) {
  const backend = sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'earshot' and pid <> pg_backend_pid()
    order by state = 'active' desc limit 1`
  const row = await waitFor('a connection of the server', () =>
    store.first<{ pid: number }>(backend).catch(() => undefined),
  )
  process.kill(row.pid, 'SIGKILL')
}
