import { newId } from '#store/ids.ts'
import type { Db, Store } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/** Retention of stored responses by Idempotency-Key; published in the docs. */
export const idempotencyDays = 30
/** Retention of ended jobs. */
export const jobDays = 30
/** Retention of the event feed. */
export const eventDays = 30
/** Retention of the audit log, unless the operator sets another. */
export const defaultAuditDays = 400
/** Retention of changes without an event. */
export const activityDays = 365
/** Retention of the bodies of inbound deliveries, and of the deliveries themselves (for deduplication). */
export const deliveryDays = 7
export const deliveryLogDays = 90
/** Retention of an idle upload's file and of the change log that a rollback needs. */
export const fileDays = 30
/** Retention of an organization's request log, in days and rows. */
export const requestDays = 30
export const maxRequests = 10_000
const batch = 5000

/** Uploads without a running job that were last touched this many days ago. */
const idleUploads = (days: number) => sql`
  select u.org_id, u.id
  from csv_upload u left join job j on j.org_id = u.org_id and j.id = u.job_id
  where coalesce(u.rollback_until, u.updated_at + make_interval(days => ${days})) < now()
    and coalesce(j.status, 'ready') not in ('queued', 'running')`

/** Cancels uploads that were never imported before their file is deleted, so that no empty file is imported. */
async function deleteExpiredUploads(db: Db): Promise<number> {
  await db.run(sql`
    update csv_upload set status = 'cancelled'
    where status in ('uploaded', 'mapped', 'validated') and (org_id, id) in (${idleUploads(fileDays)})`)
  const chunks = await db.run(sql`
    delete from csv_chunk where (org_id, upload_id, n) in (
      select c.org_id, c.upload_id, c.n from csv_chunk c
      where (c.org_id, c.upload_id) in (${idleUploads(fileDays)}) limit ${batch})`)
  const changes = await db.run(sql`
    delete from csv_import_change where (org_id, upload_id, kind, object_id) in (
      select e.org_id, e.upload_id, e.kind, e.object_id from csv_import_change e
      where (e.org_id, e.upload_id) in (${idleUploads(fileDays)}) limit ${batch})`)
  return chunks + changes
}

/** Keys of the next batch of rows that are due for deletion. */
const expired = (key: string, table: string, due: Sql) =>
  sql`select ${raw(key)} from ${raw(table)} where ${due} limit ${batch}`
const deleteRows = (db: Db, table: string, key: string, due: Sql) =>
  db.run(sql`delete from ${raw(table)} where (${raw(key)}) in (${expired(key, table, due)})`)
const olderThan = (column: string, days: number) => sql`${raw(column)} < now() - make_interval(days => ${days})`

/**
 * Deletes the oldest requests of each organization beyond the maximum. They are an array because PostgreSQL may run a
 * subquery of `in` once for each request of a table that grew since its last statistics.
 */
async function deleteRequestsBeyond(db: Db, max: number): Promise<number> {
  const orgs = await db.rows<{ org_id: string }>(
    sql`select org_id from api_request group by org_id having count(*) > ${max}`,
  )
  let removed = 0
  for (const { org_id } of orgs)
    if (removed < batch)
      removed += await db.run(sql`
        delete from api_request where org_id = ${org_id} and id = any(array(
          select id from api_request where org_id = ${org_id}
          order by id desc offset ${max} limit ${batch - removed}))`)
  return removed
}

/** Bodies are deleted earlier than the deliveries themselves. */
function clearDeliveryBodies(db: Db) {
  const due = sql`body is not null and ${olderThan('created_at', deliveryDays)}`
  return db.run(sql`
    update integration_event set body = null where (org_id, integration_id, id) in (
      ${expired('org_id, integration_id, id', 'integration_event', due)})`)
}

/** Rows without a type are shown as activity only. */
const expiredEvent = sql`(type is null and ${olderThan('created_at', activityDays)}
  or type is not null and ${olderThan('created_at', eventDays)})`

/** Retention of the counts of masked values. */
export const maskingCountDays = 365

const maxSums = 100

/** Sums up the counts of earlier days, of which each intake has added one. */
async function sumMaskingCounts(db: Db) {
  const split = await db.rows<{ org_id: string; day: string; rule: string }>(sql`
    select org_id, day, rule from masking_count where day < (now() at time zone 'utc')::date
    group by org_id, day, rule having count(*) > 1 limit ${maxSums}`)
  for (const [org, rows] of Map.groupBy(split, (row) => row.org_id)) await sumOrgCounts(db, org, rows)
}

async function sumOrgCounts(db: Db, org: string, rows: readonly { day: string; rule: string }[]) {
  const removed = await db.rows<{ day: string; rule: string; count: number }>(sql`
    delete from masking_count where org_id = ${org} and (day, rule) in (
      select * from unnest(${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.rule)}::text[]))
    returning day, rule, count`)
  const sums = [...Map.groupBy(removed, ({ day, rule }) => `${day} ${rule}`).values()].map((counts) => ({
    ...counts[0]!,
    id: newId(),
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }))
  await db.run(sql`
    insert into masking_count (org_id, day, rule, id, count)
    select ${org}, day, rule, id, count
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as x (day date, rule text, id uuid, count bigint)`)
}

/** Deletes one batch from every table; returns the number of rows. */
async function deleteExpiredBatch(db: Db, auditDays: number): Promise<number> {
  const counts = [
    await deleteRows(db, 'idempotency', 'org_id, key', olderThan('created_at', idempotencyDays)),
    await deleteRows(db, 'job', 'org_id, id', olderThan('finished_at', jobDays)),
    await deleteRows(db, 'event', 'org_id, id', expiredEvent),
    await deleteRows(db, 'audit_entry', 'org_id, id', olderThan('created_at', auditDays)),
    await clearDeliveryBodies(db),
    await deleteRows(db, 'integration_event', 'org_id, integration_id, id', olderThan('created_at', deliveryLogDays)),
    await deleteRows(db, 'user_session', 'id', sql`expires_at < now()`),
    await deleteRows(db, 'user_verification', 'id', sql`expires_at < now()`),
    await deleteRows(db, 'webhook_delivery', 'org_id, id', olderThan('created_at', eventDays)),
    await deleteExpiredUploads(db),
    await deleteRows(db, 'api_request', 'org_id, id', olderThan('created_at', requestDays)),
    await deleteRequestsBeyond(db, maxRequests),
    await deleteRows(db, 'masking_count', 'org_id, day, rule, id', olderThan('day', maskingCountDays)),
    await deleteRows(db, 'attempt_window', 'caller, name', sql`expires_at < now()`),
    await deleteRows(db, 'rate_bucket', 'caller, name', sql`full_at < now()`),
    await deleteRows(db, 'worker_heartbeat', 'id', olderThan('heartbeat_at', 1)),
  ]
  return counts.reduce((sum, rows) => sum + rows, 0)
}

/** Deletes expired rows in batches, each in a short transaction; returns how many. */
export async function deleteExpired(store: Store, { auditDays = defaultAuditDays } = {}): Promise<number> {
  await store.transaction(sumMaskingCounts)
  let removed = 0
  for (let rounds = 0; rounds < 10_000; rounds++) {
    const now = await store.transaction((db) => deleteExpiredBatch(db, auditDays))
    removed += now
    if (now < batch) break
  }
  return removed
}
