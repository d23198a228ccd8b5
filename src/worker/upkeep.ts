import type { Db, Store } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

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
export const maxRequests = 10_000
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
    delete from csv_import_change where (org_id, upload_id, kind, object_id) in (
      select e.org_id, e.upload_id, e.kind, e.object_id from csv_import_change e where (e.org_id, e.upload_id) in (${idle(fileDays)}) limit ${batch})`)
  return pieces + effects
}

/** Rows of a table past their time, by the column that tells it. */
const expired = (key: string, table: string, due: Sql) =>
  sql`select ${raw(key)} from ${raw(table)} where ${due} limit ${batch}`
const drop = (db: Db, table: string, key: string, due: Sql) =>
  db.run(sql`delete from ${raw(table)} where (${raw(key)}) in (${expired(key, table, due)})`)
const older = (column: string, days: number) => sql`${raw(column)} < now() - make_interval(days => ${days})`

/** Beyond the most that an organization keeps, the oldest go, however young. */
const dropRequestsBeyond = (db: Db, max: number) =>
  db.run(sql`
    delete from api_request where (org_id, id) in (
      select r.org_id, r.id from organization o cross join lateral (
        select org_id, id from api_request where org_id = o.id order by id desc offset ${max} limit ${batch}) r limit ${batch})`)

/** What a delivery said goes before the fact that it came. */
const emptyDeliveries = (db: Db) =>
  db.run(sql`
    update integration_event set body = null where (org_id, integration_id, id) in (
      ${expired('org_id, integration_id, id', 'integration_event', sql`body is not null and ${older('created_at', deliveryDays)}`)})`)

/** Removes one batch of what has had its time; returns how many rows went. */
async function pruneOnce(db: Db): Promise<number> {
  const gone = [
    await drop(db, 'idempotency', 'org_id, key', older('created_at', idempotencyDays)),
    await drop(db, 'job', 'org_id, id', older('finished_at', jobDays)),
    await drop(
      db,
      'event',
      'org_id, id',
      sql`(type is null and ${older('created_at', auditDays)} or type is not null and ${older('created_at', eventDays)})`,
    ),
    await emptyDeliveries(db),
    await drop(db, 'integration_event', 'org_id, integration_id, id', older('created_at', deliveryLogDays)),
    await drop(db, 'user_session', 'id', sql`expires_at < now()`),
    await drop(db, 'user_verification', 'id', sql`expires_at < now()`),
    await drop(db, 'webhook_delivery', 'org_id, id', older('created_at', eventDays)),
    await pruneTables(db),
    await drop(db, 'api_request', 'org_id, id', older('created_at', requestDays)),
    await dropRequestsBeyond(db, maxRequests),
    await drop(db, 'worker_heartbeat', 'id', older('heartbeat_at', 1)),
  ]
  return gone.reduce((sum, rows) => sum + rows, 0)
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
