import { getCredits } from '#domain/organizations/credits/queries.ts'
import type { Db } from '#store/open.ts'
import { findUse, type ModelUse } from './queries-use.ts'

/** An admin has switched it on, and there are credits: each answer of the language model costs one. */
export const isUsedFor = async (db: Db, org: string, use: ModelUse) =>
  (await findUse(db, org))?.[use] === true && (await getCredits(db, org)) !== 0
