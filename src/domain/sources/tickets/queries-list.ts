import type { Static } from 'typebox'
import type { support } from '#contract/resources/tickets.ts'
import { ofAccount, ofSegment } from '#domain/sources/contacts/queries.ts'
import { ofPayingPeople } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { defineList } from '#store/lists/define.ts'
import { contains, few, from, until, whether, withTag } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { raw, sql } from '#store/sql.ts'
import { selectTickets, type TicketView, type TicketViewRow, toTicket } from './queries.ts'
import { ticketTable } from './table.ts'

type TicketListQuery = Static<(typeof support.listTickets)['query']>

/** The expression of the index `support_ticket_text`; implied by the filter, apart from line breaks in the text. */
const textIndex = (org: string, pattern: string) => sql`
  array[org_id] @> array[${org}] and (subject || E'\\n' || coalesce(body, '')) ilike ${pattern}`

const hasInsights = (org: string) => sql`exists (
  select 1 from insight i
  where i.org_id = ${org} and i.feedback_id = support_ticket.feedback_id and i.live)`

const list = defineList<TicketListQuery>()({
  table: ticketTable,
  live: raw('deleted_at is null'),
  orders: {},
  filters: {
    q: contains(['subject', 'body'], textIndex),
    contact_id: few('contact_id'),
    segment_id: ofSegment,
    account_id: ofAccount,
    ...ofPayingPeople,
    tag: withTag,
    has_insights: whether(hasInsights),
    opened_after: from('opened_at'),
    opened_before: until('opened_at'),
    occurred_after: from('opened_at'),
    occurred_before: until('opened_at'),
  },
})

export const ticketList: RowList<TicketListQuery, TicketViewRow, TicketView> = {
  list,
  select: selectTickets,
  present: toTicket,
}
