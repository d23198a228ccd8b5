import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { assignments, allOf, raw, sql } from '#store/sql.ts'
import type { Filter } from './rules.ts'

export type WebhookRow = {
  id: string
  url: string
  events: string[]
  filter: Filter
  description: string | null
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: string | null
  keep_enabled: boolean
  secret_hint: string
  previous_secret_until: string | null
  failure_count: number
  failing_since: string | null
  last_success_at: string | null
  last_failure_at: string | null
  created_by: string | null
  created_at: string
  updated_at: string
}

const columns = raw(`id, url, events, filter, description, status, disabled_reason, keep_enabled, secret_hint,
  case when previous_secret_until > now() then previous_secret_until end as previous_secret_until,
  failure_count, failing_since, last_success_at, last_failure_at, created_by, created_at, updated_at`)

export const pageOfWebhooks = (
  db: Db,
  org: string,
  { limit, status }: { limit: number; status?: string[] },
  after: string | undefined,
) =>
  db.rows<WebhookRow>(sql`
    select ${columns} from webhook where ${allOf([
      sql`org_id = ${org} and deleted_at is null`,
      status && sql`status = any(${status})`,
      after !== undefined && sql`id < ${after}::uuid`,
    ])} order by id desc limit ${limit + 1}`)

export const webhookById = (db: Db, org: string, id: string) =>
  db.first<WebhookRow>(sql`select ${columns} from webhook where org_id = ${org} and id = ${id} and deleted_at is null`)

/** So that two who create at once see each other. */
export const holdWebhooks = (db: Db, org: string) => acquireLock(db, orgLock(org, 'webhooks'))

export const otherWebhooks = (db: Db, org: string) =>
  db.rows<Pick<WebhookRow, 'id' | 'url' | 'events'>>(
    sql`select id, url, events from webhook where org_id = ${org} and deleted_at is null`,
  )

type Sealed = { secret: Buffer; secret_hint: string }
export type NewWebhook = Sealed & {
  id: string
  url: string
  events: string[]
  filter: Filter
  description: string | null
  keep_enabled: boolean
  user: string
}

export const insertWebhook = async (db: Db, org: string, w: NewWebhook) =>
  (await db.first<WebhookRow>(sql`
    insert into webhook (org_id, id, url, events, filter, description, keep_enabled, secret, secret_hint, created_by)
    values (${org}, ${w.id}, ${w.url}, ${w.events}, ${JSON.stringify(w.filter)}::jsonb, ${w.description}, ${w.keep_enabled}, ${w.secret}, ${w.secret_hint}, ${w.user}) returning ${columns}`))!

export const updateWebhook = (db: Db, org: string, id: string, given: Record<string, unknown>) =>
  db.first<WebhookRow>(sql`
    update webhook set ${assignments(given)}, updated_at = now() where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** How long both secrets sign. */
const overlap = '24 hours'

export const rotateSecret = (db: Db, org: string, id: string, { secret, secret_hint }: Sealed) =>
  db.first<WebhookRow>(sql`
    update webhook set previous_secret = secret, previous_secret_until = now() + ${overlap}::interval, secret = ${secret}, secret_hint = ${secret_hint}, updated_at = now()
    where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** Deleted, now or before; zero when it never was. What was still to be sent is not. */
export async function deleteWebhook(db: Db, org: string, id: string): Promise<number> {
  await db.run(sql`
    update webhook_delivery set status = 'failed', error = 'the webhook was deleted', completed_at = now() where org_id = ${org} and webhook_id = ${id} and status = 'pending'`)
  return db.run(sql`
    update webhook set deleted_at = coalesce(deleted_at, now()), updated_at = now() where org_id = ${org} and id = ${id}`)
}
