import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { Db, Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { restHours } from './rules.ts'

type Rested = { org_id: string; id: string }

/** Of all organizations: what was said in tickets that have rested long enough takes its place in the line. */
const lineUp = (db: Db, limit: number) =>
  db.rows<Rested>(sql`
    update feedback_state set status = 'queued', updated_at = now() where (org_id, feedback_id) in (
      select s.org_id, s.feedback_id from feedback_state s join support_ticket t on t.org_id = s.org_id and t.feedback_id = s.feedback_id and t.deleted_at is null
      where s.status = 'received' and coalesce(t.last_message_at, t.opened_at) <= now() - make_interval(hours => ${restHours})
      order by s.feedback_id limit ${limit} for no key update of s skip locked)
    returning org_id, feedback_id as id`)

/** Lines them up and asks for their analysis, one job for each organization, in one transaction; returns how many tickets there were. */
export const analyseRested = (store: Store, queue: Queue, limit: number): Promise<number> =>
  store.transaction(async (db) => {
    const rested = await lineUp(db, limit)
    for (const [org, rows] of Map.groupBy(rested, (row) => row.org_id))
      await enqueue(db, queue, org, {
        type: 'feedback_analysis',
        payload: { feedback_ids: rows.map((row) => row.id) },
        total: rows.length,
        user: null,
      })
    return rested.length
  })
