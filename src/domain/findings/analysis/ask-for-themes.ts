import type { JobRun } from '#domain/context.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/*
 * One look at the themes serves everything that was found before it ends. So a load is looked at when the last of its jobs is over and not after each,
 * and one that goes on and on as soon as something of it has waited for long.
 */

const maxWait = sql`interval '30 seconds'`

/** Until the end of the transaction nobody else asks for themes, and nobody ends looking for them. */
const holdWish = (db: Db, org: string) => acquireLock(db, orgLock(org, 'synthesis'))

const underWay = (org: string, type: string, besides: string): Sql =>
  sql`exists (select 1 from job where org_id = ${org} and type = ${type} and status in ('queued', 'running') and id <> ${besides})`

/** Found, and not looked at yet; by an index of its own that is in the order of time. */
const unseen = (org: Sql | string, more: Sql): Sql => sql`
  select i.created_at from insight_vector v join insight i on i.org_id = v.org_id and i.id = v.insight_id and i.live
  where v.org_id = ${org} and v.clustered_at is null order by v.insight_id ${more} limit 1`

/** Nobody other than this job is going to look or is at it (whoever is at it looks again), and nobody reads on who would ask in time. */
const isDue = async (db: Db, org: string, besides: string) =>
  (await db.first<{ due: boolean }>(sql`
    select not ${underWay(org, 'subtheme_synthesis', besides)}
      and (not ${underWay(org, 'feedback_analysis', besides)} or coalesce((${unseen(org, sql`asc`)}) < now() - ${maxWait}, false)) as due`))!
    .due

/** `wanted` is asked where a look may have nothing to do. */
export async function askForThemes(run: JobRun, db: Db, wanted: () => Promise<boolean> = async () => true) {
  await holdWish(db, run.org)
  if ((await isDue(db, run.org, run.id)) && (await wanted())) await run.enqueue(db, 'subtheme_synthesis', {})
}

/** Organizations in which something was found since the last look, and nobody is there who would ask for the next: the last to read was stopped or has failed. */
export const leftWithoutLook = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select o.org_id from (select distinct org_id from insight_vector where clustered_at is null) o
    where not exists (select 1 from job where org_id = o.org_id and type in ('subtheme_synthesis', 'feedback_analysis') and status in ('queued', 'running'))
      and (${unseen(sql`o.org_id`, sql`desc`)}) > coalesce((select max(finished_at) from job where org_id = o.org_id and type = 'subtheme_synthesis'), '-infinity')`)
