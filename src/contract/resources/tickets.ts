import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { InsightFilters } from './insight-filters.ts'
import { InsightListItem } from './insights.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { bulkRequest, RowResults, rows, RowSummary, WriteResult } from '#contract/core/batch-rows.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { Name, Tag, Text } from '#contract/core/texts.ts'
import { createdRange, When } from '#contract/core/times.ts'
import {
  TicketSource,
  TicketStatus,
  Priority,
  AuthorType,
  TicketMessage,
  Ticket,
  TicketDetail,
  MessageInput,
  analyzeOption,
  updatableFields,
  TicketInput,
  TicketJobId,
} from './ticket-shapes.ts'

export const support = defineRoutes({
  listTickets: {
    method: 'GET',
    path: '/support/cs/tickets',
    summary: 'List customer-service tickets, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(multiValue(TicketStatus)),
        priority: Type.Optional(multiValue(Priority)),
        source: Type.Optional(multiValue(TicketSource)),
        source_name: Type.Optional(multiValue(Name('helpdesk-x', 64))),
        contact_id: Type.Optional(Id),
        ...accountFilters,
        segment_id: Type.Optional(Id),
        tag: Type.Optional(multiValue(Tag)),
        has_insights: Type.Optional(Type.Boolean()),
        opened_after: Type.Optional(When),
        opened_before: Type.Optional(When),
        occurred_after: Type.Optional({ ...When, description: 'As opened_after.' }),
        occurred_before: Type.Optional({ ...When, description: 'As opened_before.' }),
        ...createdRange,
        ...deltaFilters,
        q: Type.Optional({ ...Text('export', 200, 2), description: 'In subject or body.' }),
        sort: Type.Optional(oneOf('-created_at', 'created_at', '-opened_at', 'opened_at', '-updated_at')),
      },
      closed,
    ),
    result: page(orTombstone(Ticket)),
  },
  getTicket: {
    method: 'GET',
    path: '/support/cs/tickets/{ticketId}',
    summary: 'Read one ticket',
    params: pathIds('ticketId'),
    query: Type.Object(
      {
        include: Type.Optional({ ...multiValue(oneOf('messages')), description: 'messages: its first 200 messages.' }),
      },
      closed,
    ),
    result: TicketDetail,
  },
  listTicketMessages: {
    method: 'GET',
    path: '/support/cs/tickets/{ticketId}/messages',
    summary: 'List what was said in a ticket, oldest first',
    params: pathIds('ticketId'),
    query: Type.Object({ ...PageQuery, author_type: Type.Optional(multiValue(AuthorType)) }, closed),
    result: page(TicketMessage),
  },
  listTicketInsights: {
    method: 'GET',
    path: '/support/cs/tickets/{ticketId}/insights',
    summary: 'List what was found in a ticket',
    params: pathIds('ticketId'),
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
  },
  upsertTicket: {
    method: 'POST',
    effect: 'overwrites',
    path: '/support/custom/tickets',
    summary: 'Send a ticket of your own helpdesk',
    status: 201,
    alternateStatus: 200,
    idempotent: true,
    description:
      'A repeated source_name and external_id updates the ticket and adds its new messages, or leaves it unchanged.',
    body: TicketInput,
    result: Type.Object({ ticket: Ticket, result: WriteResult, job_id: TicketJobId }, closed),
  },
  bulkTickets: {
    method: 'POST',
    effect: 'overwrites',
    path: '/support/custom/tickets/bulk',
    summary: 'Send up to 200 tickets, row by row',
    idempotent: true,
    ...bulkRequest,
    body: Type.Object({ items: rows(TicketInput, 200) }, closed),
    result: Type.Object(
      {
        job_id: TicketJobId,
        summary: RowSummary,
        results: RowResults({ external_id: nullable(Type.String({ examples: ['48213'] })) }),
      },
      closed,
    ),
  },
  updateTicket: {
    method: 'PATCH',
    effect: 'updates',
    path: '/support/custom/tickets/{ticketId}',
    summary: 'Change a ticket; custom fields are merged key by key',
    params: pathIds('ticketId'),
    idempotent: true,
    body: anyOfFields(updatableFields),
    result: Type.Object({ ticket: Ticket, result: WriteResult, job_id: TicketJobId }, closed),
    errors: ['INVALID_STATE'],
  },
  addTicketMessage: {
    method: 'POST',
    effect: 'adds',
    path: '/support/custom/tickets/{ticketId}/messages',
    summary: 'Add a message to a ticket',
    params: pathIds('ticketId'),
    idempotent: true,
    status: 201,
    alternateStatus: 200,
    body: Type.Object({ ...MessageInput.properties, analyze: analyzeOption }, closed),
    result: Type.Object({ message: TicketMessage, result: WriteResult, job_id: TicketJobId }, closed),
    errors: ['INVALID_STATE'],
  },
  deleteTicket: {
    method: 'DELETE',
    path: '/support/custom/tickets/{ticketId}',
    summary: 'Delete a ticket; what the machine found in it alone goes with it',
    params: pathIds('ticketId'),
    idempotent: true,
    result: Deleted,
    errors: ['INVALID_STATE'],
  },
})
