import { reevaluateContacts } from '#domain/segmentation/evaluate.ts'
import { copySegmentsToInsights, listActiveSegments } from '#domain/segmentation/queries.ts'
import type { Db } from '#store/open.ts'
import { fillEmptyFields, markMerged, moveReferences, updateEmail } from './queries-merge.ts'

/** Merges contacts into one that keeps its own values and gets the rest from the others. */
export async function mergeContacts(db: Db, org: string, from: readonly string[], to: string) {
  const email = await fillEmptyFields(db, org, from, to)
  await moveReferences(db, org, from, to)
  await markMerged(db, org, from, to)
  // The email is unique among contacts that are not deleted, so it is set after the others are.
  await updateEmail(db, org, to, email)
  await reevaluateContacts(db, org, await listActiveSegments(db, org), [to])
  await copySegmentsToInsights(db, org, [to])
}
