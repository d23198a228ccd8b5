import { getCredits } from '#domain/account/credits/queries.ts'
import type { Db } from '#store/open.ts'

/** Each answer of the language model costs one. */
export const hasCredit = async (db: Db, org: string) => (await getCredits(db, org)) !== 0
