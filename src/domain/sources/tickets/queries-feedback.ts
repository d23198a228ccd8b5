import {
  insertFeedbackOfTickets,
  queueFeedback,
  type TicketFeedback,
} from '#domain/sources/feedback/queries-tickets.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { TicketStatus } from './rules.ts'

/* The customer's side of a ticket is one item of feedback. */

export type TicketWithFeedback = {
  id: string
  subject: string
  body: string | null
  status: TicketStatus
  source: string
  source_name: string
  contact_id: string | null
  url: string | null
  tags: string[]
  csat_score: number | null
  csat_min: number | null
  csat_max: number | null
  opened_at: string
  last_message_at: string | null
  integration_id: string | null
  csv_upload_id: string | null
  feedback_id: string | null
  analysis_status: string | null
  skip_reason: string | null
  content: string | null
  rating_value: number | null
  rating_min: number | null
  rating_max: number | null
  feedback_deleted: boolean
}

export const refreshLastMessageAt = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update support_ticket t set last_message_at = m.at
    from (
      select ticket_id, max(sent_at) as at from support_message
      where org_id = ${org} and ticket_id = any(${ids}::uuid[]) group by ticket_id) m
    where t.org_id = ${org} and t.id = m.ticket_id and t.last_message_at is distinct from m.at`)

export const listTicketsWithFeedback = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<TicketWithFeedback>(sql`
    select t.id, t.subject, t.body, t.status, t.source, t.source_name, t.contact_id, t.url, t.tags, t.csat_score,
      t.csat_min, t.csat_max, t.opened_at, t.last_message_at, t.integration_id, t.csv_upload_id, t.feedback_id,
      f.status as analysis_status, f.skip_reason, f.content, f.rating_value, f.rating_min, f.rating_max,
      f.deleted_at is not null as feedback_deleted
    from support_ticket t left join feedback_item f on f.org_id = t.org_id and f.org_id = ${org}
      and f.id = t.feedback_id
    where t.org_id = ${org} and t.id = any(${ids}::uuid[]) order by t.id`)

/** Creates the feedback of tickets that have none. */
export async function insertTicketFeedback(db: Db, org: string, feedback: readonly TicketFeedback[]) {
  const json = JSON.stringify(feedback.map(({ id, ticket_id }) => ({ id, ticket_id })))
  await pipelined(db, [
    ...insertFeedbackOfTickets(db, org, feedback),
    db.run(sql`
      update support_ticket t set feedback_id = x.id
      from jsonb_to_recordset(${json}::jsonb) as x (id uuid, ticket_id uuid)
      where t.org_id = ${org} and t.id = x.ticket_id`),
  ])
}

/** The ticket `t` of a waiting state `s` has been idle. */
const isIdle = (idleHours: number): Sql => sql`s.status = 'received'
  and coalesce(t.last_message_at, t.opened_at) <= now() - make_interval(hours => ${idleHours})`

/** Feedback of idle tickets of all organizations, oldest first. */
export const listIdleFeedback = (db: Db, idleHours: number, limit: number) =>
  db.rows<{ org_id: string; id: string }>(sql`
    select s.org_id, s.feedback_id as id from feedback_state s
    join support_ticket t on t.org_id = s.org_id and t.feedback_id = s.feedback_id and t.deleted_at is null
    where ${isIdle(idleHours)} order by s.feedback_id limit ${limit}`)

/** Queues those that are still idle and that no other worker has locked, and returns them. */
export const queueIdleFeedback = async (db: Db, org: string, ids: readonly string[], idleHours: number) => {
  const rows = await db.rows<{ id: string }>(sql`
    select s.feedback_id as id from feedback_state s
    join support_ticket t on t.org_id = s.org_id and t.org_id = ${org} and t.feedback_id = s.feedback_id
      and t.deleted_at is null
    where s.org_id = ${org} and s.feedback_id = any(${ids}::uuid[]) and ${isIdle(idleHours)}
    order by s.feedback_id for no key update of s skip locked`)
  const idle = rows.map((row) => row.id)
  await queueFeedback(db, org, idle)
  return idle
}
