import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { queueIdleFeedback } from './queries-feedback.ts'
import { idleHours } from './rules.ts'

/** Queues idle tickets and enqueues one analysis job per organization, in one transaction; returns how many tickets. */
export const queueIdleTickets = (store: Store, queue: Queue, limit: number): Promise<number> =>
  store.transaction(async (db) => {
    const queued = await queueIdleFeedback(db, idleHours, limit)
    for (const [org, rows] of Map.groupBy(queued, (row) => row.org_id))
      await enqueue(db, queue, org, {
        type: 'feedback_analysis',
        payload: { feedback_ids: rows.map((row) => row.id) },
        total: rows.length,
        user: null,
      })
    return queued.length
  })
