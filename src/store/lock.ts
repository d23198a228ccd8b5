import type { Db } from './open.ts'
import { sql } from './sql.ts'

/* Locks are known by name, and every holder lets go with the end of its transaction. Names begin with what they are or with the organization they are of. */

/** Alone with what the name stands for until the end of the transaction. */
export const acquireLock = (db: Db, name: string) =>
  inTransaction(db).run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** Together with others who share it; nobody holds it alone meanwhile. */
export const acquireSharedLock = (db: Db, name: string) =>
  inTransaction(db).run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)

/** Outside of one the lock would be gone with its own statement. */
function inTransaction(db: Db): Db {
  if ('transaction' in db) throw new Error('a lock is held in a transaction')
  return db
}
