import type { Db } from './db.ts'
import { poolNames } from './session.ts'
import { sql } from './sql.ts'

/** Whether any process that shares this database has served a request within the last second. */
export async function hasActiveRequests(db: Db) {
  const backend = await db.first(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${poolNames.web}
      and (state <> 'idle' or state_change > clock_timestamp() - interval '1 second')
    limit 1`)
  return backend !== undefined
}
