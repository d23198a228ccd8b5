import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { openServer } from '../open-server.ts'
import type { Case } from './cases.ts'
import type { SeededOrg } from './seed.ts'

/** `buffers` are pages touched in shared memory or on disk; `rows` are table rows and index entries read. */
export type Cost = { status: number; ms: number; buffers: number; rows: number }
export type Costs = Map<string, Cost>

const counters = `
  select blks_hit + blks_read as buffers, tup_returned as rows from pg_stat_database where datname = $1`

type Measuring = { monitor: pg.Client; repeats: number; onError(line: string): void }

/** One connection, so that its counters can be published before they are read. */
const onOneConnection = { max: 1, session: { statement_timeout: '60s' }, query_timeout: 61_000 }

/**
 * Calls each case `repeats` times after one call that fills caches, and keeps the smallest counts: they repeat exactly,
 * apart from a write in the background.
 */
export async function measureCases(
  seeded: SeededOrg,
  cases: readonly Case[],
  { monitor, repeats, onError }: Measuring,
): Promise<Costs> {
  const { store, server, close } = await openServer({ ...seeded.connection, ...onOneConnection }, { onError })
  const get = ({ path: url }: Case) =>
    server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${seeded.key}` } })
  const read = async () => {
    await store.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await monitor.query<{ buffers: string; rows: string }>(counters, [seeded.connection.database])
    return { buffers: Number(rows[0]!.buffers), rows: Number(rows[0]!.rows) }
  }
  const once = async (one: Case): Promise<Cost> => {
    const before = await read()
    const began = performance.now()
    const { statusCode: status, body } = await get(one)
    const ms = performance.now() - began
    const after = await read()
    if (status >= 400) onError(`${one.path}: ${status} ${body.slice(0, 300)}`)
    return { status, ms, buffers: after.buffers - before.buffers, rows: after.rows - before.rows }
  }
  const costs: Costs = new Map()
  try {
    for (const one of cases) {
      await get(one)
      const runs: Cost[] = []
      for (let i = 0; i < repeats; i++) runs.push(await once(one))
      costs.set(one.name, smallest(runs))
    }
  } finally {
    await close()
  }
  return costs
}

const smallest = (runs: readonly Cost[]): Cost => ({
  status: runs[0]!.status,
  ms: runs.map((run) => run.ms).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!,
  buffers: Math.min(...runs.map((run) => run.buffers)),
  rows: Math.min(...runs.map((run) => run.rows)),
})
