import type { Journal } from '#domain/context.ts'
import { wordsHash } from '#domain/sources/feedback/rules.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { customerWords } from './messages.ts'
import { type Analyze, sourceSlug, standingAfter, type TicketStatus, wordsOf } from './rules.ts'

/* What the customer said in a ticket is one piece of feedback: this is how it gets into the analysis. */

type Told = {
  id: string
  subject: string
  body: string | null
  status: TicketStatus
  source: string
  source_name: string
  contact_id: string | null
  url: string | null
  tags: string[]
  opened_at: string
  last_message_at: string | null
  integration_id: string | null
  csv_upload_id: string | null
  feedback_id: string | null
  standing: string | null
  skip_reason: string | null
  content: string | null
  gone: boolean
}

/** The time of the last message is put right on the way. */
const told = async (db: Db, org: string, ids: readonly string[]) => {
  await db.run(sql`
    update support_ticket t set last_message_at = m.at
    from (select ticket_id, max(sent_at) as at from support_message where org_id = ${org} and ticket_id = any(${ids}::uuid[]) group by ticket_id) m
    where t.org_id = ${org} and t.id = m.ticket_id and t.last_message_at is distinct from m.at`)
  return db.rows<Told>(sql`
    select t.id, t.subject, t.body, t.status, t.source, t.source_name, t.contact_id, t.url, t.tags, t.opened_at, t.last_message_at, t.integration_id, t.csv_upload_id,
      t.feedback_id, f.status as standing, f.skip_reason, f.content, f.deleted_at is not null as gone
    from support_ticket t left join feedback_item f on f.org_id = t.org_id and f.id = t.feedback_id
    where t.org_id = ${org} and t.id = any(${ids}::uuid[]) order by t.id`)
}

type Words = {
  id: string
  ticket_id: string
  source: string
  title: string
  content: string
  content_hash: string
  contact_id: string | null
  url: string | null
  tags: string[]
  occurred_at: string
  integration_id: string | null
  csv_upload_id: string | null
  status: string | null
  skip_reason: string | null
}

/** Brings the feedback of these tickets up to date; answers with what is now queued. Whoever calls holds the tickets. */
export async function settleWords(
  db: Db,
  org: string,
  now: Date,
  tickets: ReadonlyMap<string, Analyze | undefined>,
  journal?: Journal,
): Promise<string[]> {
  if (tickets.size === 0) return []
  const ids = [...tickets.keys()]
  const rows = (await told(db, org, ids)).filter((row) => !row.gone)
  const said = Map.groupBy(await customerWords(db, org, ids), (message) => message.ticket_id)
  const words = rows.map((row) =>
    next(
      row,
      (said.get(row.id) ?? []).map((message) => message.body),
      tickets.get(row.id),
      now,
    ),
  )
  const [fresh, known] = [
    words.filter((_, n) => rows[n]!.feedback_id === null),
    words.filter((_, n) => rows[n]!.feedback_id !== null),
  ]
  if (fresh.length) await insertWords(db, org, fresh)
  if (fresh.length)
    await journal?.created(
      'feedback',
      fresh.map((one) => one.id),
    )
  if (known.length)
    await journal?.changing(
      'feedback',
      known.map((one) => one.id),
    )
  if (known.length) await updateWords(db, org, known)
  return words.filter((one) => one.status === 'queued').map((one) => one.id)
}

function next(row: Told, said: readonly string[], analyze: Analyze | undefined, now: Date): Words {
  const content = wordsOf(row, said)
  const before = row.standing === null ? null : { status: row.standing, skip_reason: row.skip_reason }
  const moment = { status: row.status, lastWordAt: new Date(row.last_message_at ?? row.opened_at), now }
  const standing = standingAfter(before, content !== row.content, analyze, moment)
  return {
    id: row.feedback_id ?? newId(),
    ticket_id: row.id,
    source: row.source === 'custom' || row.source === 'csv' ? sourceSlug(row.source_name, row.source) : row.source,
    title: row.subject,
    content,
    content_hash: wordsHash(content),
    contact_id: row.contact_id,
    url: row.url,
    tags: row.tags,
    occurred_at: row.opened_at,
    integration_id: row.integration_id,
    csv_upload_id: row.csv_upload_id,
    status: standing?.status ?? null,
    skip_reason: standing?.skip_reason ?? null,
  }
}

const recordset =
  raw(`as x (id uuid, ticket_id uuid, source text, title text, content text, content_hash text, contact_id uuid, url text, tags jsonb, occurred_at timestamptz,
  integration_id uuid, csv_upload_id uuid, status text, skip_reason text)`)
const tagsOf = raw('array(select jsonb_array_elements_text(x.tags))')

async function insertWords(db: Db, org: string, words: readonly Words[]) {
  const given = JSON.stringify(words)
  await db.run(sql`
    with given as materialized (select * from jsonb_to_recordset(${given}::jsonb) ${recordset}),
    said as (
      insert into feedback (org_id, id, source, source_type, title, content, content_hash, contact_id, url, tags, metadata, occurred_at, integration_id, csv_upload_id)
      select ${org}, id, source, 'cs_ticket', title, content, decode(content_hash, 'hex'), contact_id, url, ${tagsOf}, jsonb_build_object('ticket_id', ticket_id), occurred_at,
        integration_id, csv_upload_id from given x)
    insert into feedback_state (org_id, feedback_id, status, skip_reason) select ${org}, id, coalesce(status, 'received'), skip_reason from given`)
  await db.run(sql`
    update support_ticket t set feedback_id = x.id from jsonb_to_recordset(${given}::jsonb) as x (id uuid, ticket_id uuid)
    where t.org_id = ${org} and t.id = x.ticket_id`)
}

const updateWords = (db: Db, org: string, words: readonly Words[]) =>
  db.run(sql`
    with changed as materialized (
      select x.* from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) ${recordset} join feedback_item f on f.org_id = ${org} and f.id = x.id
      where (f.title, f.content, f.contact_id, f.url, f.tags, f.occurred_at, f.status)
        is distinct from (x.title, x.content, x.contact_id, x.url, ${tagsOf}, x.occurred_at::timestamptz(3), coalesce(x.status, f.status))),
    said as (
      update feedback f set title = x.title, content = x.content, content_hash = decode(x.content_hash, 'hex'), contact_id = x.contact_id, url = x.url, tags = ${tagsOf},
        occurred_at = x.occurred_at from changed x where f.org_id = ${org} and f.id = x.id)
    update feedback_state s set status = coalesce(x.status, s.status), skip_reason = case when x.status is null then s.skip_reason else x.skip_reason end, updated_at = now()
    from changed x where s.org_id = ${org} and s.feedback_id = x.id`)
