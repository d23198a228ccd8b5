import pg from 'pg'
import { ShardReads } from './citus/shard-reads.ts'
import { shardConnection } from './citus/shards.ts'
import { nameConstraint } from './constraint-name.ts'
import type { Db, Work } from './db.ts'
import { DiskSpace } from './disk-space.ts'
import {
  poolNames,
  sessionOptions,
  type SessionSettings,
  sessionSettings,
  transactionSettings,
  types,
} from './session.ts'
import { OrgRead, Sql, sql, type SqlStatement, statement } from './sql.ts'
import {
  beginStatement,
  corkWrites,
  inTransaction,
  type TxEnd,
  type TxStart,
  type TxState,
  withRetries,
} from './transaction.ts'

export type { Db, Tx } from './db.ts'

export type Store = Db & {
  /**
   * Commits all or nothing; retried from the start on a serialization failure or deadlock.
   * `firstQuery`, and the statements that `start` sends at once, go along with the begin; the first row and the result
   * are passed to the work. With the end `rollback` nothing is kept.
   */
  transaction<T, Row = unknown, Started = unknown>(
    work: Work<T, Row, Started>,
    firstQuery?: Sql,
    start?: TxStart<Started>['start'],
    end?: TxEnd,
  ): Promise<T>
  /** The outcomes of two statements that one connection runs one after the other, sent at once. */
  pair<First, Second>(first: Sql, second: Sql): Promise<Pair<First, Second>>
  /**
   * The first row of a read on the shards of its organization, and facts from the coordinator. Undefined where that is
   * not possible: without a cluster, or when the statement has to be sent through Citus.
   */
  readShards<Row, Facts>(query: OrgRead, facts?: Sql): Promise<{ row?: Row; facts?: Facts } | undefined> | undefined
  close(): Promise<void>
  /** For the sign-in library, which brings its own statements. */
  pool: pg.Pool
  /** Begins a transaction with the session settings. */
  begin: string
  /** False behind a pooler that gives the session away after each transaction. */
  keepsSession: boolean
  stats(): { total: number; idle: number; waiting: number }
  isOutOfDiskSpace(): Promise<boolean>
}

type Pair<First, Second> = [PromiseSettledResult<First[]>, PromiseSettledResult<Second[]>]

export type DatabaseOptions = pg.PoolConfig & {
  /** False behind a pooler that gives a session away after each transaction: nothing is kept in a session then. */
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
}: DatabaseOptions): pg.PoolConfig => connection

/** The pool or one of its connections. */
type Queryable = { query(query: pg.Query, done: (error: Error | undefined, result: pg.QueryResult) => void): void }

/** Opens the pool; the only place that uses the driver for queries. */
export function openStore(connection: DatabaseOptions): Store {
  const pool = openPool(connection)
  const space = new DiskSpace()
  const send = sender(connection, space)
  const begin = connection.namedStatements === false ? transactionSettings(settingsOf(connection)) : beginStatement
  let isDistributed: boolean | undefined
  const handleOf = (execute: (query: Sql) => Promise<pg.QueryResult>): Db => ({
    rows: async <Row>(query: Sql) => (await execute(query)).rows as Row[],
    first: async <Row>(query: Sql) => (await execute(query)).rows[0] as Row | undefined,
    run: async (query) => (await execute(query)).rowCount ?? 0,
    isDistributed: async () => (isDistributed ??= await findDistributed(execute)),
  })
  const shardReads = openShardReads(connection, { pool, send })
  const readShards: Store['readShards'] = (query, facts) =>
    isDistributed && connection.namedStatements !== false ? shardReads.first(query, facts) : undefined
  const handleFor = (client: object, state: TxState) => handleOf((query) => send(client as Queryable, query, state))
  const handle = handleOf(
    connection.namedStatements === false
      ? (query) => withSettings(pool, begin, (client) => send(client as unknown as Queryable, query))
      : (query) => send(pool as unknown as Queryable, query),
  )
  const store: Store = {
    ...handle,
    first: firstOf(handle, readShards),
    readShards,
    transaction: (work, firstQuery, start, end = 'commit') =>
      withRetries(async () => inTransaction(await pool.connect(), { begin, handleFor, work, firstQuery, start, end })),
    pair: (first, second) => sendPair(pool, [first, second], handleFor),
    close: async () => void (await Promise.all([pool.end(), shardReads.close()])),
    pool,
    begin,
    keepsSession: connection.namedStatements !== false,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isOutOfDiskSpace: () => space.isFull(store.transaction),
  }
  return store
}

/** Without shards nothing is awaited, so that the stack of the query leads to its caller. */
const firstOf = (handle: Db, readShards: Store['readShards']): Db['first'] =>
  async function first<Row>(query: Sql) {
    const reading = query instanceof OrgRead ? readShards<Row, unknown>(query) : undefined
    const read = reading && (await reading)
    return read ? read.row : handle.first<Row>(query)
  }

function openShardReads(
  connection: DatabaseOptions,
  { pool, send }: { pool: pg.Pool; send: ReturnType<typeof sender> },
) {
  const rows = async <Row>(query: Sql) => (await send(pool as unknown as Queryable, query)).rows as Row[]
  return new ShardReads({
    db: { rows, first: async <Row>(query: Sql) => (await rows<Row>(query))[0] },
    send: (target = pool, prepared) => send(target as unknown as Queryable, prepared),
    open: (node) => openPool(shardConnection(connection, node)),
  })
}

async function findDistributed(execute: (query: Sql) => Promise<pg.QueryResult>): Promise<boolean> {
  const { rows } = await execute(sql`select 1 from pg_extension where extname = 'citus'`)
  if (!rows.length) return false
  const organizations = sql`select 1 from pg_dist_partition where logicalrelid = to_regclass('organization')`
  return (await execute(organizations)).rows.length > 0
}

const settingsOf = ({ session }: DatabaseOptions): SessionSettings => ({ ...sessionSettings, ...session })

/** One statement in a transaction with the session settings, sent in one packet. */
async function withSettings<T>(pool: pg.Pool, begin: string, send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    corkWrites(client)
    const [begun, result, ended] = await Promise.allSettled([client.query(begin), send(client), client.query('commit')])
    for (const part of [begun, ended]) if (part.status === 'rejected') broken = part.reason as Error
    if (result.status === 'rejected') throw result.reason
    if (broken) throw broken
    return result.value
  } finally {
    client.release(broken)
  }
}

/** A connection on which one of them failed is not used again, as with a single statement. */
async function sendPair<First, Second>(
  pool: pg.Pool,
  [first, second]: readonly [Sql, Sql],
  handleFor: (client: object, state: TxState) => Db,
): Promise<Pair<First, Second>> {
  const client = await pool.connect()
  const db = handleFor(client, { over: false })
  const pair = await Promise.allSettled([db.rows<First>(first), db.rows<Second>(second)])
  const failed = pair.find((outcome) => outcome.status === 'rejected')
  client.release(failed?.reason as Error | undefined)
  return pair
}

function openPool(connection: DatabaseOptions): pg.Pool {
  const { onError = () => {}, onServer } = connection
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 2000,
    query_timeout: 16_000,
    keepAlive: true,
    // Missing from the driver's types.
    ...({ pipeline: true } as object),
    application_name: poolNames.web,
    // A pooler refuses startup options.
    ...(connection.namedStatements !== false && { options: sessionOptions(settingsOf(connection)) }),
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

function sender({ namedStatements = true, onStatement }: DatabaseOptions, space: DiskSpace) {
  return async (target: Queryable, sqlQuery: Sql | SqlStatement, state?: TxState) => {
    if (state?.over) throw new Error('this transaction is over')
    const { text, values, name } = sqlQuery instanceof Sql ? statement(sqlQuery) : sqlQuery
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
          space.note(error)
          nameConstraint(error)
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
