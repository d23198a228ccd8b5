import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* The feedback of tickets, which follows them. */

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

export function insertFeedbackOfTickets(db: Db, org: string, feedback: readonly TicketFeedback[]): Promise<number>[] {
  const states = feedback.map(({ id, status, skip_reason }) => ({ id, status, skip_reason }))
  return [
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
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as x (id uuid, status text, skip_reason text)`),
  ]
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

export const queueFeedback = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update feedback_state set status = 'queued', updated_at = now()
    where org_id = ${org} and feedback_id = any(${ids}::uuid[])`)
