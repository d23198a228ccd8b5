import type { Store } from '#store/open.ts'
import { listOrgsToCountReach } from './queries-changed.ts'
import { listChangedReach, reachKinds, startReachCount, updateReach } from './queries.ts'

/** Rows per transaction, which holds their locks. */
const rowsAtOnce = 200

/** Counts the accounts behind themes and plans where something changed; answers how many rows got other figures. */
export async function countAccountReach(store: Store): Promise<number> {
  let updated = 0
  for (const org of await listOrgsToCountReach(store)) updated += await countReachOf(store, org)
  return updated
}

/** The count is started before it reads, so that what changes meanwhile is counted by the next one. */
async function countReachOf(store: Store, org: string): Promise<number> {
  let updated = 0
  await startReachCount(store, org)
  for (const kind of reachKinds) {
    const changed = await listChangedReach(store, org, kind)
    updated += changed.length
    for (let start = 0; start < changed.length; start += rowsAtOnce)
      await store.transaction((db) => updateReach(db, org, kind, changed.slice(start, start + rowsAtOnce)))
  }
  return updated
}
