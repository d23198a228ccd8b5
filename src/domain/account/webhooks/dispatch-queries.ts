import type { EventName } from '#contract/resources/events.ts'
import type { EventRow } from '#domain/account/events/envelope.ts'
import { eventColumns, settled } from '#domain/account/events/feed.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { AttemptRecord } from './deliveries.ts'
import type { Filter } from './rules.ts'

/* What the dispatcher asks across all organizations is only where there is something to do; what it does there names the organization. */

export type Hook = { org_id: string; id: string }

const maxHooks = 200

export const hooksWithNews = (db: Db) =>
  db.rows<Hook>(sql`
    select w.org_id, w.id from webhook w where w.status = 'active' and w.deleted_at is null
      and exists (select 1 from event e where e.org_id = w.org_id and e.type is not null and e.${settled} and (e.tx, e.id) > (w.position_tx, w.position_id))
    limit ${maxHooks}`)

export type HeldHook = { events: string[]; filter: Filter; tx: string; at: string }

/** Nothing when another worker is at it. */
export const holdHook = (db: Db, { org_id, id }: Hook) =>
  db.first<HeldHook>(sql`
    select events, filter, position_tx::text as tx, position_id as at from webhook
    where org_id = ${org_id} and id = ${id} and status = 'active' and deleted_at is null for update skip locked`)

export type News = Pick<EventRow, 'id' | 'type' | 'object'> & { tx: string }

/** Objects are only read where a filter asks for them. */
export const newsAfter = (db: Db, org: string, { tx, at, filter }: HeldHook, max: number) =>
  db.rows<News>(sql`
    select id, type, tx::text as tx, ${raw(Object.keys(filter).length ? 'object' : 'null::json as object')} from event
    where org_id = ${org} and type is not null and ${settled} and (tx, id) > (${tx}::xid8, ${at}::uuid) order by event.tx, event.id limit ${max}`)

export const addDeliveries = (db: Db, { org_id, id }: Hook, news: readonly News[]) =>
  db.run(sql`
    insert into webhook_delivery (org_id, id, webhook_id, event_id, event_type)
    select ${org_id}, d.id, ${id}, d.event_id, d.event_type
    from unnest(${news.map(() => newId())}::uuid[], ${news.map((one) => one.id)}::uuid[], ${news.map((one) => one.type)}::text[]) as d (id, event_id, event_type)
    on conflict (org_id, webhook_id, event_id) where replay_of is null do nothing`)

export const moveOn = (db: Db, { org_id, id }: Hook, { tx, id: at }: News) =>
  db.run(
    sql`update webhook set position_tx = ${tx}::xid8, position_id = ${at}::uuid where org_id = ${org_id} and id = ${id}`,
  )

/** Tests are sent to a webhook that is off as well: they are how it is found out whether it works again. */
export const hooksWithDue = (db: Db) =>
  db.rows<Hook>(sql`
    select distinct d.org_id, d.webhook_id as id from webhook_delivery d join webhook w on w.org_id = d.org_id and w.id = d.webhook_id
    where d.status = 'pending' and d.next_attempt_at <= now() and (w.status = 'active' or d.is_test) limit ${maxHooks}`)

export type Claim = { id: string; event_id: string; event_type: EventName; attempts: number; payload: object | null }

/**
 * Whoever takes a delivery and is not heard of again has lost it when the lease ends; its number tells the sendings apart.
 * An array, because PostgreSQL may run a sub-query of `in` again and again and lock more than its limit.
 */
export const claimDue = (db: Db, { org_id, id }: Hook, max: number, leaseSeconds: number) =>
  db.rows<Claim>(sql`
    update webhook_delivery set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where org_id = ${org_id} and id = any(array(
      select d.id from webhook_delivery d join webhook w on w.org_id = d.org_id and w.id = d.webhook_id
      where d.org_id = ${org_id} and d.webhook_id = ${id} and d.status = 'pending' and d.next_attempt_at <= now() and (w.status = 'active' or d.is_test)
      order by d.next_attempt_at, d.id limit ${max} for update of d skip locked))
    returning id, event_id, event_type, attempts, payload`)

/** The secret, and the one before it while that still signs. */
export type Target = { url: string; secrets: (Buffer | null)[] }

export const targetOf = (db: Db, { org_id, id }: Hook) =>
  db.first<Target>(sql`
    select url, case when previous_secret_until > now() then array[secret, previous_secret] else array[secret] end as secrets
    from webhook where org_id = ${org_id} and id = ${id} and deleted_at is null`)

export const eventOf = (db: Db, org: string, id: string) =>
  db.first<EventRow>(sql`select ${eventColumns} from event where org_id = ${org} and id = ${id} and type is not null`)

/** One that nobody has taken yet, for whoever wants to know at once how it goes. */
export const claimFresh = (db: Db, { org_id, id }: Hook, delivery: string, leaseSeconds: number) =>
  db.first<Claim>(sql`
    update webhook_delivery set attempts = 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where org_id = ${org_id} and webhook_id = ${id} and id = ${delivery} and status = 'pending' and attempts = 0
    returning id, event_id, event_type, attempts, payload`)

export type Outcome = {
  delivered: boolean
  status: number | null
  error: string | null
  excerpt: string | null
  duration_ms: number
}

/** Zero rows when a later sending has taken over. Without a pause there is no further attempt. */
export const noteOutcome = (
  db: Db,
  org: string,
  { id, attempts }: Claim,
  o: Outcome,
  pauseSeconds: number | undefined,
) => {
  const attempt: AttemptRecord = {
    at: new Date().toISOString(),
    response_status: o.status,
    error: o.error,
    duration_ms: o.duration_ms,
  }
  const over = o.delivered || pauseSeconds === undefined
  return db.run(sql`
    update webhook_delivery set status = ${o.delivered ? 'delivered' : over ? 'failed' : 'pending'}, response_status = ${o.status}, response_excerpt = ${o.excerpt}, error = ${o.error},
      duration_ms = ${o.duration_ms}, completed_at = ${raw(over ? 'now()' : 'null')}, next_attempt_at = now() + make_interval(secs => ${pauseSeconds ?? 0}),
      attempt_log = (attempt_log::jsonb || ${JSON.stringify([attempt])}::jsonb)::json
    where org_id = ${org} and id = ${id} and attempts = ${attempts} and status = 'pending'`)
}

export const noteSuccess = (db: Db, { org_id, id }: Hook) =>
  db.run(
    sql`update webhook set failure_count = 0, failing_since = null, last_success_at = now() where org_id = ${org_id} and id = ${id}`,
  )

export type Health = {
  status: string
  failure_count: number
  failing_since: string | null
  keep_enabled: boolean
  url: string
}

export const noteFailure = (db: Db, { org_id, id }: Hook) =>
  db.first<Health>(sql`
    update webhook set failure_count = failure_count + 1, failing_since = coalesce(failing_since, now()), last_failure_at = now()
    where org_id = ${org_id} and id = ${id} returning status, failure_count, failing_since, keep_enabled, url`)

export const disable = (db: Db, { org_id, id }: Hook, reason: string) =>
  db.run(
    sql`update webhook set status = 'disabled', disabled_reason = ${reason}, updated_at = now() where org_id = ${org_id} and id = ${id} and status = 'active'`,
  )
