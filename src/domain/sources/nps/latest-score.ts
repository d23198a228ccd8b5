import { evaluateContacts, lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { lockContacts } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/open.ts'
import { updateLatestScores } from '#domain/sources/contacts/queries-scores.ts'

/** Sets the latest score of contacts whose responses changed, and evaluates their segments. */
export async function refreshLatestScores(db: Db, org: string, contactIds: readonly (string | null)[]) {
  const ids = [...new Set(contactIds.filter((id) => id !== null))].sort()
  if (ids.length === 0) return
  await lockRulesShared(db, org)
  await lockContacts(db, org, ids)
  await evaluateContacts(db, org, await updateLatestScores(db, org, ids), 'nps')
}
