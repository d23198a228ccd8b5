import { deleteFollowsOfGone } from '#domain/notifications/follows/queries.ts'
import { deleteNotificationsOfGone } from '#domain/notifications/queries-write.ts'
import type { Store } from '#store/open.ts'
import { deleteCommentsOfGone, listDiscussingOrgs } from './queries-gone.ts'

/** Deletes what was written about objects that are gone; it is not shown any more since they went. */
export async function deleteGoneDiscussions(store: Store): Promise<number> {
  let deleted = 0
  for (const org of await listDiscussingOrgs(store))
    deleted += await store.transaction(async (db) => {
      await deleteFollowsOfGone(db, org)
      await deleteNotificationsOfGone(db, org)
      return deleteCommentsOfGone(db, org)
    })
  return deleted
}
