import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/** Time after which insights are clustered even if more feedback is being analyzed. */
const maxWait = sql`interval '30 seconds'`

/** Serializes scheduling with the end of a synthesis job. */
export const lockSynthesisSchedule = (db: Db, org: string) => acquireLock(db, orgLock(org, 'synthesis'))

const isActive = (org: string, type: string, exceptJob: string): Sql => sql`exists (
  select 1 from job
  where org_id = ${org} and type = ${type} and status in ('queued', 'running') and id <> ${exceptJob})`

/**
 * When the oldest (`asc`) or newest (`desc`) unclustered insight was created; read from a partial index in the order of
 * ids.
 */
const unclusteredAt = (org: Sql | string, order: Sql): Sql => sql`
  select i.created_at from insight_vector v
  join insight i on i.org_id = v.org_id and i.org_id = ${org} and i.id = v.insight_id and i.live
  where v.org_id = ${org} and v.clustered_at is null order by v.insight_id ${order} limit 1`

/**
 * No other synthesis job is active (a running one schedules its successor), and no analysis job will schedule one in
 * time.
 */
export const isSynthesisDue = async (db: Db, org: string, exceptJob: string) =>
  (await db.first<{ due: boolean }>(sql`
    select not ${isActive(org, 'subtheme_synthesis', exceptJob)}
      and (not ${isActive(org, 'feedback_analysis', exceptJob)}
        or coalesce((${unclusteredAt(org, sql`asc`)}) < now() - ${maxWait}, false)) as due`))!.due

/**
 * Organizations with insights newer than the last synthesis and no active job that would schedule the next: their
 * analysis was stopped or has failed.
 */
export const orgsNeedingSynthesis = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select o.org_id from (select distinct org_id from insight_vector where clustered_at is null) o
    where not exists (
        select 1 from job where org_id = o.org_id and type in ('subtheme_synthesis', 'feedback_analysis')
          and status in ('queued', 'running'))
      and (${unclusteredAt(sql`o.org_id`, sql`desc`)}) > coalesce(
        (select max(finished_at) from job where org_id = o.org_id and type = 'subtheme_synthesis'), '-infinity')`)
