import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { Db, Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { restHours } from './rules.ts'

type Rested = { org_id: string; id: string }

/** Of all organizations: what was said in tickets that have rested long enough takes its place in the line. */
const lineUp = (db: Db, limit: number) =>
  db.rows<Rested>(sql`
    update feedback set status = 'queued', updated_at = now() where (org_id, id) in (
      select f.org_id, f.id from feedback f join support_ticket t on t.org_id = f.org_id and t.feedback_id = f.id and t.deleted_at is null
      where f.status = 'received' and f.source_type = 'cs_ticket' and f.deleted_at is null
        and coalesce(t.last_message_at, t.opened_at) <= now() - make_interval(hours => ${restHours})
      order by f.id limit ${limit} for no key update of f skip locked)
    returning org_id, id`)

/** Lines them up and asks for their analysis, one job for each organization, in one transaction; returns how many tickets there were. */
export const analyseRested = (store: Store, queue: Queue, limit: number): Promise<number> =>
  store.transaction(async (db) => {
    const rested = await lineUp(db, limit)
    for (const [org, rows] of Map.groupBy(rested, (row) => row.org_id))
      await enqueue(db, queue, org, { type: 'feedback_analysis', payload: { feedback_ids: rows.map((row) => row.id) }, total: rows.length, user: null })
    return rested.length
  })
