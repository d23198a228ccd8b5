import type { Db } from './db.ts'
import { type JobMessage, workQueue } from './queue.ts'
import { sql } from './sql.ts'

/** Those of the given messages that are not waiting in the queue or being worked on. */
export async function missingMessages(db: Db, messages: readonly JobMessage[]): Promise<JobMessage[]> {
  const found = await db.rows<Pick<JobMessage, 'job' | 'failures'>>(sql`
    select data->>'job' as job, (data->>'failures')::int as failures from queue.job
    where name = ${workQueue} and state in ('created', 'retry', 'active')
      and data->>'job' = any(${messages.map(({ job }) => job)}::text[])`)
  const keys = new Set(found.map(({ job, failures }) => `${job} ${failures}`))
  return messages.filter(({ job, failures }) => !keys.has(`${job} ${failures}`))
}
