import { deleteRequestsBeyond } from '#domain/events/requests/queries.ts'
import { deleteExpiredUploads } from '#domain/imports/csv-uploads/queries-retention.ts'
import { clearDeliveryBodies } from '#domain/integrations/inbound/queries.ts'
import { clearSentTexts } from '#domain/llm-access/queries-log.ts'
import { sumMaskingCounts } from '#domain/sources/masking/queries-counts.ts'
import type { Db, Store } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/** Retention of stored responses by Idempotency-Key; published in the docs. */
export const idempotencyDays = 30
/** Retention of ended jobs. */
export const jobDays = 30
/** Retention of the event feed. */
export const eventDays = 30
/** Retention of the audit log, unless the operator sets another. */
const defaultAuditDays = 400
/** Retention of changes without an event. */
export const activityDays = 365
/** Retention of the bodies of inbound deliveries, and of the deliveries themselves (for deduplication). */
const deliveryDays = 7
const deliveryLogDays = 90
/** Retention of apps that registered and that nobody allowed anything. */
const unusedAppDays = 30
/** Retention of notifications that were read. */
const readNotificationDays = 90
/** Retention of an idle upload's file and of the change log that a rollback needs. */
const fileDays = 30
/** Retention of an organization's request log, in days and rows. */
export const requestDays = 30
export const maxRequests = 10_000
/** Retention of the log of the language model; of its texts and of stored answers. */
const modelRequestDays = 90
const modelTextDays = 30
const batch = 5000

/** Keys of the next batch of rows that are due for deletion. */
const expired = (key: string, table: string, due: Sql) =>
  sql`select ${raw(key)} from ${raw(table)} where ${due} limit ${batch}`
const deleteRows = (db: Db, table: string, key: string, due: Sql) =>
  db.run(sql`delete from ${raw(table)} where (${raw(key)}) in (${expired(key, table, due)})`)
const olderThan = (column: string, days: number) => sql`${raw(column)} < now() - make_interval(days => ${days})`

/** Rows without a type are shown as activity only. */
const expiredEvent = sql`(type is null and ${olderThan('created_at', activityDays)}
  or type is not null and ${olderThan('created_at', eventDays)})`

/** Retention of the counts of masked values. */
const maskingCountDays = 365

/** Deletes one batch from every table; returns the number of rows. */
async function deleteExpiredBatch(db: Db, auditDays: number): Promise<number> {
  const counts = [
    await deleteRows(db, 'idempotency', 'org_id, key', olderThan('created_at', idempotencyDays)),
    await deleteRows(db, 'job', 'org_id, id', olderThan('finished_at', jobDays)),
    await deleteRows(db, 'event', 'org_id, id', expiredEvent),
    await deleteRows(db, 'audit_entry', 'org_id, id', olderThan('created_at', auditDays)),
    await clearDeliveryBodies(db, { days: deliveryDays, limit: batch }),
    await deleteRows(db, 'integration_event', 'org_id, integration_id, id', olderThan('created_at', deliveryLogDays)),
    await deleteRows(db, 'notification', 'org_id, id', olderThan('read_at', readNotificationDays)),
    await deleteRows(db, 'user_session', 'id', sql`expires_at < now()`),
    await deleteRows(db, 'user_verification', 'id', sql`expires_at < now()`),
    await deleteRows(db, 'app_token', 'org_id, hash', sql`expires_at < now()`),
    await deleteRows(db, 'oauth_client', 'id', sql`granted_at is null and ${olderThan('created_at', unusedAppDays)}`),
    await deleteRows(db, 'webhook_delivery', 'org_id, id', olderThan('created_at', eventDays)),
    await deleteExpiredUploads(db, { days: fileDays, limit: batch }),
    await deleteRows(db, 'api_request', 'org_id, id', olderThan('created_at', requestDays)),
    await deleteRequestsBeyond(db, { max: maxRequests, limit: batch }),
    await deleteRows(db, 'language_model_request', 'org_id, id', olderThan('at', modelRequestDays)),
    await clearSentTexts(db, { days: modelTextDays, limit: batch }),
    await deleteRows(db, 'language_model_answer', 'org_id, hash', olderThan('created_at', modelTextDays)),
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
