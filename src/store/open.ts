import pg from 'pg'
import { type Sql, statement } from './sql.ts'

/** What a query is handed: a transaction or the pool, never a choice of its own. */
export type Db = {
  rows<Row>(query: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  first<Row>(query: Sql): Promise<Row | undefined>
  /** How many rows a write touched. */
  run(query: Sql): Promise<number>
}

export type Store = Db & {
  /** All or nothing; run again from the start when PostgreSQL asks for it (serialization failure, deadlock). */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
  /** For the one library that brings its own statements: sign-in. */
  pool: pg.Pool
  stats(): { total: number; idle: number; waiting: number }
}

export type Connection = pg.PoolConfig & { namedStatements?: boolean; onError?: (error: Error) => void }

const timestamptz = 1184
const int8 = 20
const numeric = 1700

/** '2026-11-15 03:07:46.1+00' as PostgreSQL prints it in UTC → '2026-11-15T03:07:46.100Z', without a Date in between. */
function instant(text: string): string {
  const dot = text.indexOf('.')
  const end = text.length - 3
  const millis = dot < 0 ? '000' : text.slice(dot + 1, Math.min(dot + 4, end)).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

const keepAsIs = (text: string) => text
const parsers: Record<number, (text: string) => unknown> = {
  [timestamptz]: instant,
  [int8]: Number,
  [numeric]: Number,
  1082: keepAsIs,
  1114: keepAsIs,
}
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const sessionSettings = [
  ['timezone', 'UTC'],
  ['statement_timeout', '15s'],
  ['lock_timeout', '2s'],
  ['idle_in_transaction_session_timeout', '10s'],
  ['client_connection_check_interval', '5s'],
  ['default_transaction_isolation', 'read committed'],
] as const

/** Opens the pool; the only place that knows the driver. */
export function openStore({ namedStatements = true, onError = () => {}, ...connection }: Connection): Store {
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 2000,
    query_timeout: 16_000,
    keepAlive: true,
    application_name: 'earshot',
    options: sessionSettings.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`).join(' '),
    ...connection,
    types,
  })
  // A connection lost while checked out would otherwise take the process down.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', onError)

  const prepare = (query: Sql) => {
    const { text, values, name } = statement(query)
    return namedStatements ? { text, values, name } : { text, values }
  }
  const handle = (target: pg.Pool | pg.PoolClient): Db => ({
    rows: async <Row>(query: Sql) => (await target.query(prepare(query))).rows as Row[],
    first: async <Row>(query: Sql) => (await target.query(prepare(query))).rows[0] as Row | undefined,
    run: async (query) => (await target.query(prepare(query))).rowCount ?? 0,
  })

  return {
    ...handle(pool),
    transaction: (work) => attempt(() => inTransaction(pool, handle, work)),
    close: () => pool.end(),
    pool,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

async function inTransaction<T>(pool: pg.Pool, handle: (client: pg.PoolClient) => Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(handle(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    throw error
  } finally {
    client.release(broken)
  }
}

const again = new Set(['40001', '40P01'])
const mostAttempts = 6

/** Thrown inside a transaction that cannot go on as it began: it is rolled back and run again. */
export class BeginAgain extends Error {
  readonly code = '40001'
}

/** Those who met once do not meet again at the same moment. */
const apart = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))

async function attempt<T>(run: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await run()
    } catch (error) {
      if (n >= mostAttempts || !again.has((error as { code?: string }).code ?? '')) throw error
      await apart(n)
    }
  }
}
