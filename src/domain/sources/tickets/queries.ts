import type { Static } from 'typebox'
import type { support } from '#contract/resources/tickets.ts'
import type { Ticket } from '#contract/resources/ticket-shapes.ts'
import { inSegment, isInSegment } from '#domain/sources/contacts/queries.ts'
import { displayedStatus } from '#domain/sources/feedback/queries-status.ts'
import type { Db } from '#store/open.ts'
import {
  after,
  containing,
  createdWithin,
  hasTag,
  type Key,
  type Order,
  orderBy,
  instantOf,
  syncUntil,
} from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'
import { windowedPage } from '#store/windowed-page.ts'

export type TicketView = Static<typeof Ticket>
export type TicketListQuery = Partial<Omit<Static<(typeof support.listTickets)['query']>, 'cursor'>> & { limit: number }
export type TicketListRow = TicketView & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byOpening: Order = { by: 'opened_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<TicketListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-opened_at': byOpening,
  opened_at: { ...byOpening, descending: false },
  '-updated_at': { by: 'updated_at', type: 'timestamptz', descending: true },
}
export const orderOf = (query: TicketListQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

const columns = raw(`t.id, t.external_id, t.source, t.source_name, t.subject, t.body, t.status, t.priority, t.channel,
  t.tags, t.assignee_name, t.url, t.custom_fields, t.resolved_at, t.opened_at, t.integration_id, t.created_at,
  t.updated_at, t.deleted_at`)

const csat = raw(`case when t.csat_score is not null
    then json_build_object('score', t.csat_score, 'scale_min', t.csat_min, 'scale_max', t.csat_max,
      'comment', t.csat_comment) end as csat`)

/** Tickets in the form of the contract; messages and insights are counted once for all of them. */
const ticketSelect = (org: string, tickets: Sql) => sql`
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
  const row = await db.first<TicketListRow>(
    ticketSelect(org, sql`select * from support_ticket where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && toTicket(row)
}

export const toTicket = ({ deleted_at: _, sort_key: __, sync_until: ___, ...ticket }: TicketListRow): TicketView =>
  ticket

/** The sort key is read as text, so that a cursor holds it without loss of precision. */
export const listTickets = (db: Db, org: string, query: TicketListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<TicketListRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${ticketSelect(org, pageQuery(org, query, order, keys))}) s
    order by ${orderBy(order)}`)
}

function pageQuery(org: string, query: TicketListQuery, order: Order, keys: readonly Key[] | undefined): Sql {
  const scope = [sql`org_id = ${org}`, ...state(query), after(order, keys)]
  const limit = sql`${query.limit + 1}`
  if (!needsWindow(query))
    return sql`
      select * from support_ticket where ${allOf([...scope, ...conditions(org, query)])}
      order by ${orderBy(order)} limit ${limit}`
  const { segment_id, ...others } = query
  const filters = conditions(org, others)
  return windowedPage({
    table: 'support_ticket',
    scope,
    filters: [...filters, segment_id ? isInSegment(org, segment_id) : undefined],
    farFilters: [
      ...filters,
      segment_id ? inSegment(org, segment_id) : undefined,
      query.q ? textIndexed(org, query.q) : undefined,
    ],
    order,
    limit,
  })
}

/** Filters that many or few tickets may match. */
const needsWindow = ({ q, tag, segment_id, contact_id, sort, updated_since, ...f }: TicketListQuery) => {
  const times = [f.opened_after, f.opened_before, f.occurred_after, f.occurred_before]
  const inOrder = !updated_since && sort?.endsWith('opened_at')
  return contact_id === undefined && [q, tag, segment_id, ...(inOrder ? [] : times)].some(Boolean)
}

/** The expression of the index `support_ticket_text`; implied by the filter, apart from line breaks in the text. */
const textIndexed = (org: string, text: string) => sql`
  array[org_id] @> array[${org}] and (subject || E'\\n' || coalesce(body, '')) ilike ${containing(text)}`

/** What the index of an order has or begins at. */
const state = (query: TicketListQuery): (Sql | undefined)[] => [
  query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
  ...(query.sort?.endsWith('opened_at') ? openedWithin(query) : []),
]

const openedWithin = (query: TicketListQuery): (Sql | undefined)[] => [
  query.opened_after ? sql`opened_at >= ${instantOf(query.opened_after)}` : undefined,
  query.opened_before ? sql`opened_at < ${instantOf(query.opened_before)}` : undefined,
  query.occurred_after ? sql`opened_at >= ${instantOf(query.occurred_after)}` : undefined,
  query.occurred_before ? sql`opened_at < ${instantOf(query.occurred_before)}` : undefined,
]

const conditions = (org: string, query: TicketListQuery): (Sql | undefined)[] => [
  query.status && sql`status = any(${query.status})`,
  query.priority && sql`priority = any(${query.priority})`,
  query.source && sql`source = any(${query.source})`,
  query.source_name && sql`source_name = any(${query.source_name})`,
  query.tag && hasTag(org, query.tag),
  query.contact_id ? sql`contact_id = ${query.contact_id}` : undefined,
  query.segment_id ? inSegment(org, query.segment_id) : undefined,
  query.has_insights === undefined
    ? undefined
    : sql`${raw(query.has_insights ? '' : 'not')} exists (
        select 1 from insight i
        where i.org_id = ${org} and i.feedback_id = support_ticket.feedback_id and i.live)`,
  query.q ? sql`(subject ilike ${containing(query.q)} or body ilike ${containing(query.q)})` : undefined,
  ...openedWithin(query),
]

export type LockedTicket = {
  id: string
  source: TicketView['source']
  source_name: string
  feedback_id: string | null
  deleted: boolean
}

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

export const markDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update support_ticket set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)
