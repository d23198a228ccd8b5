import type { OutcomeVerdict } from '#vocabulary/outcomes.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** In one run; the rest waits for the next. */
const maxDueProjects = 200

type GivenVerdict = { weeks_after: number; verdict: OutcomeVerdict; decided_at: string }

export const listGivenVerdicts = (db: Db, org: string, projectId: string, date: string) =>
  db.rows<GivenVerdict>(sql`
    select weeks_after, verdict, decided_at from project_outcome
    where org_id = ${org} and project_id = ${projectId} and date = ${date}::date order by weeks_after`)

/** False if this verdict was given before. */
export const insertVerdict = async (
  db: Db,
  org: string,
  {
    projectId,
    date,
    weeksAfter,
    verdict,
  }: {
    projectId: string
    date: string
    weeksAfter: number
    verdict: OutcomeVerdict
  },
) =>
  (await db.run(sql`
    insert into project_outcome (org_id, project_id, date, weeks_after, verdict)
    values (${org}, ${projectId}, ${date}::date, ${weeksAfter}, ${verdict}) on conflict do nothing`)) > 0

/** Organizations, across all, with a completed Project. */
export const listOrgsWithCompletedProjects = async (db: Db) =>
  (
    await db.rows<{ org_id: string }>(sql`
      select distinct org_id from project where status = 'completed' and completed_at is not null order by 1`)
  ).map((row) => row.org_id)

export type DueProject = { id: string; date: string; weeks_after: number }

/** Completed Projects with so many whole weeks since then that a verdict is due. */
export const listDueProjects = (db: Db, org: string, now: Date, looks: readonly number[]) =>
  db.rows<DueProject>(sql`
    select p.id, to_char(d.date, 'YYYY-MM-DD') as date, max(w.weeks) as weeks_after
    from project p
    cross join lateral (select (p.completed_at at time zone 'UTC')::date as date) d
    cross join unnest(${looks}::int[]) as w (weeks)
    where p.org_id = ${org} and p.status = 'completed' and p.completed_at is not null
      and d.date + 7 * w.weeks <= (${now.toISOString()}::timestamptz at time zone 'UTC')::date
      and not exists (select 1 from project_outcome o
        where o.org_id = p.org_id and o.org_id = ${org} and o.project_id = p.id and o.date = d.date
          and o.weeks_after >= w.weeks)
    group by p.id, d.date order by p.id limit ${maxDueProjects}`)

type RecentVerdict = {
  id: string
  title: string
  verdict: Exclude<OutcomeVerdict, 'too_little'>
  weeks_after: number
}

/** Given in a week, for its digest; a verdict that says something. */
export const listRecentVerdicts = (db: Db, org: string, { from, to }: { from: string; to: string }, limit: number) =>
  db.rows<RecentVerdict>(sql`
    select p.id, p.title, o.verdict, o.weeks_after from project_outcome o
    join project p on p.org_id = o.org_id and p.org_id = ${org} and p.id = o.project_id
    where o.org_id = ${org} and o.decided_at >= ${from}::date and o.decided_at < ${to}::date + 1
      and o.verdict <> 'too_little'
    order by o.decided_at desc, p.id limit ${limit}`)
