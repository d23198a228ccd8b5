import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type Server = { version: number; encoding: string; standby: boolean; connections: number; now: string }

export const findServer = async (db: Db) =>
  (await db.first<Server>(sql`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby, current_setting('max_connections')::integer as connections,
      to_json(clock_timestamp()) as now`))!

export const findStandby = async (db: Db): Promise<boolean> =>
  (await db.first<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`))!.standby

/** None before the first start. */
export async function listMigrationNames(db: Db): Promise<string[]> {
  const table = await db.first<{ found: boolean }>(sql`select to_regclass('schema_migration') is not null as found`)
  if (!table!.found) return []
  return (await db.rows<{ name: string }>(sql`select name from schema_migration order by name`)).map(({ name }) => name)
}
