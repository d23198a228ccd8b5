import type { Static } from 'typebox'
import type { support, Ticket } from '#contract/resources/tickets.ts'
import { shownStatus } from '#domain/sources/feedback/under-way.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type TicketView = Static<typeof Ticket>
export type Wanted = Partial<Omit<Static<(typeof support.listTickets)['query']>, 'cursor'>> & { limit: number }
export type ListedRow = TicketView & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byOpening: Order = { by: 'opened_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-opened_at': byOpening,
  opened_at: { ...byOpening, descending: false },
  '-updated_at': { by: 'updated_at', type: 'timestamptz', descending: true },
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

const columns =
  raw(`t.id, t.external_id, t.source, t.source_name, t.subject, t.body, t.status, t.priority, t.channel, t.tags, t.assignee_name, t.url, t.custom_fields, t.resolved_at,
  t.opened_at, t.integration_id, t.created_at, t.updated_at, t.deleted_at`)

/** Some tickets as the contract shows them; what hangs on them is counted once for all of them. */
const shown = (org: string, which: Sql) => sql`
  with ticket as materialized (${which})
  select ${columns}, coalesce(t.company, c.company->>'name') as company,
    case when c.id is not null then json_build_object('contact_id', c.id, 'name', c.name, 'email', c.email) end as requester,
    case when t.csat_score is not null then json_build_object('score', t.csat_score, 'comment', t.csat_comment) end as csat,
    coalesce(m.message_count, 0) as message_count, m.first_response_at, f.id as feedback_id, coalesce(i.insight_count, 0) as insight_count,
    coalesce(${shownStatus(org)}, 'skipped') as analysis_status
  from ticket t
  left join contact c on c.org_id = ${org} and c.id = t.contact_id and c.deleted_at is null
  left join feedback_item f on f.org_id = ${org} and f.id = t.feedback_id and f.deleted_at is null
  left join (select ticket_id, count(*) as message_count, min(sent_at) filter (where author_type = 'agent' and is_public) as first_response_at
    from support_message where org_id = ${org} and ticket_id = any(array(select id from ticket)) group by ticket_id) m on m.ticket_id = t.id
  left join (select feedback_id, count(*) as insight_count
    from insight where org_id = ${org} and feedback_id = any(array(select feedback_id from ticket)) and live group by feedback_id) i on i.feedback_id = f.id`

export async function ticketById(db: Db, org: string, id: string): Promise<TicketView | undefined> {
  const row = await db.first<ListedRow>(
    shown(org, sql`select * from support_ticket where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && viewOf(row)
}

export const viewOf = ({ deleted_at: _, sort_key: __, sync_until: ___, ...ticket }: ListedRow): TicketView => ticket

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfTickets = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<ListedRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(
      org,
      sql`
      select * from support_ticket where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted), after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`,
    )}) s
    order by ${orderBy(order)}`)
}

const conditions = (org: string, w: Wanted): (Sql | undefined)[] => [
  w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
  w.status && sql`status = any(${w.status})`,
  w.priority && sql`priority = any(${w.priority})`,
  w.source && sql`source = any(${w.source})`,
  w.source_name && sql`source_name = any(${w.source_name})`,
  w.tag && sql`tags && ${w.tag}`,
  w.contact_id ? sql`contact_id = ${w.contact_id}` : undefined,
  w.segment_id
    ? sql`contact_id in (select id from contact c where c.org_id = ${org} and c.segment_ids @> array[${w.segment_id}]::uuid[] and c.deleted_at is null)`
    : undefined,
  w.has_insights === undefined
    ? undefined
    : sql`${raw(w.has_insights ? '' : 'not')} exists (select 1 from insight i where i.org_id = ${org} and i.feedback_id = support_ticket.feedback_id and i.live)`,
  w.q ? sql`(subject ilike ${containing(w.q)} or body ilike ${containing(w.q)})` : undefined,
  w.opened_after ? sql`opened_at >= ${instantOf(w.opened_after)}` : undefined,
  w.opened_before ? sql`opened_at < ${instantOf(w.opened_before)}` : undefined,
  w.occurred_after ? sql`opened_at >= ${instantOf(w.occurred_after)}` : undefined,
  w.occurred_before ? sql`opened_at < ${instantOf(w.occurred_before)}` : undefined,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]

export type Held = { id: string; source: TicketView['source']; feedback_id: string | null; deleted: boolean }

export const holdTicket = (db: Db, org: string, id: string) =>
  db.first<Held>(sql`
    select id, source, feedback_id, deleted_at is not null as deleted from support_ticket where org_id = ${org} and id = ${id} for no key update`)

export const feedbackOfTicket = (db: Db, org: string, id: string) =>
  db.first<{ feedback_id: string | null }>(
    sql`select feedback_id from support_ticket where org_id = ${org} and id = ${id} and deleted_at is null`,
  )

type Changes = {
  status?: string
  priority?: string | null
  tags?: string[]
  assignee_name?: string | null
  csat_score?: number | null
  csat_comment?: string | null
}

/** Sets what is given; answers with what was otherwise before, nothing when nothing changed. Custom fields are merged, and one set to null goes. */
export async function changeTicket(
  db: Db,
  org: string,
  id: string,
  changes: Changes,
  customFields: object = {},
): Promise<Record<string, unknown> | undefined> {
  const before = await stateOf(db, org, id)
  const columns = {
    ...changes,
    custom_fields: sql`jsonb_strip_nulls(custom_fields || ${JSON.stringify(customFields)}::jsonb)`,
  }
  await db.run(sql`
    update support_ticket set ${assignments(columns)},
      resolved_at = case when coalesce(${changes.status ?? null}, status) in ('solved', 'closed') then coalesce(resolved_at, now()) end
    where org_id = ${org} and id = ${id}`)
  const after = await stateOf(db, org, id)
  const other = Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]))
  return other.length ? Object.fromEntries(other) : undefined
}

const stateOf = async (db: Db, org: string, id: string) =>
  (await db.first<Record<string, unknown>>(sql`
    select status, priority, tags, assignee_name, custom_fields,
      case when csat_score is not null then json_build_object('score', csat_score, 'comment', csat_comment) end as csat
    from support_ticket where org_id = ${org} and id = ${id}`))!

export const markAllDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(
    sql`update support_ticket set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )

export const markDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update support_ticket set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)
