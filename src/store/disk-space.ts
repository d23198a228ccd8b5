import type { Work } from './db.ts'
import { sql } from './sql.ts'
import type { TxEnd } from './transaction.ts'

/** SQLSTATE disk_full. */
const diskFull = '53100'
/** SQLSTATE insufficient_privilege: this database refuses the check itself, so that it can show nothing. */
const notPermitted = '42501'

type Transaction = (
  work: Work<unknown, unknown, unknown>,
  first?: undefined,
  start?: undefined,
  end?: TxEnd,
) => Promise<unknown>

/** Whether the database is out of disk space: a statement says so first, then a check until there is space again. */
export class DiskSpace {
  #isFull = false
  #check: Promise<void> | undefined

  note(error: Error) {
    if ((error as { code?: string }).code === diskFull) this.#isFull = true
  }

  async isFull(transaction: Transaction): Promise<boolean> {
    if (!this.#isFull) return false
    await (this.#check ??= this.#tryToWrite(transaction).finally(() => (this.#check = undefined)))
    return this.#isFull
  }

  /** About two megabytes, more than is left in the pages that the database has already. */
  async #tryToWrite(transaction: Transaction) {
    try {
      const fill = sql`create temporary table disk_space_check as
        select repeat('x', 1000) as filler from generate_series(1, 2000)`
      await transaction((tx) => tx.run(fill), undefined, undefined, 'rollback')
      this.#isFull = false
    } catch (error) {
      if ((error as { code?: string }).code === notPermitted) this.#isFull = false
    }
  }
}
