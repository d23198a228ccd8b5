import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Where feedback goes over into analysis. */

/** Items that are to be analyzed anew wait in line like new ones. */
export const requeue = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update feedback_state s set status = 'queued', skip_reason = null, updated_at = now()
    from feedback f where s.org_id = ${org} and s.feedback_id = any(${ids}::uuid[]) and s.status <> 'queued' and f.org_id = s.org_id and f.id = s.feedback_id and f.deleted_at is null`)

export type Announce = (ctx: Ctx, ids: readonly string[]) => Promise<string | null>

/** Called once for each request with all items that it left queued; answers with the job that takes them. */
export const announce: Announce = (ctx, ids) =>
  ctx.jobs.enqueue(
    'feedback_analysis',
    { feedback_ids: [...ids] },
    { total: ids.length, ...(ids.length === 1 && { resource: { type: 'feedback', id: ids[0]! } }) },
  )
