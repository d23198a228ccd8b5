import type { Db, Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** How long a used Idempotency-Key answers the same; published in the docs. */
export const idempotencyDays = 30
/** How long a job that has ended can still be asked about. */
export const jobDays = 30
/** How long the feed goes back. */
export const eventDays = 30
/** How long it can be asked who changed what. */
export const auditDays = 365
/** How long a delivery is kept as it came, and how long it is known again. */
export const deliveryDays = 7
export const deliveryLogDays = 90
const batch = 5000

/** Removes one batch of what has had its time; returns how many rows went. */
async function pruneOnce(db: Db): Promise<number> {
  const answers = await db.run(sql`
    delete from idempotency where (org_id, key) in (
      select org_id, key from idempotency where created_at < now() - make_interval(days => ${idempotencyDays}) limit ${batch})`)
  const jobs = await db.run(sql`
    delete from job where (org_id, id) in (
      select org_id, id from job where finished_at < now() - make_interval(days => ${jobDays}) limit ${batch})`)
  const events = await db.run(sql`
    delete from event where (org_id, id) in (
      select org_id, id from event where created_at < now() - make_interval(days => case when type is null then ${auditDays}::int else ${eventDays}::int end) limit ${batch})`)
  const bodies = await db.run(sql`
    update integration_event set body = null where (org_id, integration_id, id) in (
      select org_id, integration_id, id from integration_event where body is not null and created_at < now() - make_interval(days => ${deliveryDays}) limit ${batch})`)
  const deliveries = await db.run(sql`
    delete from integration_event where (org_id, integration_id, id) in (
      select org_id, integration_id, id from integration_event where created_at < now() - make_interval(days => ${deliveryLogDays}) limit ${batch})`)
  const sessions = await db.run(sql`delete from user_session where id in (select id from user_session where expires_at < now() limit ${batch})`)
  const codes = await db.run(sql`delete from user_verification where id in (select id from user_verification where expires_at < now() limit ${batch})`)
  const sent = await db.run(sql`
    delete from webhook_delivery where (org_id, id) in (
      select org_id, id from webhook_delivery where created_at < now() - make_interval(days => ${eventDays}) limit ${batch})`)
  const beats = await db.run(sql`delete from worker_beat where beat_at < now() - interval '1 day'`)
  return answers + jobs + events + sessions + codes + bodies + deliveries + sent + beats
}

/** Batch by batch, each in a short transaction, until nothing is left that is due. */
export async function prune(store: Store): Promise<number> {
  let removed = 0
  for (let rounds = 0; rounds < 10_000; rounds++) {
    const now = await store.transaction(pruneOnce)
    removed += now
    if (now < batch) break
  }
  return removed
}
