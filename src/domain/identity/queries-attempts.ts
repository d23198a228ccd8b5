import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type AttemptLimit = { name: string; max: number; seconds: number }

/** Uncounts the latest attempt. */
export const deleteLatestAttempt = (db: Db, { name }: AttemptLimit, caller: string) =>
  db.run(sql`
    update attempt_window set attempts = attempts[:cardinality(attempts) - 1]
    where caller = ${caller} and name = ${name}`)

/**
 * Counts an attempt unless there were `max` in the last `seconds`; returns the seconds to wait (0: counted).
 * One statement, so that attempts of several processes at once cannot exceed the limit.
 */
export async function countAttempt(db: Db, { name, max, seconds }: AttemptLimit, caller: string): Promise<number> {
  const window = sql`make_interval(secs => ${seconds})`
  const row = await db.first<{ refused: boolean; wait: number }>(sql`
    insert into attempt_window as known (caller, name, attempts, expires_at)
    values (${caller}, ${name}, array[clock_timestamp()], clock_timestamp() + ${window})
    on conflict (caller, name) do update set (attempts, refused, expires_at) = (
      select
        case when cardinality(recent) < ${max} then recent || clock_timestamp() else recent end,
        cardinality(recent) >= ${max},
        clock_timestamp() + ${window}
      from (select array(
        select made from unnest(known.attempts) made where made > clock_timestamp() - ${window} order by made
      ) as recent) counted)
    returning refused, extract(epoch from attempts[1] + ${window} - clock_timestamp())::float8 as wait`)
  return row!.refused ? Math.max(1, Math.ceil(row!.wait)) : 0
}
