import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { assignments, allOf, raw, sql } from '#store/sql.ts'
import type { WebhookFilter } from './rules.ts'

type WebhookRow = {
  id: string
  url: string
  events: string[]
  filter: WebhookFilter
  description: string | null
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: string | null
  keep_enabled: boolean
  secret_hint: string
  previous_secret_until: string | null
  failure_count: number
  failing_since: string | null
  disables_at: string | null
  last_success_at: string | null
  last_failure_at: string | null
  created_by: string | null
  created_at: string
  updated_at: string
}

const columnsWith = (previousSecretUntil: string) =>
  raw(`id, url, events, filter, description, status, disabled_reason, keep_enabled, secret_hint,
  ${previousSecretUntil} as previous_secret_until,
  failure_count, failing_since, disables_at, last_success_at, last_failure_at, created_by, created_at, updated_at`)
const columns = columnsWith('case when previous_secret_until > (select now()) then previous_secret_until end')

export const listWebhooks = (
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

export const findWebhook = (db: Db, org: string, id: string) =>
  db.first<WebhookRow>(sql`select ${columns} from webhook where org_id = ${org} and id = ${id} and deleted_at is null`)

/** Those that people were informed of; a webhook that stays disabled is no news after a week. */
export const countFailingWebhooks = async (db: Db, org: string) =>
  (await db.first<{ count: number }>(sql`
    select count(*)::int as count from webhook
    where org_id = ${org} and deleted_at is null and (disables_at is not null
      or status = 'disabled' and updated_at > now() - interval '7 days')`))!.count

/** Serializes creation, so that the limit and the duplicate check hold. */
export const lockWebhooks = (db: Db, org: string) => acquireLock(db, orgLock(org, 'webhooks'))

export const listWebhookTargets = (db: Db, org: string) =>
  db.rows<Pick<WebhookRow, 'id' | 'url' | 'events'>>(
    sql`select id, url, events from webhook where org_id = ${org} and deleted_at is null`,
  )

type SealedSecret = { secret: Buffer; secret_hint: string }
type NewWebhook = SealedSecret & {
  id: string
  url: string
  events: string[]
  filter: WebhookFilter
  description: string | null
  keep_enabled: boolean
  user: string
}

export const insertWebhook = async (db: Db, org: string, w: NewWebhook) =>
  (await db.first<WebhookRow>(sql`
    insert into webhook (org_id, id, url, events, filter, description, keep_enabled, secret, secret_hint, created_by)
    values (${org}, ${w.id}, ${w.url}, ${w.events}, ${JSON.stringify(w.filter)}::jsonb, ${w.description},
      ${w.keep_enabled}, ${w.secret}, ${w.secret_hint}, ${w.user}) returning ${columnsWith('null::timestamptz')}`))!

export const updateWebhook = (db: Db, org: string, id: string, changes: Record<string, unknown>) =>
  db.first<WebhookRow>(sql`
    update webhook set ${assignments(changes)}, updated_at = now()
    where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** How long deliveries carry signatures of both secrets after a rotation. */
const secretOverlap = '24 hours'

export const rotateSecret = (db: Db, org: string, id: string, { secret, secret_hint }: SealedSecret) =>
  db.first<WebhookRow>(sql`
    update webhook set previous_secret = secret, previous_secret_until = now() + ${secretOverlap}::interval,
      secret = ${secret}, secret_hint = ${secret_hint}, updated_at = now()
    where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** Fails pending deliveries; returns zero when the webhook never existed. */
export async function deleteWebhook(db: Db, org: string, id: string): Promise<number> {
  await db.run(sql`
    update webhook_delivery set status = 'failed', error = 'the webhook was deleted', completed_at = now()
    where org_id = ${org} and webhook_id = ${id} and status = 'pending'`)
  return db.run(sql`
    update webhook set deleted_at = coalesce(deleted_at, (select now())), updated_at = now()
    where org_id = ${org} and id = ${id}`)
}
