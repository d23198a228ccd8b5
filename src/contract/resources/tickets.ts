import Type from 'typebox'
import { ContactInput } from './contacts.ts'
import { FeedbackStatus, Url } from './feedback.ts'
import { InsightFilters, InsightListItem } from './insights.ts'
import { routes } from '#contract/core/route.ts'
import { Metadata, RowError, rows, RowStatus, RowSummary } from '#contract/core/batch-rows.ts'
import {
  closed,
  Count,
  Deleted,
  Id,
  Name,
  nullable,
  oneOf,
  orTombstone,
  page,
  PageQuery,
  several,
  Tag,
  Tags,
  Text,
  Time,
  When,
  withDefault,
} from '#contract/core/shapes.ts'

export const ticketSources = ['zendesk', 'intercom', 'custom', 'csv'] as const
const Source = oneOf(...ticketSources)
export const ticketStatuses = ['open', 'pending', 'on_hold', 'solved', 'closed'] as const
const TicketStatus = oneOf(...ticketStatuses)
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
const Priority = oneOf(...priorities)
export const authorTypes = ['customer', 'agent', 'system'] as const
const AuthorType = oneOf(...authorTypes)
export const maxWords = 50_000

const free = Type.Record(Type.String(), Type.Unknown(), { examples: [{ tier: 'gold' }] })
const score = Type.Number({ minimum: 0, maximum: 100, description: 'On the scale of the helpdesk.', examples: [4] })
const subject = Name('Export times out', 500)
const said = 'The export of our workspace times out every time.'
const url = 'https://help.example.com/tickets/48213'

export const Message = Type.Object(
  {
    id: Id,
    external_id: nullable(Type.String({ examples: ['m1'] })),
    author: Type.Object(
      {
        type: AuthorType,
        name: nullable(Type.String({ examples: ['Ana Lima'] })),
        email: nullable(Type.String({ examples: ['ana@example.com'] })),
      },
      closed,
    ),
    body: Type.String({ examples: [said] }),
    is_public: Type.Boolean({ description: 'False for a note that only the team sees.' }),
    sent_at: Time,
  },
  { ...closed, $id: 'TicketMessage' },
)

export const Ticket = Type.Object(
  {
    id: Id,
    external_id: nullable(Type.String({ examples: ['48213'] })),
    source: Source,
    source_name: Type.String({ description: 'Which helpdesk of that kind.', examples: ['helpdesk-x'] }),
    subject: Type.String({ examples: ['Export times out'] }),
    body: nullable(Type.String({ examples: [said] })),
    status: TicketStatus,
    priority: nullable(Priority),
    channel: nullable(Type.String({ examples: ['email'] })),
    tags: Type.Array(Type.String({ examples: ['export'] })),
    requester: nullable(
      Type.Object(
        {
          contact_id: Id,
          name: nullable(Type.String({ examples: ['Ana Lima'] })),
          email: nullable(Type.String({ examples: ['ana@example.com'] })),
        },
        closed,
      ),
    ),
    assignee_name: nullable(Type.String({ examples: ['Kim Park'] })),
    company: nullable(Type.String({ examples: ['Acme'] })),
    url: nullable(Type.String({ examples: [url] })),
    custom_fields: free,
    csat: nullable(
      Type.Object({ score, comment: nullable(Type.String({ examples: ['Quick and friendly.'] })) }, closed),
    ),
    message_count: Count,
    first_response_at: nullable({ ...Time, description: 'When the team first answered in public.' }),
    resolved_at: nullable(Time),
    opened_at: Time,
    feedback_id: nullable({ ...Id, description: 'What the customer said in the ticket, as the analysis reads it.' }),
    insight_count: Count,
    analysis_status: {
      ...FeedbackStatus,
      description: 'received: waits until the ticket is solved or rests for 24 hours.',
    },
    integration_id: nullable(Id),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'SupportTicket' },
)
const TicketDetail = Type.Object(
  { ...Ticket.properties, messages: Type.Optional(Type.Array(Message)) },
  { ...closed, $id: 'SupportTicketDetail' },
)

export const MessageInput = Type.Object(
  {
    author: Type.Object(
      {
        type: AuthorType,
        name: Type.Optional(nullable(Name('Ana Lima'))),
        email: Type.Optional(nullable(Name('ana@example.com', 254))),
      },
      { ...closed, examples: [{ type: 'customer' }] },
    ),
    body: Text(said, maxWords, 1),
    external_id: Type.Optional({ ...Name('m1'), description: 'Sent again, the same message is found again.' }),
    is_public: withDefault(Type.Boolean(), true),
    sent_at: Type.Optional(Time),
  },
  closed,
)

const analyze = Type.Optional({
  ...oneOf('auto', 'now', 'never'),
  description:
    'auto: once solved, closed, or 24 hours after the last message. Only what the customer says is analyzed.',
})
const changeable = {
  status: TicketStatus,
  priority: nullable(Priority),
  tags: Tags,
  custom_fields: Metadata(free),
  assignee_name: nullable(Name('Kim Park')),
  csat: nullable(
    Type.Object(
      { score, comment: Type.Optional(nullable(Text('Quick and friendly.', 2000))) },
      { ...closed, examples: [{ score: 4 }] },
    ),
  ),
}
export const TicketInput = Type.Object(
  {
    subject,
    source_name: withDefault(Name('helpdesk-x', 64), 'custom'),
    external_id: Type.Optional(Name('48213')),
    body: Type.Optional(nullable(Text(said, maxWords))),
    ...Type.Partial(Type.Object(changeable)).properties,
    channel: Type.Optional(nullable(Name('email', 64))),
    requester: Type.Optional(ContactInput),
    contact_id: Type.Optional(nullable(Id)),
    company: Type.Optional(nullable(Name('Acme'))),
    url: Type.Optional(nullable(Url)),
    opened_at: Type.Optional(Time),
    resolved_at: Type.Optional(nullable(Time)),
    messages: Type.Optional(Type.Array(MessageInput, { maxItems: 50 })),
    analyze,
  },
  closed,
)

const job_id = nullable({ ...Id, description: 'The analysis, when this request set one off.' })
const result = oneOf('created', 'updated', 'unchanged')
const ticketId = Type.Object({ ticketId: Id }, closed)

export const support = routes({
  listTickets: {
    method: 'GET',
    path: '/support/cs/tickets',
    summary: 'List customer-service tickets, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(several(TicketStatus)),
        priority: Type.Optional(several(Priority)),
        source: Type.Optional(several(Source)),
        source_name: Type.Optional(several(Name('helpdesk-x', 64))),
        contact_id: Type.Optional(Id),
        segment_id: Type.Optional(Id),
        tag: Type.Optional(several(Tag)),
        has_insights: Type.Optional(Type.Boolean()),
        opened_after: Type.Optional(When),
        opened_before: Type.Optional(When),
        occurred_after: Type.Optional({ ...When, description: 'As opened_after.' }),
        occurred_before: Type.Optional({ ...When, description: 'As opened_before.' }),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
        updated_since: Type.Optional(When),
        include_deleted: Type.Optional(Type.Boolean()),
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
    params: ticketId,
    query: Type.Object(
      { include: Type.Optional({ ...several(oneOf('messages')), description: 'messages: its first 200 messages.' }) },
      closed,
    ),
    result: TicketDetail,
  },
  listTicketMessages: {
    method: 'GET',
    path: '/support/cs/tickets/{ticketId}/messages',
    summary: 'List what was said in a ticket, oldest first',
    params: ticketId,
    query: Type.Object({ ...PageQuery, author_type: Type.Optional(several(AuthorType)) }, closed),
    result: page(Message),
  },
  listTicketInsights: {
    method: 'GET',
    path: '/support/cs/tickets/{ticketId}/insights',
    summary: 'List what was found in a ticket',
    params: ticketId,
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
  },
  upsertTicket: {
    method: 'POST',
    path: '/support/custom/tickets',
    summary: 'Send a ticket of your own helpdesk',
    status: 201,
    also: 200,
    idempotent: true,
    description:
      'The same source_name and external_id again updates the ticket and adds its new messages, or leaves it unchanged.',
    body: TicketInput,
    result: Type.Object({ ticket: Ticket, result, job_id }, closed),
  },
  bulkTickets: {
    method: 'POST',
    path: '/support/custom/tickets/bulk',
    summary: 'Send up to 200 tickets, row by row',
    idempotent: true,
    rate: 'bulk',
    bodyLimit: 5 * 1024 * 1024,
    body: Type.Object({ items: rows(TicketInput, 200) }, closed),
    result: Type.Object(
      {
        job_id,
        summary: RowSummary,
        results: Type.Array(
          Type.Object(
            {
              index: Count,
              status: RowStatus,
              id: nullable(Id),
              external_id: nullable(Type.String({ examples: ['48213'] })),
              error: nullable(RowError),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  updateTicket: {
    method: 'PATCH',
    path: '/support/custom/tickets/{ticketId}',
    summary: 'Change a ticket; custom fields are merged key by key',
    params: ticketId,
    idempotent: true,
    body: Type.Partial(Type.Object(changeable), { ...closed, minProperties: 1 }),
    result: Type.Object({ ticket: Ticket, result, job_id }, closed),
    errors: ['INVALID_STATE'],
  },
  addTicketMessage: {
    method: 'POST',
    path: '/support/custom/tickets/{ticketId}/messages',
    summary: 'Add a message to a ticket',
    params: ticketId,
    idempotent: true,
    status: 201,
    also: 200,
    body: Type.Object({ ...MessageInput.properties, analyze }, closed),
    result: Type.Object({ message: Message, result, job_id }, closed),
    errors: ['INVALID_STATE'],
  },
  deleteTicket: {
    method: 'DELETE',
    path: '/support/custom/tickets/{ticketId}',
    summary: 'Delete a ticket; what the machine found in it alone goes with it',
    params: ticketId,
    idempotent: true,
    result: Deleted,
    errors: ['INVALID_STATE'],
  },
})
