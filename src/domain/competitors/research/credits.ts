import { PermanentJobError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* One credit for each source of each competitor that was collected. They are taken in the transaction that publishes, so work that fails costs nothing and work that is tried again costs once. */

const outOfCredits = (needed: number, left: number) =>
  new PermanentJobError('CREDIT_LIMIT_EXCEEDED', `Research needs ${needed} credits and ${left} are left.`)

const creditsOf = async (db: Db, org: string) =>
  (await db.first<{ credits: number | null }>(sql`select credits from organization where id = ${org}`))!.credits

/** Before anything is collected: is there enough for all of it? */
export async function requireCredits(db: Db, org: string, needed: number) {
  const left = await creditsOf(db, org)
  if (left !== null && left < needed) throw outOfCredits(needed, left)
}

/** Without a limit nothing is counted. */
export async function takeCredits(db: Db, org: string, needed: number) {
  if (needed === 0 || (await creditsOf(db, org)) === null) return
  const taken = await db.run(
    sql`update organization set credits = credits - ${needed}::bigint where id = ${org} and credits >= ${needed}::bigint`,
  )
  if (taken === 0) throw outOfCredits(needed, (await creditsOf(db, org)) ?? 0)
}
