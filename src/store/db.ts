import type { Sql } from './sql.ts'

/** What queries receive: a transaction or the pool. */
export type Db = {
  rows<Row>(query: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  first<Row>(query: Sql): Promise<Row | undefined>
  /** The number of rows a write affected. */
  run(query: Sql): Promise<number>
  /** Whether the tables are spread over the nodes of a cluster; asked once per process. */
  isDistributed(): Promise<boolean>
}

/**
 * Statements that do not depend on each other may be sent without awaiting, in a list of `pipelined`; they run in
 * order.
 */
export type Tx = Db & {
  /** Sent together with the commit, for a write whose result is not read; if it fails, nothing is committed. */
  runWithCommit(query: Sql): void
}

export type Work<T, Row, Started> = (tx: Tx, firstRow: Row | undefined, started: Started | undefined) => Promise<T>
