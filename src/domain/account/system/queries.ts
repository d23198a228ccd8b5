import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type SystemFacts = {
  schema_version: string
  database_version: string
  database_bytes: number
  queued: number
  running: number
  failed_today: number
  oldest_queued_at: string | null
}

export const getSystemFacts = async (db: Db, org: string) =>
  (await db.first<SystemFacts>(sql`
    select (select max(name) from schema_migration) as schema_version,
      split_part(current_setting('server_version'), ' ', 1) as database_version,
      pg_database_size(current_database()) as database_bytes,
      count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running,
      count(*) filter (where status = 'failed' and finished_at > now() - interval '24 hours') as failed_today,
      iso(min(created_at) filter (where status = 'queued')) as oldest_queued_at
    from job where org_id = ${org}`))!
