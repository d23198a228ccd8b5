import type { Static } from 'typebox'
import type { Ticket } from '#contract/resources/ticket-shapes.ts'
import { displayedStatus } from '#domain/sources/feedback/queries-status.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { ticketTable } from './table.ts'

export type TicketView = Static<typeof Ticket>
export type TicketViewRow = TicketView & { deleted_at: string | null }

const columns = selectList(ticketTable, 't', ['deleted_at'], ['company', 'feedback_id'])

const csat = raw(`case when t.csat_score is not null
    then json_build_object('score', t.csat_score, 'scale_min', t.csat_min, 'scale_max', t.csat_max,
      'comment', t.csat_comment) end as csat`)

/** Tickets in the form of the contract; messages and insights are counted once for all of them. */
export const selectTickets = (org: string, tickets: Sql) => sql`
  with ticket as materialized (${tickets})
  select ${columns}, coalesce(t.company, c.company->>'name') as company,
    case when c.id is not null
      then json_build_object('contact_id', c.id, 'name', c.name, 'email', c.email) end as requester,
    ${csat},
    coalesce(m.message_count, 0) as message_count, m.first_response_at, f.id as feedback_id,
    coalesce(i.insight_count, 0) as insight_count,
    coalesce(${displayedStatus(org)}, 'skipped') as analysis_status
  from ticket t
  left join contact c on c.org_id = ${org} and c.id = t.contact_id and c.deleted_at is null
  left join feedback_item f on f.org_id = ${org} and f.id = t.feedback_id and f.deleted_at is null
  left join (
    select ticket_id, count(*) as message_count,
      min(sent_at) filter (where author_type = 'agent' and is_public) as first_response_at
    from support_message where org_id = ${org} and ticket_id = any(array(select id from ticket))
    group by ticket_id) m on m.ticket_id = t.id
  left join (
    select feedback_id, count(*) as insight_count
    from insight where org_id = ${org} and feedback_id = any(array(select feedback_id from ticket)) and live
    group by feedback_id) i on i.feedback_id = f.id`

export async function findTicket(db: Db, org: string, id: string): Promise<TicketView | undefined> {
  const row = await db.first<TicketViewRow>(
    selectTickets(org, sql`select * from support_ticket where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && toTicket(row)
}

export const toTicket = ({ deleted_at: _, ...ticket }: TicketViewRow): TicketView => ticket

export type LockedTicket = Pick<TicketView, 'id' | 'source' | 'source_name' | 'feedback_id'> & { deleted: boolean }

export const lockTicket = (db: Db, org: string, id: string) =>
  db.first<LockedTicket>(sql`
    select id, source, source_name, feedback_id, deleted_at is not null as deleted
    from support_ticket where org_id = ${org} and id = ${id} for no key update`)

export const findFeedbackOfTicket = (db: Db, org: string, id: string) =>
  db.first<{ feedback_id: string | null }>(
    sql`select feedback_id from support_ticket where org_id = ${org} and id = ${id} and deleted_at is null`,
  )

type TicketChanges = {
  status?: string
  priority?: string | null
  tags?: string[]
  assignee_name?: string | null
  csat_score?: number | null
  csat_min?: number | null
  csat_max?: number | null
  csat_comment?: string | null
  /** Merged into the stored fields; null removes one. */
  custom_fields?: object | undefined
}

/** Updates the given columns and returns the previous values of those that changed, undefined when none did. */
export async function updateTicket(
  db: Db,
  org: string,
  id: string,
  { custom_fields = {}, ...changes }: TicketChanges,
): Promise<Record<string, unknown> | undefined> {
  const before = await getState(db, org, id)
  const columns = {
    ...changes,
    custom_fields: sql`jsonb_strip_nulls(custom_fields || ${JSON.stringify(custom_fields)}::jsonb)`,
  }
  await db.run(sql`
    update support_ticket set ${assignments(columns)},
      resolved_at = case when coalesce(${changes.status ?? null}, status) in ('solved', 'closed')
        then coalesce(resolved_at, (select now())) end
    where org_id = ${org} and id = ${id}`)
  const after = await getState(db, org, id)
  const previous = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]),
  )
  return previous.length ? Object.fromEntries(previous) : undefined
}

const getState = async (db: Db, org: string, id: string) =>
  (await db.first<Record<string, unknown>>(sql`
    select status, priority, tags, assignee_name, custom_fields,
      ${csat}
    from support_ticket t where org_id = ${org} and id = ${id}`))!

export const markTicketsDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update support_ticket set deleted_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`)

export const markTicketDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update support_ticket set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)
