import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { restHours } from './rules.ts'

export type Rested = { org_id: string; id: string }

/** Of all organizations: what was said in tickets that have rested long enough takes its place in the line. */
export const queueRested = (db: Db, limit: number) =>
  db.rows<Rested>(sql`
    update feedback set status = 'queued', updated_at = now() where (org_id, id) in (
      select f.org_id, f.id from feedback f join support_ticket t on t.org_id = f.org_id and t.feedback_id = f.id and t.deleted_at is null
      where f.status = 'received' and f.source_type = 'cs_ticket' and f.deleted_at is null
        and coalesce(t.last_message_at, t.opened_at) <= now() - make_interval(hours => ${restHours})
      order by f.id limit ${limit} for no key update of f skip locked)
    returning org_id, id`)
