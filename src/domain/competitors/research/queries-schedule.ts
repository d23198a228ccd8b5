import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/* When the research of the competitors is repeated. */

export type CheckinCadence = 'weekly' | 'monthly' | 'quarterly'

/** Fixed numbers of days instead of calendar months. */
const days: Record<CheckinCadence, number> = { weekly: 7, monthly: 30, quarterly: 90 }
const oneCadenceFromNow = (cadence: CheckinCadence) => raw(`(select now() + make_interval(days => ${days[cadence]}))`)

type Settings = {
  enabled: boolean
  cadence: CheckinCadence | null
  next_run_at: string | null
  updated_at: string
  updated_by: string | null
}
const settings = raw(`checkins_enabled as enabled, cadence, next_run_at, checkins_updated_at as updated_at,
  checkins_updated_by as updated_by`)

/** A change schedules the next run from now, so that it never starts one immediately. */
export const enableCheckins = async (
  db: Db,
  org: string,
  { cadence, by, isRunning }: { cadence: CheckinCadence; by: string; isRunning: boolean },
) =>
  (await db.first<Settings>(sql`
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

export const disableCheckins = async (db: Db, org: string, by: string) =>
  (await db.first<Settings>(sql`
    insert into competitor_graph (org_id, checkins_updated_at, checkins_updated_by) values (${org}, now(), ${by})
    on conflict (org_id) do update set checkins_enabled = false, next_run_at = null,
      checkins_updated_at = excluded.checkins_updated_at, checkins_updated_by = excluded.checkins_updated_by
    returning ${settings}`))!

/** One cadence after the run that has just ended. */
export const scheduleNext = (db: Db, org: string) =>
  db.run(sql`
    update competitor_graph set next_run_at = case
      when cadence = 'weekly' then ${oneCadenceFromNow('weekly')}
      when cadence = 'monthly' then ${oneCadenceFromNow('monthly')}
      else ${oneCadenceFromNow('quarterly')} end
    where org_id = ${org} and checkins_enabled and next_run_at is null`)

export const clearNextRun = (db: Db, org: string) =>
  db.run(sql`update competitor_graph set next_run_at = null where org_id = ${org}`)
