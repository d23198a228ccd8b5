import type { EventName } from '#contract/core/event-names.ts'
import type { EventRow } from '#domain/events/feed/envelope.ts'
import { feedHorizon, roughHorizon } from '#store/citus/horizon.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { AttemptRecord } from './queries-deliveries.ts'
import type { WebhookFilter } from './rules.ts'

/* Only the two lists of webhooks with work span organizations; every other statement names its organization. */

export type WebhookKey = { org_id: string; id: string }

const maxWebhooks = 200

export const listWebhooksWithNewEvents = async (db: Db) =>
  db.rows<WebhookKey>(sql`
    select w.org_id, w.id from webhook w where w.status = 'active' and w.deleted_at is null
      and exists (select 1 from event e where e.org_id = w.org_id and e.type is not null
        and e.tx < ${await roughHorizon(db)} and (e.tx, e.id) > (w.position_tx, w.position_id))
    limit ${maxWebhooks}`)

type LockedWebhook = { events: string[]; filter: WebhookFilter; tx: string; at: string }

/** Undefined when another worker has locked it. */
export const lockWebhook = (db: Db, { org_id, id }: WebhookKey) =>
  db.first<LockedWebhook>(sql`
    select events, filter, position_tx::text as tx, position_id as at from webhook
    where org_id = ${org_id} and id = ${id} and status = 'active' and deleted_at is null for update skip locked`)

type NewEventRow = Pick<EventRow, 'id' | 'type' | 'object'> & { tx: string }

/** Objects are only loaded when the webhook has a filter. */
export const listEventsAfter = async (db: Db, org: string, { tx, at, filter }: LockedWebhook, max: number) =>
  db.rows<NewEventRow>(sql`
    select id, type, tx::text as tx, ${raw(Object.keys(filter).length ? 'object' : 'null::json as object')} from event
    where org_id = ${org} and type is not null and tx < ${await feedHorizon(db, org)}
      and (tx, id) > (${tx}::xid8, ${at}::uuid) order by event.tx, event.id limit ${max}`)

export const insertDeliveries = (db: Db, { org_id, id }: WebhookKey, events: readonly NewEventRow[]) =>
  db.run(sql`
    insert into webhook_delivery (org_id, id, webhook_id, event_id, event_type)
    select ${org_id}, d.id, ${id}, d.event_id, d.event_type
    from unnest(${events.map(() => newId())}::uuid[], ${events.map((one) => one.id)}::uuid[],
      ${events.map((one) => one.type)}::text[]) as d (id, event_id, event_type)
    on conflict (org_id, webhook_id, event_id) where replay_of is null do nothing`)

export const updatePosition = (db: Db, { org_id, id }: WebhookKey, { tx, id: at }: NewEventRow) =>
  db.run(
    sql`
      update webhook set position_tx = ${tx}::xid8, position_id = ${at}::uuid where org_id = ${org_id} and id = ${id}`,
  )

/** Test deliveries are sent to disabled webhooks too, to check whether they work again. */
export const listWebhooksWithDueDeliveries = (db: Db) =>
  db.rows<WebhookKey>(sql`
    select distinct d.org_id, d.webhook_id as id from webhook_delivery d
    join webhook w on w.org_id = d.org_id and w.id = d.webhook_id
    where d.status = 'pending' and d.next_attempt_at <= now() and (w.status = 'active' or d.is_test)
    limit ${maxWebhooks}`)

export type ClaimedDelivery = {
  id: string
  event_id: string
  event_type: EventName
  attempts: number
  payload: object | null
}

/**
 * A worker that dies loses its deliveries when the lease ends; the attempt number identifies late results.
 * `any(array(…))`, because PostgreSQL may run a sub-query of `in` repeatedly and lock more rows than its limit.
 */
export const claimDueDeliveries = (db: Db, { org_id, id }: WebhookKey, max: number, leaseSeconds: number) =>
  db.rows<ClaimedDelivery>(sql`
    update webhook_delivery
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where org_id = ${org_id} and id = any(array(
      select d.id from webhook_delivery d
      join webhook w on w.org_id = d.org_id and w.org_id = ${org_id} and w.id = d.webhook_id
      where d.org_id = ${org_id} and d.webhook_id = ${id} and d.status = 'pending' and d.next_attempt_at <= now()
        and (w.status = 'active' or d.is_test)
      order by d.next_attempt_at, d.id limit ${max} for update of d skip locked))
    returning id, event_id, event_type, attempts, payload`)

/** The current secret, and the previous one during its overlap. */
type Target = { url: string; secrets: (Buffer | null)[] }

export const findTarget = (db: Db, { org_id, id }: WebhookKey) =>
  db.first<Target>(sql`
    select url, case when previous_secret_until > now() then array[secret, previous_secret]
      else array[secret] end as secrets
    from webhook where org_id = ${org_id} and id = ${id} and deleted_at is null`)

/** Claims a delivery that no worker has claimed yet, to send it within the request. */
export const claimNewDelivery = (db: Db, { org_id, id }: WebhookKey, delivery: string, leaseSeconds: number) =>
  db.first<ClaimedDelivery>(sql`
    update webhook_delivery set attempts = 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where org_id = ${org_id} and webhook_id = ${id} and id = ${delivery} and status = 'pending' and attempts = 0
    returning id, event_id, event_type, attempts, payload`)

export type DeliveryOutcome = {
  delivered: boolean
  status: number | null
  error: string | null
  excerpt: string | null
  duration_ms: number
}

function deliveryStatus({ delivered }: DeliveryOutcome, isFinal: boolean) {
  if (delivered) return 'delivered'
  return isFinal ? 'failed' : 'pending'
}

/** Zero rows when a later attempt has taken over. Without `delaySeconds` there is no further attempt. */
export const updateOutcome = (
  db: Db,
  org: string,
  { id, attempts }: ClaimedDelivery,
  o: DeliveryOutcome & { delaySeconds: number | undefined },
) => {
  const attempt: AttemptRecord = {
    at: new Date().toISOString(),
    response_status: o.status,
    error: o.error,
    duration_ms: o.duration_ms,
  }
  const isFinal = o.delivered || o.delaySeconds === undefined
  return db.run(sql`
    update webhook_delivery set status = ${deliveryStatus(o, isFinal)}, response_status = ${o.status},
      response_excerpt = ${o.excerpt}, error = ${o.error},
      duration_ms = ${o.duration_ms}, completed_at = ${raw(isFinal ? 'now()' : 'null')},
      next_attempt_at = now() + make_interval(secs => ${o.delaySeconds ?? 0}),
      attempt_log = (attempt_log::jsonb || ${JSON.stringify([attempt])}::jsonb)::json
    where org_id = ${org} and id = ${id} and attempts = ${attempts} and status = 'pending'`)
}

export const updateAfterSuccess = (db: Db, { org_id, id }: WebhookKey, now: Date) =>
  db.run(
    sql`
      update webhook set failure_count = 0, failing_since = null, disables_at = null, last_success_at = ${now}
      where org_id = ${org_id} and id = ${id}`,
  )

type WebhookHealth = {
  status: string
  failure_count: number
  failing_since: string | null
  disables_at: string | null
  keep_enabled: boolean
  url: string
}

export const updateAfterFailure = (db: Db, { org_id, id }: WebhookKey, now: Date) =>
  db.first<WebhookHealth>(sql`
    update webhook set failure_count = failure_count + 1, failing_since = coalesce(failing_since, ${now}::timestamptz),
      last_failure_at = ${now}
    where org_id = ${org_id} and id = ${id}
    returning status, failure_count, failing_since, disables_at, keep_enabled, url`)

/** Zero rows when another failure was announced first. */
export const updateDisablesAt = (db: Db, { org_id, id }: WebhookKey, disablesAt: Date) =>
  db.run(sql`
    update webhook set disables_at = ${disablesAt}, updated_at = now()
    where org_id = ${org_id} and id = ${id} and status = 'active' and disables_at is null`)

export const disableWebhook = (db: Db, { org_id, id }: WebhookKey, reason: string) =>
  db.run(
    sql`
      update webhook set status = 'disabled', disabled_reason = ${reason}, disables_at = null, updated_at = now()
      where org_id = ${org_id} and id = ${id} and status = 'active'`,
  )
