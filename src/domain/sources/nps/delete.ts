import type { Db } from '#store/open.ts'
import { refreshLatestScores } from './latest-score.ts'
import { listContactsOfResponses, markResponsesDeleted } from './queries.ts'

/** Deletes responses; the feedback of their reasons is kept. */
export async function deleteResponses(db: Db, org: string, ids: readonly string[]) {
  await markResponsesDeleted(db, org, ids)
  await refreshLatestScores(db, org, await listContactsOfResponses(db, org, ids))
}
