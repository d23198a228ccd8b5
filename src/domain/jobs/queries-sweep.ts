import type { Db } from '#store/open.ts'
import type { JobMessage } from '#store/queue.ts'
import { sql } from '#store/sql.ts'

/** Of all organizations; untouched for a while, so that no transaction is still about to put their messages. */
export const listIdleJobs = (db: Db, idleSeconds: number, max: number) =>
  db.rows<JobMessage>(sql`
    select org_id as org, id as job, failures from job
    where status in ('queued', 'running') and updated_at < now() - make_interval(secs => ${idleSeconds})
    order by updated_at limit ${max}`)
