import { enqueue } from '#domain/jobs/enqueue.ts'
import { listDueSyncs, updateNextRun } from '#domain/integrations/queries.ts'
import { nextRun } from '#domain/integrations/rules.ts'
import type { Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'

/** Enqueues one job per due integration of all organizations; advancing next_run_at claims the run. */
export async function scheduleDueSyncs(store: Store, queue: Queue): Promise<number> {
  let enqueued = 0
  for (const { org_id: org, id, sync_frequency } of await listDueSyncs(store))
    enqueued += await store.transaction(async (db) => {
      const claimed = await updateNextRun(db, org, id, nextRun(sync_frequency, new Date()))
      if (claimed)
        await enqueue(db, queue, org, {
          type: 'integration_sync',
          payload: { integration_id: id },
          resource: { type: 'integration', id },
          user: null,
        })
      return claimed
    })
  return enqueued
}
