import type { Db } from './db.ts'
import { sql } from './sql.ts'

/** Runs work inside the current transaction and takes it back, also when it fails. */
export async function rolledBack(db: Db, work: () => Promise<void>): Promise<void> {
  await db.run(sql`savepoint preview`)
  try {
    await work()
    await db.run(sql`set constraints all immediate`)
  } finally {
    await db.run(sql`rollback to savepoint preview`)
  }
}

/** Runs work inside the current transaction, which goes on when it fails: only the work is taken back. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.run(sql`savepoint attempt`)
  try {
    const result = await work()
    await db.run(sql`release savepoint attempt`)
    return result
  } catch (error) {
    await db.run(sql`rollback to savepoint attempt`)
    throw error
  }
}
