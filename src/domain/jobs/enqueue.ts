import type { JobType } from '#contract/resources/jobs.ts'
import type { Jobs } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import type { Queue } from '#store/queue.ts'
import { insertJob, type NewJob } from './queries.ts'

/** Inserts the job and its queue message in one transaction. */
export async function enqueue(
  db: Db,
  queue: Queue,
  org: string,
  job: Omit<NewJob, 'id'> & { type: JobType },
): Promise<string> {
  const id = newId()
  await pipelined(db, [insertJob(db, org, { ...job, id }), queue.put(db, { org, job: id, failures: 0 })])
  return id
}

export const jobsFor = (db: Db, queue: Queue, org: string, user: string | null): Jobs => ({
  enqueue: (type, payload, more = {}) => enqueue(db, queue, org, { type, payload, user, ...more }),
})
