import { listContactsOfAccounts, moveToAccount } from './queries-companies.ts'
import type { Db } from '#store/open.ts'
import { differing, mergedValues, restoredValues } from './merge-columns.ts'
import {
  findValues,
  insertMerge,
  markAccountMerged,
  markAccountUnmerged,
  moveKeys,
  returnKeys,
  type StoredMerge,
  updateValues,
} from './queries-merge.ts'

/** Merges one account into another one, in a way that can be undone. */
export async function mergeAccount(db: Db, org: string, { from, to }: { from: string; to: string }) {
  const before = await findValues(db, org, to)
  const after = mergedValues(before, await findValues(db, org, from))
  const contact_ids = await listContactsOfAccounts(db, org, [from])
  await moveToAccount(db, org, contact_ids, { from, to })
  const keys = await moveKeys(db, org, { from, to })
  await updateValues(db, org, to, after)
  await markAccountMerged(db, org, from, to)
  await insertMerge(db, org, {
    source_id: from,
    target_id: to,
    contact_ids,
    before: differing(before, after),
    after: differing(after, before),
    keys,
  })
}

/** Takes an account out of the one that it was merged into. */
export async function unmergeAccount(db: Db, org: string, merge: StoredMerge) {
  const { source_id, target_id, contact_ids, keys } = merge
  const back = { from: target_id, to: source_id }
  const now = await findValues(db, org, target_id)
  await returnKeys(db, org, keys, back)
  await updateValues(db, org, target_id, restoredValues(now, merge))
  await markAccountUnmerged(db, org, source_id)
  await moveToAccount(db, org, contact_ids, back)
}
