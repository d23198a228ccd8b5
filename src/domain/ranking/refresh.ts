import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  insertSnapshot,
  listOpportunitiesOfContacts,
  listOpportunitiesOfInsights,
  listOpportunitiesOfSegment,
  listOpportunitiesWithEvidence,
  listOpportunityKeys,
  type OpportunityKey,
  updateSnapshotOfActive,
} from './queries.ts'
import { recountInitiativesOf } from './queries-initiatives.ts'
import { measureOpportunities } from './queries-measure.ts'
import { lockRanks, updateRanks } from './queries-rank.ts'
import { recountSubthemesOf } from './queries-subthemes.ts'
import { opportunityCategories } from '#vocabulary/categories.ts'

/* Each refresh runs in the transaction of the change that made it necessary. */

const categoriesOf = (opportunities: readonly OpportunityKey[]) => new Set(opportunities.map((one) => one.category))

async function measureAndRank(db: Db, org: string, opportunities: readonly OpportunityKey[]) {
  const ids = opportunities.map((one) => one.id)
  const categories = [...categoriesOf(opportunities)]
  await pipelined(db, [
    measureOpportunities(db, org, ids),
    ...categories.map((category) => updateRanks(db, org, category)),
  ])
}

async function refresh(db: Db, org: string, listAffected: () => Promise<OpportunityKey[]>) {
  const affected = await listAffected()
  if (affected.length === 0) return
  const lockedCategories = categoriesOf(affected)
  const [, current] = await pipelined(db, [lockRanks(db, org, lockedCategories), listAffected()])
  // An opportunity may have moved to another category while this waited for the lock.
  if (current.some((one) => !lockedCategories.has(one.category))) await lockRanks(db, org, categoriesOf(current))
  await measureAndRank(db, org, current)
}

/** After a change of insights, whose rows the caller has locked. */
export async function refreshOpportunitiesOf(db: Db, org: string, insightIds: readonly string[]) {
  await pipelined(db, [
    recountSubthemesOf(db, org, insightIds),
    recountInitiativesOf(db, org, insightIds),
    refresh(db, org, () => listOpportunitiesOfInsights(db, org, insightIds)),
  ])
}

/** After insights were assigned to other contacts. */
export const refreshOpportunitiesOfContacts = (db: Db, org: string, contactIds: readonly string[]) =>
  refresh(db, org, () => listOpportunitiesOfContacts(db, org, contactIds))

/** After a change of a segment's weight. */
export const refreshOpportunitiesOfSegment = (db: Db, org: string, segmentId: string) =>
  refresh(db, org, () => listOpportunitiesOfSegment(db, org, segmentId))

export const refreshAllOpportunities = (db: Db, org: string) =>
  refresh(db, org, () => listOpportunitiesWithEvidence(db, org))

/** Measures and ranks the whole backlog and stores it as a snapshot; returns the snapshot id. */
export async function refreshOpportunities(db: Db, org: string): Promise<string> {
  await lockRanks(db, org, opportunityCategories)
  const snapshot = await insertSnapshot(db, org)
  await measureAndRank(db, org, await listOpportunityKeys(db, org))
  await updateSnapshotOfActive(db, org, snapshot)
  return snapshot
}
