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
/** How long the file of an upload is kept once nothing happens to it, and with it what taking the import back would need. */
export const fileDays = 30
/** How long and how many requests of keys can be looked up, of each organization. */
export const requestDays = 30
export const mostRequests = 10_000
const batch = 5000

/** Uploads that nobody is busy with, by how long that has been so. */
const idle = (days: number) => sql`
  select u.org_id, u.id from csv_upload u left join job j on j.org_id = u.org_id and j.id = u.job_id
  where coalesce(u.rollback_until, u.updated_at + make_interval(days => ${days})) < now() and coalesce(j.status, 'ready') not in ('queued', 'running')`

/** A table that was never imported is given up before its file goes, so that nobody imports an empty one. */
async function pruneTables(db: Db): Promise<number> {
  await db.run(sql`
    update csv_upload set status = 'cancelled' where status in ('uploaded', 'mapped', 'validated') and (org_id, id) in (${idle(fileDays)})`)
  const pieces = await db.run(sql`
    delete from csv_chunk where (org_id, upload_id, n) in (
      select c.org_id, c.upload_id, c.n from csv_chunk c where (c.org_id, c.upload_id) in (${idle(fileDays)}) limit ${batch})`)
  const effects = await db.run(sql`
    delete from csv_effect where (org_id, upload_id, kind, object_id) in (
      select e.org_id, e.upload_id, e.kind, e.object_id from csv_effect e where (e.org_id, e.upload_id) in (${idle(fileDays)}) limit ${batch})`)
  return pieces + effects
}

async function pruneRequests(db: Db): Promise<number> {
  const old = await db.run(sql`
    delete from api_request where (org_id, id) in (
      select org_id, id from api_request where created_at < now() - make_interval(days => ${requestDays}) limit ${batch})`)
  const many = await db.run(sql`
    delete from api_request where (org_id, id) in (
      select r.org_id, r.id from organization o cross join lateral (
        select org_id, id from api_request where org_id = o.id order by id desc offset ${mostRequests} limit ${batch}) r limit ${batch})`)
  return old + many
}

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
  const tables = await pruneTables(db)
  const requests = await pruneRequests(db)
  const beats = await db.run(sql`delete from worker_beat where beat_at < now() - interval '1 day'`)
  return answers + jobs + events + sessions + codes + bodies + deliveries + sent + tables + requests + beats
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
