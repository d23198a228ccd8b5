import { type Db, poolNames } from './open.ts'
import { sql } from './sql.ts'

/** Whether a request was answered just now, by any process that shares this database. */
export const somebodyIsServed = async (db: Db) =>
  (await db.first(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${poolNames.web} and (state <> 'idle' or state_change > clock_timestamp() - interval '1 second') limit 1`)) !==
  undefined
