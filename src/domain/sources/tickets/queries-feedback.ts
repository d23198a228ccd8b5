import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
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

/** `status` is null when it stays as it is. */
export type TicketFeedback = {
  id: string
  ticket_id: string
  source: string
  title: string
  content: string
  content_hash: string
  contact_id: string | null
  url: string | null
  tags: string[]
  rating_value: number | null
  rating_min: number | null
  rating_max: number | null
  occurred_at: string
  integration_id: string | null
  csv_upload_id: string | null
  status: string | null
  skip_reason: string | null
}

const recordset = raw(`as x (id uuid, ticket_id uuid, source text, title text, content text, content_hash text,
  contact_id uuid, url text, tags jsonb, rating_value double precision, rating_min double precision,
  rating_max double precision, occurred_at timestamptz, integration_id uuid, csv_upload_id uuid, status text,
  skip_reason text)`)
const tagArray = raw('array(select jsonb_array_elements_text(x.tags))')
const hasChanged: Sql = sql`(
  (f.title, f.content, f.contact_id, f.url, f.tags, f.rating_value, f.rating_min, f.rating_max, f.occurred_at)
  is distinct from (x.title, x.content, x.contact_id, x.url, ${tagArray}, x.rating_value, x.rating_min, x.rating_max,
    x.occurred_at::timestamptz(3)))`

export async function insertTicketFeedback(db: Db, org: string, feedback: readonly TicketFeedback[]) {
  const states = feedback.map(({ id, ticket_id, status, skip_reason }) => ({ id, ticket_id, status, skip_reason }))
  const json = JSON.stringify(states)
  await pipelined(db, [
    db.run(sql`
      insert into feedback (org_id, id, source, source_type, title, content, content_hash, contact_id, url, tags,
        rating_value, rating_min, rating_max, metadata, occurred_at, integration_id, csv_upload_id)
      select ${org}, id, source, 'cs_ticket', title, content, decode(content_hash, 'hex'), contact_id, url, ${tagArray},
        rating_value, rating_min, rating_max, jsonb_build_object('ticket_id', ticket_id), occurred_at, integration_id,
        csv_upload_id
      from jsonb_to_recordset(${JSON.stringify(feedback)}::jsonb) ${recordset}`),
    db.run(sql`
      insert into feedback_state (org_id, feedback_id, status, skip_reason)
      select ${org}, id, coalesce(status, 'received'), skip_reason
      from jsonb_to_recordset(${json}::jsonb) as x (id uuid, status text, skip_reason text)`),
    db.run(sql`
      update support_ticket t set feedback_id = x.id
      from jsonb_to_recordset(${json}::jsonb) as x (id uuid, ticket_id uuid)
      where t.org_id = ${org} and t.id = x.ticket_id`),
  ])
}

export const updateTicketFeedback = async (db: Db, org: string, feedback: readonly TicketFeedback[]) => {
  const marked = markDaysStale(
    db,
    org,
    'feedback',
    feedback.map((item) => item.id),
  )
  const input = sql`jsonb_to_recordset(${JSON.stringify(feedback)}::jsonb) ${recordset}`
  // Before the columns change, to which they are compared.
  const updated = db.run(sql`
    update feedback_state s set status = coalesce(x.status, s.status),
      skip_reason = case when x.status is null then s.skip_reason else x.skip_reason end, updated_at = now()
    from (
      select x.id, x.status, x.skip_reason, ${hasChanged} as has_changed
      from ${input} join feedback f on f.org_id = ${org} and f.id = x.id) x
    where s.org_id = ${org} and s.feedback_id = x.id and (x.has_changed or x.status <> s.status)`)
  const columns = db.run(sql`
    update feedback f set title = x.title, content = x.content, content_hash = decode(x.content_hash, 'hex'),
      contact_id = x.contact_id, url = x.url, tags = ${tagArray}, rating_value = x.rating_value,
      rating_min = x.rating_min, rating_max = x.rating_max, occurred_at = x.occurred_at
    from ${input} where f.org_id = ${org} and f.id = x.id and ${hasChanged}`)
  return (await pipelined(db, [marked, updated, columns]))[1]
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
  await db.run(sql`
    update feedback_state set status = 'queued', updated_at = now()
    where org_id = ${org} and feedback_id = any(${idle}::uuid[])`)
  return idle
}
