import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { pause } from '../crash/http-client.ts'
import { createTenant } from '../crash/tenant.ts'
import { cloneDatabase } from '../database.ts'
import { judge, type Sample, type Verdict } from './judge.ts'
import { type LoadReport, startLoad } from './load.ts'
import type { ProcessSample } from './server-process.ts'

type Options = {
  seconds: number
  /** Requests per second; far below what a server can do. */
  rate: number
  seed: number
  sampleCount?: number
  onSample?(sample: Sample, load: LoadReport): void
}
export type SoakReport = { load: LoadReport; samples: Sample[]; verdicts: Verdict[] }

/** Caches fill and code is compiled first. */
const warmUpShare = 0.15
/** Longer than in production: the machine may be busy with other tests. */
const connectionTimeoutMillis = 10_000

/** Runs a server under a steady load and measures whether it stays as it is. */
export async function soak({ seconds, rate, seed, sampleCount = 30, onSample }: Options): Promise<SoakReport> {
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 2 })
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, SOAK_CONNECTION: JSON.stringify({ ...connection, connectionTimeoutMillis }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const nextMessage = <T>() =>
    Promise.race([
      once(child, 'message').then(([message]) => message as T),
      ended.then(([code]) => Promise.reject(new Error(`the server exited with code ${code}`))),
    ])
  try {
    const { port } = await nextMessage<{ port: number }>()
    const { key } = await createTenant(store)
    const load = startLoad({ port, key, rate, seed })
    await pause(seconds * 1000 * warmUpShare)
    const samples: Sample[] = []
    for (let n = 0; n < sampleCount; n++) {
      await pause((seconds * 1000 * (1 - warmUpShare)) / sampleCount)
      child.send('measure')
      const sample = { ...(await nextMessage<ProcessSample>()), ...(await measureDatabase(store)) }
      samples.push(sample)
      onSample?.(sample, load.report)
    }
    await load.stop()
    return { load: load.report, samples, verdicts: judge(samples) }
  } finally {
    child.disconnect()
    await ended
    await store.close()
    await drop()
  }
}

async function measureDatabase(store: Store) {
  const row = await store.first<Omit<Sample, keyof ProcessSample>>(sql`
    select pg_database_size(current_database()) as "databaseBytes", sum(n_live_tup)::int8 as "liveRows",
      sum(n_dead_tup)::int8 as "deadRows",
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from job where finished_at is null)
        as "queueAgeSeconds"
    from pg_stat_user_tables`)
  return row!
}
