import { reevaluateContacts } from '#domain/segmentation/evaluate.ts'
import { copySegmentsToInsights, listActiveSegments } from '#domain/segmentation/queries.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { updateCompanies } from '#domain/sources/accounts/queries-companies.ts'
import { fillEmptyFields, markContactsMerged, moveReferences, updateEmail } from './queries-merge.ts'

/** Merges contacts into one that keeps its own values and gets the rest from the others. */
export async function mergeContacts(db: Db, org: string, from: readonly string[], to: string) {
  const email = await fillEmptyFields(db, org, from, to)
  await pipelined(db, [updateCompanies(db, org, [to]), moveReferences(db, org, from, to)])
  await markContactsMerged(db, org, from, to)
  // The email is unique among contacts that are not deleted, so it is set after the others are.
  await updateEmail(db, org, to, email)
  await reevaluateContacts(db, org, await listActiveSegments(db, org), [to])
  await copySegmentsToInsights(db, org, [to])
}
