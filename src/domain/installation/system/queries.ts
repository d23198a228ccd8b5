import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

type SystemFacts = {
  schema_version: string
  database_version: string
  database_bytes: number
  queued: number
  running: number
  failed_today: number
  oldest_queued_at: string | null
}

export async function getSystemFacts(db: Db, org: string): Promise<SystemFacts> {
  const [schema, facts] = await Promise.all([
    db.first<Pick<SystemFacts, 'schema_version'>>(sql`select max(name) as schema_version from schema_migration`),
    db.first<Omit<SystemFacts, 'schema_version'>>(selectFacts(org)),
  ])
  return { ...schema!, ...facts! }
}

const selectFacts = (org: string): Sql => sql`
  select split_part(current_setting('server_version'), ' ', 1) as database_version,
    pg_database_size(current_database()) as database_bytes,
    count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running,
    count(*) filter (where status = 'failed' and finished_at > now() - interval '24 hours') as failed_today,
    iso(min(created_at) filter (where status = 'queued')) as oldest_queued_at
  from job where org_id = ${org}`
