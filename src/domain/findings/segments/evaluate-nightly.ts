import { enqueue } from '#domain/jobs/enqueue.ts'
import type { Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { listOrgsWithRules } from './queries.ts'

/**
 * Enqueues an evaluation for every organization with rules, because some rules depend on the date; answers how many.
 */
export async function evaluateNightly(store: Store): Promise<number> {
  const orgs = await listOrgsWithRules(store)
  const queue = openQueue(store)
  try {
    await queue.start()
    for (const { org_id } of orgs)
      await store.transaction((db) =>
        enqueue(db, queue, org_id, { type: 'segment_evaluation', payload: { segment_id: null }, user: null }),
      )
  } finally {
    await queue.stop()
  }
  return orgs.length
}
