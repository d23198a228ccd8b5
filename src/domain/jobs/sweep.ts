import type { Store } from '#store/open.ts'
import { missingMessages } from '#store/queue-messages.ts'
import type { Queue } from '#store/queue.ts'
import { listIdleJobs } from './queries-sweep.ts'

const idleSeconds = 60
const maxJobs = 5000

/**
 * Enqueues jobs that have no message, which nobody would run: the queue deletes messages after 30 days, so that those
 * of an older dump are deleted where it is restored, and a dump of one schema has none. In a cluster a job is a row of
 * a worker and its message one of the coordinator, which may stop between the two commits.
 */
export async function sweepJobs(store: Store, queue: Queue, idle = idleSeconds): Promise<number> {
  const missing = await missingMessages(store, await listIdleJobs(store, idle, maxJobs))
  for (const message of missing) await queue.put(store, message)
  return missing.length
}
