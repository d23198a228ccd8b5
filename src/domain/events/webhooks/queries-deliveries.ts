import type { EventName } from '#contract/core/event-names.ts'
import type { Db } from '#store/open.ts'
import { allOf, raw, sql } from '#store/sql.ts'

export type AttemptRecord = { at: string; response_status: number | null; error: string | null; duration_ms: number }

export type DeliveryRow = {
  id: string
  webhook_id: string
  event_id: string
  event_type: EventName
  is_test: boolean
  replay_of: string | null
  status: 'pending' | 'delivered' | 'failed'
  attempt_log: AttemptRecord[]
  next_attempt_at: string
  response_status: number | null
  response_excerpt: string | null
  error: string | null
  duration_ms: number | null
  completed_at: string | null
  created_at: string
}

const columns = raw(`
    id, webhook_id, event_id, event_type, is_test, replay_of, status, attempt_log, next_attempt_at, response_status,
      response_excerpt, error, duration_ms,
  completed_at, created_at`)

type DeliveryQuery = { webhook: string; limit: number; status?: string[]; event_type?: string[] }

export const listDeliveries = (
  db: Db,
  org: string,
  { webhook, limit, status, event_type }: DeliveryQuery,
  after: string | undefined,
) =>
  db.rows<DeliveryRow>(sql`
    select ${columns} from webhook_delivery where ${allOf([
      sql`org_id = ${org} and webhook_id = ${webhook}`,
      status && sql`status = any(${status})`,
      event_type && sql`event_type = any(${event_type})`,
      after !== undefined && sql`id < ${after}::uuid`,
    ])} order by id desc limit ${limit + 1}`)

export const findDelivery = (db: Db, org: string, webhook: string, id: string) =>
  db.first<DeliveryRow>(
    sql`select ${columns} from webhook_delivery where org_id = ${org} and webhook_id = ${webhook} and id = ${id}`,
  )

type NewDelivery = {
  id: string
  webhook: string
  event: string
  type: EventName
  payload?: object
  test?: boolean
  replayOf?: string
}

export const insertDelivery = async (db: Db, org: string, d: NewDelivery) =>
  (await db.first<DeliveryRow>(sql`
    insert into webhook_delivery (org_id, id, webhook_id, event_id, event_type, payload, is_test, replay_of)
    values (${org}, ${d.id}, ${d.webhook}, ${d.event}, ${d.type}, ${d.payload ? JSON.stringify(d.payload) : null}::json,
      ${d.test ?? false}, ${d.replayOf ?? null}) returning ${columns}`))!

/** Test deliveries store their payload; a replay sends the same one. */
export const findStoredPayload = async (db: Db, org: string, id: string) =>
  (
    await db.first<{ payload: object | null }>(
      sql`select payload from webhook_delivery where org_id = ${org} and id = ${id}`,
    )
  )?.payload ?? undefined

/** What waits for its next attempt is sent at once. */
export const resumeDeliveries = (db: Db, org: string, webhook: string) =>
  db.run(sql`
    update webhook_delivery set next_attempt_at = least(next_attempt_at, now())
    where org_id = ${org} and webhook_id = ${webhook} and status = 'pending'`)
