import Type from 'typebox'
import { ContactInput } from './contacts.ts'
import { FeedbackStatus, Url } from './feedback.ts'
import { Metadata } from '#contract/core/batch-rows.ts'
import { Id } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { Name, Tags, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

export const ticketSources = ['zendesk', 'intercom', 'custom', 'csv'] as const
export const TicketSource = oneOf(...ticketSources)
export const ticketStatuses = ['open', 'pending', 'on_hold', 'solved', 'closed'] as const
export const TicketStatus = oneOf(...ticketStatuses)
const priorities = ['low', 'normal', 'high', 'urgent'] as const
export const Priority = oneOf(...priorities)
const authorTypes = ['customer', 'agent', 'system'] as const
export const AuthorType = oneOf(...authorTypes)
export const maxContentLength = 50_000

const Attributes = Type.Record(Type.String(), Type.Unknown(), { examples: [{ tier: 'gold' }] })
const score = Type.Number({ minimum: 0, maximum: 100, description: 'On the scale of the helpdesk.', examples: [4] })
const scaleEnd = (example: number) => Type.Number({ minimum: 0, maximum: 100, examples: [example] })
const subject = Name('Export times out', 500)
const exampleContent = 'The export of our workspace times out every time.'
const url = 'https://help.example.com/tickets/48213'

export const TicketMessage = Type.Object(
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
    body: Type.String({ examples: [exampleContent] }),
    is_public: Type.Boolean({ description: 'False for an internal note.' }),
    sent_at: Time,
  },
  { ...closed, $id: 'TicketMessage' },
)

export const Ticket = Type.Object(
  {
    id: Id,
    external_id: nullable(Type.String({ examples: ['48213'] })),
    source: TicketSource,
    source_name: Type.String({ description: 'Which helpdesk of that kind.', examples: ['helpdesk-x'] }),
    subject: Type.String({ examples: ['Export times out'] }),
    body: nullable(Type.String({ examples: [exampleContent] })),
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
    custom_fields: Attributes,
    csat: nullable(
      Type.Object(
        {
          score,
          scale_min: nullable({ ...scaleEnd(1), description: 'Null when the scale is not known.' }),
          scale_max: nullable(scaleEnd(5)),
          comment: nullable(Type.String({ examples: ['Quick and friendly.'] })),
        },
        closed,
      ),
    ),
    message_count: Count,
    first_response_at: nullable({ ...Time, description: 'The time of the first public reply.' }),
    resolved_at: nullable(Time),
    opened_at: Time,
    feedback_id: nullable({ ...Id, description: 'The feedback with the customer’s messages.' }),
    insight_count: Count,
    analysis_status: {
      ...FeedbackStatus,
      description: 'received: analyzed once the ticket is solved or idle for 24 hours.',
    },
    integration_id: nullable(Id),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'SupportTicket' },
)
export const TicketDetail = Type.Object(
  { ...Ticket.properties, messages: Type.Optional(Type.Array(TicketMessage)) },
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
    body: Text(exampleContent, maxContentLength, 1),
    external_id: Type.Optional({ ...Name('m1'), description: 'Identifies the message when it is sent again.' }),
    is_public: withDefault(Type.Boolean(), true),
    sent_at: Type.Optional(Time),
  },
  closed,
)

export const analyzeOption = Type.Optional({
  ...oneOf('auto', 'now', 'never'),
  description:
    'auto: once solved, closed, or 24 hours after the last message. Only what the customer says is analyzed.',
})
export const updatableFields = {
  status: TicketStatus,
  priority: nullable(Priority),
  tags: Tags,
  custom_fields: Metadata(Attributes),
  assignee_name: nullable(Name('Kim Park')),
  csat: nullable(
    Type.Object(
      {
        score,
        scale_min: Type.Optional({ ...scaleEnd(1), description: 'The worst score; 1 by default.' }),
        scale_max: Type.Optional({ ...scaleEnd(5), description: 'The best score; 5 by default.' }),
        comment: Type.Optional(nullable(Text('Quick and friendly.', 2000))),
      },
      {
        ...closed,
        description: 'A score above 5 without a scale is kept, but does not count in the analysis.',
        examples: [{ score: 4 }],
      },
    ),
  ),
}
export const TicketInput = Type.Object(
  {
    subject,
    source_name: withDefault(Name('helpdesk-x', 64), 'custom'),
    external_id: Type.Optional(Name('48213')),
    body: Type.Optional(nullable(Text(exampleContent, maxContentLength))),
    ...Type.Partial(Type.Object(updatableFields)).properties,
    channel: Type.Optional(nullable(Name('email', 64))),
    requester: Type.Optional(ContactInput),
    contact_id: Type.Optional(withoutExample(nullable(Id))),
    company: Type.Optional(nullable(Name('Acme'))),
    url: Type.Optional(nullable(Url)),
    opened_at: Type.Optional(Time),
    resolved_at: Type.Optional(nullable(Time)),
    messages: Type.Optional(Type.Array(MessageInput, { maxItems: 50 })),
    analyze: analyzeOption,
  },
  closed,
)

export const TicketJobId = nullable({ ...Id, description: 'The analysis job, if this request started one.' })
