import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { nextRun } from './rules.ts'

const max = 500

/** Of all organizations: whose schedule says that it is time for a sync. */
const due = (store: Store) =>
  store.rows<{ org_id: string; id: string; sync_frequency: 'hourly' | 'daily' | 'weekly' }>(sql`
    select org_id, id, sync_frequency from integration
    where sync_enabled and deleted_at is null and status <> 'disabled' and next_run_at <= now() order by next_run_at limit ${max}`)

/** One job each; whoever moves the next run on is the one that asks for this one. */
export async function enqueueDue(store: Store, queue: Queue): Promise<number> {
  let asked = 0
  for (const { org_id: org, id, sync_frequency } of await due(store))
    asked += await store.transaction(async (db) => {
      const moved = await db.run(sql`
        update integration set next_run_at = ${nextRun(sync_frequency, new Date())} where org_id = ${org} and id = ${id} and sync_enabled and next_run_at <= now()`)
      if (moved)
        await enqueue(db, queue, org, {
          type: 'integration_sync',
          payload: { integration_id: id },
          resource: { type: 'integration', id },
          user: null,
        })
      return moved
    })
  return asked
}
