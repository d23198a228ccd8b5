import type { Handlers } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { version } from '#version.ts'

type Facts = {
  schema_version: string
  database_version: string
  database_bytes: number
  queued: number
  running: number
  failed_today: number
  oldest_queued_at: string | null
}
const startedAt = new Date(Date.now() - performance.now()).toISOString()

export const handlers: Handlers<Pick<typeof settings, 'getSystem'>, Ctx> = {
  async getSystem({ db, org, settings: { region, publicUrl } }) {
    const { queued, running, failed_today, oldest_queued_at, ...database } = (await readFacts(db, org))!
    return {
      version,
      region,
      public_url: publicUrl,
      ...database,
      server_started_at: startedAt,
      jobs: { queued, running, failed_today, oldest_queued_at },
    }
  },
}

const readFacts = (db: Db, org: string) =>
  db.first<Facts>(sql`
    select (select max(name) from schema_migration) as schema_version, split_part(current_setting('server_version'), ' ', 1) as database_version,
      pg_database_size(current_database()) as database_bytes,
      count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running,
      count(*) filter (where status = 'failed' and finished_at > now() - interval '24 hours') as failed_today,
      iso(min(created_at) filter (where status = 'queued')) as oldest_queued_at
    from job where org_id = ${org}`)
