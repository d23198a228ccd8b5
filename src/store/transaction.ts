import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Db, Work } from './db.ts'
import { pipelined } from './pipelined.ts'
import type { Sql } from './sql.ts'

/** The first error of a transaction, and whether its connection has been released. */
export type TxState = { cause?: Error; over: boolean }
type TransactionOptions<T, Row, Started> = {
  begin: string
  handleFor(client: pg.PoolClient, state: TxState): Db
  work: Work<T, Row, Started>
  end: TxEnd
} & TxStart<Started>

/** `rollback`: everything is done and checked, and nothing is kept. */
export type TxEnd = 'commit' | 'rollback'

export const beginStatement = 'begin'

/** What is sent along with the begin. If the begin fails it ran outside a transaction, so it must not write. */
export type TxStart<Started> = {
  firstQuery?: Sql | undefined
  start?: ((db: Db) => Promise<Started>) | undefined
}

export async function inTransaction<T, Row, Started>(
  client: pg.PoolClient,
  { begin, handleFor, work, firstQuery, start, end }: TransactionOptions<T, Row, Started>,
): Promise<T> {
  const state: TxState = { over: false }
  let broken: Error | undefined
  const db = handleFor(client, state)
  const atCommit: Sql[] = []
  try {
    corkWrites(client)
    const [, firstRow, started] = await pipelined(db, [
      client.query(begin),
      firstQuery && db.first<Row>(firstQuery),
      start?.(db),
    ])
    const result = await work({ ...db, runWithCommit: (query) => void atCommit.push(query) }, firstRow, started)
    corkWrites(client)
    const running = atCommit.map((query) => db.run(query))
    if (end === 'rollback') {
      await pipelined(db, [...running, client.query('set constraints all immediate')])
      await client.query('rollback')
      return result
    }
    const ended = client.query('commit')
    await pipelined(db, [...running, ended])
    const { command } = await ended
    if (command !== 'COMMIT') throw state.cause ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // What was sent along with the failed statement must not send more: after the rollback it would be committed.
    state.over = true
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    throw wasAborted(error) ? (state.cause ?? error) : error
  } finally {
    state.over = true
    client.release(broken)
  }
}

/** Statements pipelined behind a failed one fail too, without naming the cause. */
const wasAborted = (error: unknown) => (error as { code?: string }).code === '25P02'

/** Statements sent in one tick leave in one packet: each packet wakes a server process. */
export function corkWrites(target: object) {
  const { stream } = (target as { connection?: { stream: Writable } }).connection ?? {}
  if (!stream || stream.writableCorked) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const retryableCodes = new Set([serializationFailure, deadlockDetected])
const maxAttempts = 6
const maxDoublings = 6

/** Thrown inside a transaction to roll it back and run it again, without its connection in between. */
export class RetryTransactionError extends Error {
  readonly code = serializationFailure
  readonly maxAttempts: number
  constructor(attempts = maxAttempts) {
    super('the transaction has to run again')
    this.maxAttempts = attempts
  }
}

/** Thrown inside a transaction to roll it back and run it again when something is done that needs no connection. */
export class WaitOutsideError extends Error {
  readonly done: Promise<unknown>
  constructor(done: Promise<unknown>) {
    super('the transaction has to wait without its connection')
    this.done = done
  }
}

/** Random, so that two transactions that collided do not collide again. */
const backoff = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** Math.min(attempt, maxDoublings)))

export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await runAfterWaits(run)
    } catch (error) {
      const limit = error instanceof RetryTransactionError ? error.maxAttempts : maxAttempts
      if (n >= limit || !retryableCodes.has((error as { code?: string }).code ?? '')) throw error
      await backoff(n)
    }
  }
}

/** More than one transaction waits for: it waits again where its input has changed meanwhile. */
const maxWaits = 100

async function runAfterWaits<T>(run: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof WaitOutsideError) || n >= maxWaits) throw error
      // Whether it failed is found by the next run, which says so to its caller.
      await Promise.allSettled([error.done])
    }
  }
}
