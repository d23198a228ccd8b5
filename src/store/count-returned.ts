import type { Db } from './db.ts'
import type { Sql } from './sql.ts'

/**
 * The number of rows that a statement with `returning` has written. The number that PostgreSQL reports for an
 * `insert … select … on conflict do nothing` includes, on a cluster, the rows that were there before.
 */
export const countReturned = async (db: Db, query: Sql): Promise<number> => (await db.rows(query)).length
