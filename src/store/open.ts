import pg from 'pg'
import type { Db, Work } from './db.ts'
import { poolNames, sessionOptions, type SessionSettings, sessionSettings, types } from './session.ts'
import { type Sql, statement } from './sql.ts'
import { corkWrites, inTransaction, type TxState, withRetries } from './transaction.ts'

export type { Db, Tx } from './db.ts'

export type Store = Db & {
  /**
   * Commits all or nothing; retried from the start on a serialization failure or deadlock.
   * `firstQuery` is sent along with the begin and its first row is passed to the work. If the begin fails it ran
   * outside a transaction, so it must not write.
   */
  transaction<T, Row = unknown>(work: Work<T, Row>, firstQuery?: Sql): Promise<T>
  close(): Promise<void>
  /** For the sign-in library, which brings its own statements. */
  pool: pg.Pool
  stats(): { total: number; idle: number; waiting: number }
}

export type Connection = pg.PoolConfig & {
  namedStatements?: boolean
  /** The embedded server, on this machine. */
  embedded?: boolean
  /** Overrides of the session settings. */
  session?: Partial<SessionSettings>
  /** Called with the backend process id of each new connection. */
  onServer?: (pid: number) => void
  onError?: (error: Error) => void
  /** Called when a statement starts; the returned function is called when it ends. */
  onStatement?: (text: string) => ((error?: Error) => void) | undefined
}

/** The part of the connection that the driver understands. */
export const driverConfig = ({
  namedStatements: _,
  embedded: __,
  session: ___,
  onServer: ____,
  onError: _____,
  onStatement: ______,
  ...connection
}: Connection): pg.PoolConfig => connection

/** The pool or one of its connections. */
type Queryable = { query(query: pg.Query, done: (error: Error | undefined, result: pg.QueryResult) => void): void }

/** Opens the pool; the only place that uses the driver for queries. */
export function openStore(connection: Connection): Store {
  const pool = openPool(connection)
  const send = sender(connection)
  const handleFor = (target: object, state?: TxState): Db => ({
    rows: async <Row>(query: Sql) => (await send(target as Queryable, query, state)).rows as Row[],
    first: async <Row>(query: Sql) => (await send(target as Queryable, query, state)).rows[0] as Row | undefined,
    run: async (query) => (await send(target as Queryable, query, state)).rowCount ?? 0,
  })
  return {
    ...handleFor(pool),
    transaction: (work, firstQuery) =>
      withRetries(async () => inTransaction(await pool.connect(), handleFor, work, firstQuery)),
    close: () => pool.end(),
    pool,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

function openPool(connection: Connection): pg.Pool {
  const { onError = () => {}, onServer } = connection
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 2000,
    query_timeout: 16_000,
    keepAlive: true,
    // Missing from the driver's types.
    ...({ pipeline: true } as object),
    application_name: poolNames.web,
    options: sessionOptions({ ...sessionSettings, ...connection.session }),
    ...driverConfig(connection),
    types,
  })
  // A connection lost while checked out would otherwise crash the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    // Missing from the driver's types.
    onServer?.((client as pg.PoolClient & { processID: number }).processID)
  })
  pool.on('error', onError)
  return pool
}

function sender({ namedStatements = true, onStatement }: Connection) {
  return async (target: Queryable, sqlQuery: Sql, state?: TxState) => {
    if (state?.over) throw new Error('this transaction is over')
    const { text, values, name } = statement(sqlQuery)
    // An instance of the driver's own class: it would copy any other object property by property.
    const query = new pg.Query(text, values) as pg.Query & { name: string }
    if (namedStatements && name !== undefined) query.name = name
    corkWrites(target)
    const onEnd = onStatement?.(text)
    try {
      return await new Promise<pg.QueryResult>((resolve, reject) => {
        target.query(query, (error, result) => {
          onEnd?.(error)
          if (!error) return resolve(result)
          if (state) state.cause ??= error
          reject(error)
        })
      })
    } catch (error) {
      // The stack of the caller instead of the socket reader's.
      Error.captureStackTrace(error as Error)
      throw error
    }
  }
}
