import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/* When the model is not asked: after a failure, and when the tokens of the day are used up. */

/** Seconds to the next request after one, two … failures in a row. */
const backoffSeconds = [30, 120, 600, 1800, 3600]

/** At least as long as the server of the model asks for. */
export async function pauseAfterFailure(db: Db, org: string, retryAfterMs = 0) {
  const waits = backoffSeconds.map((seconds) => Math.max(seconds, retryAfterMs / 1000))
  const { failures } = (await db.first<{ failures: number }>(sql`
    insert into language_model_pause as p (org_id, failures, retry_at)
    values (${org}, 1, now() + make_interval(secs => ${waits[0]!}))
    on conflict (org_id) do update set failures = p.failures + 1 returning failures`))!
  if (failures === 1) return
  const wait = waits[Math.min(failures, waits.length) - 1]!
  await db.run(sql`
    update language_model_pause set retry_at = now() + make_interval(secs => ${wait})
    where org_id = ${org} and failures = ${failures}`)
}

export const endPause = (db: Db, org: string) => db.run(sql`delete from language_model_pause where org_id = ${org}`)

/** Until soon after midnight (UTC), when the tokens are counted anew. */
export const insertSpent = (db: Db, org: string) =>
  db.run(sql`
    insert into language_model_spent (org_id, until)
    values (${org}, date_trunc('day', now(), 'UTC') + interval '1 day 1 minute')
    on conflict (org_id) do update set until = excluded.until`)

export const deleteSpent = (db: Db, org: string) => db.run(sql`delete from language_model_spent where org_id = ${org}`)

/** The model is not asked; `org` is an expression of the statement. */
export const isWaiting = (org: Sql): Sql => sql`(
  exists (select 1 from language_model_pause p where p.org_id = ${org} and p.retry_at > now())
  or exists (select 1 from language_model_spent x where x.org_id = ${org} and x.until > now()))`

export const isPaused = async (db: Db, org: string) =>
  (await db.first<{ paused: boolean }>(sql`select ${isWaiting(sql`${org}`)} as paused`))!.paused
