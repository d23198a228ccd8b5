import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Db, Work } from './db.ts'
import type { Sql } from './sql.ts'

/** The first error of a transaction, and whether its connection has been released. */
export type TxState = { cause?: Error; over: boolean }
type HandleFor = (client: pg.PoolClient, state: TxState) => Db

export async function inTransaction<T, Row>(
  client: pg.PoolClient,
  handleFor: HandleFor,
  work: Work<T, Row>,
  firstQuery: Sql | undefined,
): Promise<T> {
  const state: TxState = { over: false }
  let broken: Error | undefined
  const db = handleFor(client, state)
  const atCommit: Sql[] = []
  try {
    corkWrites(client)
    const [, firstRow] = await Promise.all([client.query('begin'), firstQuery && db.first<Row>(firstQuery)])
    const result = await work({ ...db, runWithCommit: (query) => void atCommit.push(query) }, firstRow)
    corkWrites(client)
    const running = atCommit.map((query) => db.run(query))
    const [{ command }] = await Promise.all([client.query('commit'), ...running])
    if (command !== 'COMMIT') throw state.cause ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
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

/** Thrown inside a transaction to roll it back and run it again. */
export class RetryTransactionError extends Error {
  readonly code = serializationFailure
}

/** Random, so that two transactions that collided do not collide again. */
const backoff = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))

export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await run()
    } catch (error) {
      if (n >= maxAttempts || !retryableCodes.has((error as { code?: string }).code ?? '')) throw error
      await backoff(n)
    }
  }
}
