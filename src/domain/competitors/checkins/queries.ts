import type { Static } from 'typebox'
import type { CheckinRun } from '#contract/resources/competitor-checkin-shapes.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { Snapshot, Ranking } from './rules.ts'

type Cadence = 'weekly' | 'monthly' | 'quarterly'
export type Run = Static<typeof CheckinRun>

/** Fixed numbers of days instead of calendar months. */
const days: Record<Cadence, number> = { weekly: 7, monthly: 30, quarterly: 90 }
const oneCadenceFromNow = (cadence: Cadence) => raw(`(select now() + make_interval(days => ${days[cadence]}))`)

const columns = raw('id, status, cadence, scheduled_for, started_at, completed_at, job_id, error_code, snapshot')

export const listRuns = (db: Db, org: string, limit: number, after: string | undefined) =>
  db.rows<Run>(sql`
    select ${columns} from competitor_checkin
    where org_id = ${org} ${after === undefined ? raw('') : sql`and id < ${after}::uuid`} order by id desc
    limit ${limit + 1}`)

export const hasRun = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from competitor_checkin where org_id = ${org} and id = ${id}`)) !== undefined

export const findLatestRun = (db: Db, org: string) =>
  db.first<Run>(sql`select ${columns} from competitor_checkin where org_id = ${org} order by id desc limit 1`)

type Settings = {
  enabled: boolean
  cadence: Cadence | null
  next_run_at: string | null
  updated_at: string
  updated_by: string | null
}
const settings = raw(`checkins_enabled as enabled, cadence, next_run_at, checkins_updated_at as updated_at,
  checkins_updated_by as updated_by`)

/** A change schedules the next run from now, so that it never starts one immediately. */
export const enableCheckins = async (db: Db, org: string, cadence: Cadence, by: string) => {
  const isRunning = await hasOpenRun(db, org)
  return (await db.first<Settings>(sql`
    insert into competitor_graph (org_id, checkins_enabled, cadence, next_run_at, checkins_updated_at,
      checkins_updated_by)
    values (${org}, true, ${cadence}, now() + make_interval(days => ${days[cadence]}), now(), ${by})
    on conflict (org_id) do update set checkins_enabled = true, cadence = excluded.cadence,
      checkins_updated_at = excluded.checkins_updated_at, checkins_updated_by = excluded.checkins_updated_by,
      next_run_at = case
        when competitor_graph.checkins_enabled
          and competitor_graph.cadence = excluded.cadence then competitor_graph.next_run_at
        when ${isRunning} then null
        else excluded.next_run_at end
    returning ${settings}`))!
}

const hasOpenRun = async (db: Db, org: string) =>
  (await db.first(sql`
    select 1 from competitor_checkin where org_id = ${org} and status in ('scheduled', 'running') limit 1`)) !==
  undefined

export const disableCheckins = async (db: Db, org: string, by: string) =>
  (await db.first<Settings>(sql`
    insert into competitor_graph (org_id, checkins_updated_at, checkins_updated_by) values (${org}, now(), ${by})
    on conflict (org_id) do update set checkins_enabled = false, next_run_at = null,
      checkins_updated_at = excluded.checkins_updated_at, checkins_updated_by = excluded.checkins_updated_by
    returning ${settings}`))!

/** Cancels a scheduled run; a running one continues. */
export async function cancelScheduledRun(db: Db, org: string) {
  const runs = await db.rows<{ id: string }>(sql`
    update job set status = 'cancelled', finished_at = now(), updated_at = now()
    where org_id = ${org} and type = 'competitor_checkin' and status = 'queued' and attempts = 0 returning id`)
  await db.run(sql`
    update competitor_checkin set status = 'skipped', completed_at = now()
    where org_id = ${org} and status = 'scheduled' and job_id = any(${runs.map(({ id }) => id)}::uuid[])`)
}

export const startRun = (db: Db, org: string, id: string) =>
  db.run(
    sql`
      update competitor_checkin set status = 'running', started_at = coalesce(started_at, (select now()))
      where org_id = ${org} and id = ${id} and status in ('scheduled', 'running')`,
  )

export type Previous = { id: string; ranking: Ranking }

export const findPreviousRun = (db: Db, org: string) =>
  db.first<Previous>(
    sql`
      select id, ranking from competitor_checkin where org_id = ${org} and status = 'completed' order by id desc
      limit 1`,
  )

export async function completeRun(
  db: Db,
  org: string,
  id: string,
  { snapshot, ranking }: { snapshot: Snapshot; ranking: Ranking },
) {
  await db.run(sql`
    update competitor_checkin
    set status = 'completed', completed_at = now(), snapshot = ${JSON.stringify(snapshot)}::json,
      ranking = ${JSON.stringify(ranking)}::json
    where org_id = ${org} and id = ${id}`)
  await scheduleNext(db, org)
}

/** One cadence after the run that has just ended. */
export const scheduleNext = (db: Db, org: string) =>
  db.run(sql`
    update competitor_graph set next_run_at = case
      when cadence = 'weekly' then ${oneCadenceFromNow('weekly')}
      when cadence = 'monthly' then ${oneCadenceFromNow('monthly')}
      else ${oneCadenceFromNow('quarterly')} end
    where org_id = ${org} and checkins_enabled and next_run_at is null`)

export async function failRun(db: Db, org: string, job: string, code: string) {
  await db.run(sql`
    update competitor_checkin set status = 'failed', completed_at = now(), error_code = ${code}
    where org_id = ${org} and job_id = ${job} and status in ('scheduled', 'running')`)
  await scheduleNext(db, org)
}

/** Ranks and scores of the published graph, for the first run. */
export const getPublishedRanking = async (db: Db, org: string): Promise<Ranking> =>
  (await db.first<{ ranking: Ranking }>(sql`
    select json_build_object(
      'insights', (select count(*) from competitor_graph g
        join competitor_version_insight m on m.org_id = g.org_id and m.org_id = ${org} and m.version = g.version
        where g.org_id = ${org}),
      'themes', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'rank', s.rank)
        order by s.rank), '[]')
        from competitor_graph g
        join competitor_subtheme s on s.org_id = g.org_id and s.org_id = ${org} and s.version = g.version
        where g.org_id = ${org}),
      'opportunities', (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title,
        'impactScore', round(t.impact_score::numeric)) order by t.position), '[]')
        from competitor_graph g
        join competitor_teaser t on t.org_id = g.org_id and t.org_id = ${org} and t.version = g.version
        where g.org_id = ${org})) as ranking`))!.ranking

const maxRowsPerRun = 100

/** Organizations whose check-in is due. */
export const listDueOrgs = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select org_id from competitor_graph
    where checkins_enabled and next_run_at <= now()
    order by next_run_at limit ${maxRowsPerRun}`)

export type DueCheckin = {
  cadence: Cadence
  next_run_at: string
  reviews_per_source: number
  enabled: boolean
  credits: number | null
}

/** Locks the row without waiting, so that one of several processes starts the run. */
export const lockDueCheckin = (db: Db, org: string) =>
  db.first<DueCheckin>(sql`
    select g.cadence, g.next_run_at, g.reviews_per_source, o.feature_competitors as enabled,
      (select b.credits from credit_balance b where b.org_id = ${org}) as credits
    from competitor_graph g join organization o on o.id = g.org_id
    where g.org_id = ${org} and g.checkins_enabled and g.next_run_at <= now()
    for no key update of g nowait`)

export const clearNextRun = (db: Db, org: string) =>
  db.run(sql`update competitor_graph set next_run_at = null where org_id = ${org}`)

type NewRun = { id: string; job: string | null; skipReason: string | null }

export const insertRun = (db: Db, org: string, due: DueCheckin, { id, job, skipReason }: NewRun) =>
  db.run(sql`
    insert into competitor_checkin (org_id, id, status, cadence, scheduled_for, completed_at, job_id, error_code)
    values (${org}, ${id}, ${skipReason ? 'skipped' : 'scheduled'}, ${due.cadence}, ${due.next_run_at},
      ${skipReason ? raw('now()') : null}, ${job}, ${skipReason})`)

/** Runs whose job failed, was cancelled or no longer exists. */
export const listLostRuns = (db: Db) =>
  db.rows<{ org_id: string; job_id: string; error_code: string | null }>(sql`
    select r.org_id, r.job_id, j.error_code
    from competitor_checkin r left join job j on j.org_id = r.org_id and j.id = r.job_id
    where r.status in ('scheduled', 'running') and (j.id is null or j.status in ('failed', 'cancelled'))
    limit ${maxRowsPerRun}`)
