import type { Db } from './open.ts'
import { sql } from './sql.ts'

/* Advisory locks, known by name and released at the end of the transaction. */

/** Name of the lock on one resource of an organization. */
export const orgLock = (org: string, resource: string) => `org/${org}/${resource}`

/** Exclusive until the end of the transaction. */
export const acquireLock = (db: Db, name: string) =>
  requireTransaction(db).run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** False when another transaction holds it. */
export const tryAcquireLock = async (db: Db, name: string): Promise<boolean> =>
  (await requireTransaction(db).first<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  ))!.locked

/** Shared with other readers; excludes acquireLock on the same name. */
export const acquireSharedLock = (db: Db, name: string) =>
  requireTransaction(db).run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)

/** Outside a transaction the lock would be released with its own statement. */
function requireTransaction(db: Db): Db {
  if ('transaction' in db) throw new Error('an advisory lock needs a transaction')
  return db
}
