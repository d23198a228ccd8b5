import type { Static } from 'typebox'
import type { CheckinRun } from '#contract/resources/competitor-checkin-shapes.ts'
import { cancelUnstartedCheckins } from '#domain/jobs/queries.ts'
import { type CheckinCadence, scheduleNext } from '#domain/competitors/research/queries-schedule.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { Snapshot, Ranking } from './rules.ts'

type Run = Static<typeof CheckinRun>

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

/** Cancels a scheduled run; a running one continues. */
export async function cancelScheduledRun(db: Db, org: string) {
  const jobs = await cancelUnstartedCheckins(db, org)
  await db.run(sql`
    update competitor_checkin set status = 'skipped', completed_at = now()
    where org_id = ${org} and status = 'scheduled' and job_id = any(${jobs}::uuid[])`)
}

export const startRun = (db: Db, org: string, id: string) =>
  db.run(
    sql`
      update competitor_checkin set status = 'running', started_at = coalesce(started_at, (select now()))
      where org_id = ${org} and id = ${id} and status in ('scheduled', 'running')`,
  )

type Previous = { id: string; ranking: Ranking }

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
  cadence: CheckinCadence
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

export const hasOpenRun = async (db: Db, org: string) =>
  (await db.first(sql`
    select 1 from competitor_checkin where org_id = ${org} and status in ('scheduled', 'running') limit 1`)) !==
  undefined
