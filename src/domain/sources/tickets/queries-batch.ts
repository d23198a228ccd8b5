import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** A row to insert; in an update, null keeps the stored value. */
export type TicketRow = {
  id: string
  source: string
  source_name: string
  external_id: string | null
  subject: string
  body: string | null
  status: string | null
  priority: string | null
  channel: string | null
  tags: string[] | null
  contact_id: string | null
  assignee_name: string | null
  company: string | null
  url: string | null
  custom_fields: object | null
  csat_score: number | null
  csat_min: number | null
  csat_max: number | null
  csat_comment: string | null
  opened_at: string | null
  resolved_at: string | null
  integration_id: string | null
  csv_upload_id: string | null
}

const recordset = raw(`as x (id uuid, source text, source_name text, external_id text, subject text, body text,
  status text, priority text, channel text, tags jsonb, contact_id uuid, assignee_name text, company text, url text,
  custom_fields jsonb, csat_score double precision, csat_min double precision, csat_max double precision,
  csat_comment text, opened_at timestamptz, resolved_at timestamptz, integration_id uuid, csv_upload_id uuid)`)
const tagArray = 'array(select jsonb_array_elements_text(x.tags))'
/** The first time that the ticket was resolved; cleared when it is opened again. */
const resolvedAt = (status: string, before: string) => `
  case when ${status} in ('solved', 'closed')
    then coalesce(x.resolved_at, ${before}, (select now())) end::timestamptz(3)`

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertTickets = async (db: Db, org: string, rows: readonly TicketRow[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        insert into support_ticket (org_id, id, source, source_name, external_id, subject, body, status, priority,
          channel, tags, contact_id, assignee_name, company, url, custom_fields, csat_score, csat_min, csat_max,
          csat_comment, opened_at, resolved_at, integration_id, csv_upload_id)
        select ${org}, id, source, source_name, external_id, subject, body, coalesce(status, 'open'), priority, channel,
          case when tags is null then '{}' else ${raw(tagArray)} end, contact_id, assignee_name, company, url,
          jsonb_strip_nulls(coalesce(custom_fields, '{}')), csat_score, csat_min, csat_max, csat_comment,
          coalesce(opened_at, now()),
          ${raw(resolvedAt('x.status', 'null'))}, integration_id, csv_upload_id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
        order by source, source_name, external_id, id
        on conflict (org_id, source, source_name, external_id) where deleted_at is null do nothing returning id`)
    ).map((row) => row.id),
  )

const keptUnlessGiven = [
  'subject',
  'body',
  'status',
  'priority',
  'channel',
  'contact_id',
  'assignee_name',
  'company',
  'url',
  'csat_score',
  'csat_comment',
  'opened_at',
]
const nextValue: Record<string, string> = {
  ...Object.fromEntries(keptUnlessGiven.map((name) => [name, `coalesce(x.${name}, t.${name})`])),
  csat_min: 'case when x.csat_score is null then t.csat_min else x.csat_min end',
  csat_max: 'case when x.csat_score is null then t.csat_max else x.csat_max end',
  tags: `case when x.tags is null then t.tags else ${tagArray} end`,
  custom_fields: "jsonb_strip_nulls(t.custom_fields || coalesce(x.custom_fields, '{}'))",
  resolved_at: resolvedAt('coalesce(x.status, t.status)', 't.resolved_at'),
}
const storedValues = raw(
  Object.keys(nextValue)
    .map((name) => `t.${name}`)
    .join(', '),
)
const nextValues = raw(Object.values(nextValue).join(', '))
const setNextValues = raw(
  Object.entries(nextValue)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', '),
)

/** Locks the stored tickets that rows refer to, and says which would change. */
export const findExistingTickets = (db: Db, org: string, rows: readonly TicketRow[]) =>
  db.rows<ChangedRow>(sql`
    select x.id as input_id, t.id, (${storedValues}) is distinct from (${nextValues}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join support_ticket t on t.org_id = ${org} and t.source = x.source and t.source_name = x.source_name
      and t.external_id = x.external_id and t.deleted_at is null
    order by t.id for no key update of t`)

export const updateExistingTickets = (db: Db, org: string, rows: readonly TicketRow[]) =>
  db.run(sql`
    update support_ticket t set ${setNextValues}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} where t.org_id = ${org} and t.id = x.id`)

/** For tickets whose messages changed, so that a delta export includes them. */
export const touchTickets = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update support_ticket set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)
