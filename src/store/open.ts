import type { Writable } from 'node:stream'
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

/** Statements that do not wait for each other's results may be sent together: they run in the order they were made. */
export type Tx = Db & {
  /** Sent together with the commit, for a write whose outcome nobody reads; should it fail, nothing was committed. */
  atEnd(query: Sql): void
}

type Work<T, Row> = (tx: Tx, opened: Row | undefined) => Promise<T>

export type Store = Db & {
  /**
   * All or nothing; run again from the start when PostgreSQL asks for it (serialization failure, deadlock).
   * `opening` is sent along with the begin and its first row handed to the work; should the begin fail it ran alone, so it must change nothing.
   */
  transaction<T, Row = unknown>(work: Work<T, Row>, opening?: Sql): Promise<T>
  close(): Promise<void>
  /** For the one library that brings its own statements: sign-in. */
  pool: pg.Pool
  stats(): { total: number; idle: number; waiting: number }
}

export type Connection = pg.PoolConfig & {
  namedStatements?: boolean
  /** The server is our own, on this machine. */
  embedded?: boolean
  /** What its sessions are told otherwise than usual. */
  session?: Partial<SessionSettings>
  /** Told of each process of the server as it begins to work for this pool. */
  onServer?: (pid: number) => void
  onError?: (error: Error) => void
  /** Told of each statement as it begins; what it answers, if anything, is told of its end. */
  onStatement?: (text: string) => ((error?: Error) => void) | undefined
}

/** What is left for the driver and for libraries that open connections of their own. */
export const driversPart = ({
  namedStatements: _,
  embedded: __,
  session: ___,
  onServer: ____,
  onError: _____,
  onStatement: ______,
  ...connection
}: Connection): pg.PoolConfig => connection

/** By what name the pools of those who answer requests are known to the server, and those who work in the background. */
export const poolNames = { web: 'earshot', worker: 'earshot-worker' }

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

const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '5s',
  default_transaction_isolation: 'read committed',
}
type SessionSettings = typeof sessionSettings

const sessionOptions = (settings: SessionSettings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/** The pool or one of its connections. */
type Asked = { query(asked: pg.Query, done: (error: Error | undefined, result: pg.QueryResult) => void): void }

/** Opens the pool; the only place that knows the driver. */
export function openStore(connection: Connection): Store {
  const { namedStatements = true, onError = () => {}, onServer, onStatement } = connection
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 2000,
    query_timeout: 16_000,
    keepAlive: true,
    // The driver's types do not know it yet.
    ...({ pipeline: true } as object),
    application_name: poolNames.web,
    options: sessionOptions({ ...sessionSettings, ...connection.session }),
    ...driversPart(connection),
    types,
  })
  // A connection lost while checked out would otherwise take the process down.
  pool.on('connect', (client) => {
    client.on('error', onError)
    // The driver's types do not know it.
    onServer?.((client as pg.PoolClient & { processID: number }).processID)
  })
  pool.on('error', onError)

  const ask = async (target: Asked, query: Sql, course?: Course) => {
    if (course?.over) throw new Error('this transaction is over')
    const { text, values, name } = statement(query)
    // Handed over as an object of the driver's own: it copies any other one property by property.
    const asked = new pg.Query(text, values) as pg.Query & { name: string }
    if (namedStatements && name !== undefined) asked.name = name
    gather(target)
    const ended = onStatement?.(text)
    try {
      return await new Promise<pg.QueryResult>((resolve, reject) => {
        target.query(asked, (error, result) => {
          ended?.(error)
          if (!error) return resolve(result)
          if (course) course.cause ??= error
          reject(error)
        })
      })
    } catch (error) {
      // So that it tells who asked, not who read the socket.
      Error.captureStackTrace(error as Error)
      throw error
    }
  }
  const handle = (target: object, course?: Course): Db => ({
    rows: async <Row>(query: Sql) => (await ask(target as Asked, query, course)).rows as Row[],
    first: async <Row>(query: Sql) => (await ask(target as Asked, query, course)).rows[0] as Row | undefined,
    run: async (query) => (await ask(target as Asked, query, course)).rowCount ?? 0,
  })

  return {
    ...handle(pool),
    transaction: (work, opening) => attempt(async () => inTransaction(await pool.connect(), handle, work, opening)),
    close: () => pool.end(),
    pool,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/** What a transaction has come to: the first failure in it, and whether its connection is already somebody else's. */
type Course = { cause?: Error; over: boolean }
type Handle = (client: pg.PoolClient, course: Course) => Db

async function inTransaction<T, Row>(
  client: pg.PoolClient,
  handle: Handle,
  work: Work<T, Row>,
  opening: Sql | undefined,
): Promise<T> {
  const course: Course = { over: false }
  let broken: Error | undefined
  const db = handle(client, course)
  const last: Sql[] = []
  try {
    gather(client)
    const [, opened] = await Promise.all([client.query('begin'), opening && db.first<Row>(opening)])
    const result = await work({ ...db, atEnd: (query) => void last.push(query) }, opened)
    gather(client)
    const ending = last.map((query) => db.run(query))
    const [{ command }] = await Promise.all([client.query('commit'), ...ending])
    if (command !== 'COMMIT') throw course.cause ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    throw wasAborted(error) ? (course.cause ?? error) : error
  } finally {
    course.over = true
    client.release(broken)
  }
}

/** What was sent after a statement that failed fails too, and says nothing of the cause. */
const wasAborted = (error: unknown) => (error as { code?: string }).code === '25P02'

/** What is asked in one go leaves in one packet: each packet wakes a process on the other side. */
function gather(target: object) {
  const { stream } = (target as { connection?: { stream: Writable } }).connection ?? {}
  if (!stream || stream.writableCorked) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const again = new Set(['40001', '40P01'])
const maxAttempts = 6

/** Thrown inside a transaction that cannot go on as it began: it is rolled back and run again. */
export class RetryTransactionError extends Error {
  readonly code = '40001'
}

/** Those who met once do not meet again at the same moment. */
const apart = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))

async function attempt<T>(run: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await run()
    } catch (error) {
      if (n >= maxAttempts || !again.has((error as { code?: string }).code ?? '')) throw error
      await apart(n)
    }
  }
}
