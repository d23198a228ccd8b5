import { enqueue } from '#domain/jobs/enqueue.ts'
import type { Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { listIdleFeedback, queueIdleFeedback } from './queries-feedback.ts'
import { idleHours } from './rules.ts'

/** Queues idle tickets and enqueues one analysis job per organization, each in a transaction; returns how many. */
export async function queueIdleTickets(store: Store, queue: Queue, limit: number): Promise<number> {
  const idle = await listIdleFeedback(store, idleHours, limit)
  let count = 0
  for (const [org, rows] of Map.groupBy(idle, (row) => row.org_id)) {
    const ids = rows.map((row) => row.id)
    count += await store.transaction(async (db) => {
      const queued = await queueIdleFeedback(db, org, ids, idleHours)
      if (queued.length > 0)
        await enqueue(db, queue, org, {
          type: 'feedback_analysis',
          payload: { feedback_ids: queued },
          total: queued.length,
          user: null,
        })
      return queued.length
    })
  }
  return count
}
