import { deductCredits, getCredits } from '#domain/organizations/credits/queries.ts'
import { PermanentJobError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'

/*
 * One credit per collected source of each competitor, charged in the transaction that publishes: a failed job costs
 * nothing and a retried one costs once.
 */

const outOfCredits = (needed: number, left: number) =>
  new PermanentJobError('CREDIT_LIMIT_EXCEEDED', `Research needs ${needed} credits and ${left} are left.`)

/** Checks before collecting that the credits suffice for all sources. */
export async function requireCredits(db: Db, org: string, needed: number) {
  const left = await getCredits(db, org)
  if (left !== null && left < needed) throw outOfCredits(needed, left)
}

export async function chargeCredits(db: Db, org: string, needed: number) {
  if (needed === 0 || (await getCredits(db, org)) === null) return
  if ((await deductCredits(db, org, needed)) === 0) throw outOfCredits(needed, (await getCredits(db, org)) ?? 0)
}
