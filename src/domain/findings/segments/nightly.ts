import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'

/** Every organization that uses rules has them applied anew: time alone moves some contacts. Answers with how many will be looked at. */
export async function evaluateNightly(store: Store): Promise<number> {
  const orgs = await store.rows<{ org_id: string }>(sql`
    select o.id as org_id from organization o where o.feature_segments
      and exists (select 1 from segment s where s.org_id = o.id and s.archived_at is null and s.rules is not null) order by o.id`)
  const queue = openQueue(store)
  try {
    for (const { org_id } of orgs)
      await store.transaction((db) =>
        enqueue(db, queue, org_id, { type: 'segment_evaluation', payload: { segment_id: null }, user: null }),
      )
  } finally {
    await queue.stop()
  }
  return orgs.length
}
