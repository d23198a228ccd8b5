import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Delays the time at which the shared bucket of a caller is full; returns the seconds until then. */
export async function exchangeTokens(db: Db, name: string, caller: string, seconds: number): Promise<number> {
  const taken = sql`make_interval(secs => ${seconds})`
  const row = await db.first<{ seconds: number }>(sql`
    insert into rate_bucket as known (caller, name, full_at) values (${caller}, ${name}, clock_timestamp() + ${taken})
    on conflict (caller, name) do update set full_at = greatest(known.full_at, clock_timestamp()) + ${taken}
    returning extract(epoch from full_at - clock_timestamp())::float8 as seconds`)
  return row!.seconds
}
