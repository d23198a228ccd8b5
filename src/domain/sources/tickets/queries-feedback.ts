import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
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
      t.csat_min, t.csat_max, t.opened_at, t.last_message_at, t.integration_id, t.csv_upload_id, t.feedback_id, f.status as analysis_status, f.skip_reason,
      f.content, f.rating_value, f.rating_min, f.rating_max, f.deleted_at is not null as feedback_deleted
    from support_ticket t left join feedback_item f on f.org_id = t.org_id and f.id = t.feedback_id
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

export async function insertTicketFeedback(db: Db, org: string, feedback: readonly TicketFeedback[]) {
  const json = JSON.stringify(feedback)
  await db.run(sql`
    with input as materialized (select * from jsonb_to_recordset(${json}::jsonb) ${recordset}),
    inserted as (
      insert into feedback (org_id, id, source, source_type, title, content, content_hash, contact_id, url, tags,
        rating_value, rating_min, rating_max, metadata, occurred_at, integration_id, csv_upload_id)
      select ${org}, id, source, 'cs_ticket', title, content, decode(content_hash, 'hex'), contact_id, url, ${tagArray},
        rating_value, rating_min, rating_max, jsonb_build_object('ticket_id', ticket_id), occurred_at, integration_id, csv_upload_id from input x)
    insert into feedback_state (org_id, feedback_id, status, skip_reason)
    select ${org}, id, coalesce(status, 'received'), skip_reason from input`)
  await db.run(sql`
    update support_ticket t set feedback_id = x.id
    from jsonb_to_recordset(${json}::jsonb) as x (id uuid, ticket_id uuid)
    where t.org_id = ${org} and t.id = x.ticket_id`)
}

export const updateTicketFeedback = async (db: Db, org: string, feedback: readonly TicketFeedback[]) => {
  const marked = markDaysStale(
    db,
    org,
    'feedback',
    feedback.map((item) => item.id),
  )
  const updated = db.run(sql`
    with changed as materialized (
      select x.* from jsonb_to_recordset(${JSON.stringify(feedback)}::jsonb) ${recordset}
      join feedback_item f on f.org_id = ${org} and f.id = x.id
      where (f.title, f.content, f.contact_id, f.url, f.tags, f.rating_value, f.rating_min, f.rating_max, f.occurred_at,
          f.status)
        is distinct from (x.title, x.content, x.contact_id, x.url, ${tagArray}, x.rating_value, x.rating_min,
          x.rating_max, x.occurred_at::timestamptz(3), coalesce(x.status, f.status))),
    updated as (
      update feedback f set title = x.title, content = x.content, content_hash = decode(x.content_hash, 'hex'),
        contact_id = x.contact_id, url = x.url, tags = ${tagArray}, rating_value = x.rating_value,
        rating_min = x.rating_min, rating_max = x.rating_max, occurred_at = x.occurred_at
      from changed x where f.org_id = ${org} and f.id = x.id)
    update feedback_state s set status = coalesce(x.status, s.status),
      skip_reason = case when x.status is null then s.skip_reason else x.skip_reason end, updated_at = now()
    from changed x where s.org_id = ${org} and s.feedback_id = x.id`)
  await marked
  return updated
}

/** Queues the feedback of idle tickets of all organizations and returns it. */
export const queueIdleFeedback = (db: Db, idleHours: number, limit: number) =>
  db.rows<{ org_id: string; id: string }>(sql`
    update feedback_state set status = 'queued', updated_at = now() where (org_id, feedback_id) in (
      select s.org_id, s.feedback_id from feedback_state s
      join support_ticket t on t.org_id = s.org_id and t.feedback_id = s.feedback_id and t.deleted_at is null
      where s.status = 'received'
        and coalesce(t.last_message_at, t.opened_at) <= now() - make_interval(hours => ${idleHours})
      order by s.feedback_id limit ${limit} for no key update of s skip locked)
    returning org_id, feedback_id as id`)
