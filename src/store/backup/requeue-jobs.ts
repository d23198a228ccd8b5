import { type DatabaseOptions, openStore } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'

/** The queue itself is not backed up: it is rebuilt from the jobs that have not ended. */
export async function requeueJobs(connection: DatabaseOptions, org?: string) {
  const store = openStore({ ...connection, max: 2 })
  const queue = openQueue(store)
  try {
    await queue.start()
    const jobs = await store.rows<{ org_id: string; id: string; failures: number }>(sql`
      select org_id, id, failures from job
      where org_id = coalesce(${org ?? null}, org_id) and status in ('queued', 'running') order by id`)
    for (const { org_id, id, failures } of jobs) await queue.put(store, { org: org_id, job: id, failures })
  } finally {
    await queue.stop()
    await store.close()
  }
}
