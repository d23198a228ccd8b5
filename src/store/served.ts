import type { Db } from './open.ts'
import { sql } from './sql.ts'

/** By what name the pools of those who answer requests are known to the server, and those who work in the background. */
export const poolNames = { web: 'earshot', worker: 'earshot-worker' }

/** Whether a request was answered just now, by any process that shares this database. */
export const somebodyIsServed = async (db: Db) =>
  (await db.first(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${poolNames.web} and (state <> 'idle' or state_change > clock_timestamp() - interval '1 second') limit 1`)) !== undefined
