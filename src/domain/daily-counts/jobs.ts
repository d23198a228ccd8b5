import type { Store } from '#store/open.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import {
  type CountedKind,
  deleteCounts,
  deleteMarks,
  insertCounts,
  listOrgsToCount,
  listStaleDays,
  markChangedDays,
  seriesOf,
} from './queries.ts'

/** Days per transaction: a day of the largest organization measured takes 20 ms. */
const daysAtOnce = 30

/** Counts the days that changed in every organization; answers how many days were counted. */
export async function countChangedDays(store: Store): Promise<number> {
  let counted = 0
  for (const { org_id, kind } of await listOrgsToCount(store)) counted += await countDaysOf(store, org_id, kind)
  return counted
}

async function countDaysOf(store: Store, org: string, kind: CountedKind): Promise<number> {
  await store.transaction((db) => markChangedDays(db, org, kind))
  for (let counted = 0; ;) {
    const days = await countNextDays(store, org, kind)
    counted += days
    if (days < daysAtOnce) return counted
  }
}

/**
 * The marks are read before the days are counted: a change that commits in between is counted or marked again,
 * never lost. The lock keeps two workers from inserting the same day.
 */
const countNextDays = (store: Store, org: string, kind: CountedKind): Promise<number> =>
  store.transaction(async (db) => {
    await acquireLock(db, orgLock(org, `daily-count-${kind}`))
    const stale = await listStaleDays(db, org, kind, daysAtOnce)
    const days = stale.map((row) => row.day)
    if (days.length === 0) return 0
    await deleteCounts(db, org, kind, days)
    for (const series of seriesOf(kind)) await insertCounts(db, org, series, days)
    await deleteMarks(db, org, kind, { days, ids: stale.flatMap((row) => row.ids) })
    return days.length
  })
