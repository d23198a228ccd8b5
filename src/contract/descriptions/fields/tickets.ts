import type { FieldTexts } from './field-texts.ts'

const author = (at: string): FieldTexts => ({
  [`${at}author`]: 'Who wrote the message.',
  [`${at}author.type`]: 'On which side the author is.',
  [`${at}author.name`]: 'The name of the author; null if it is not known.',
  [`${at}author.email`]: 'The email address of the author; null if it is not known.',
  [`${at}body`]: 'What was written.',
  [`${at}is_public`]: 'Whether the customer can read it; false for an internal note.',
  [`${at}sent_at`]: 'When it was sent; now by default.',
})
const written: FieldTexts = {
  ticket: 'The ticket as it is now.',
  result: 'Whether the ticket was created, changed or the same already.',
}

export const ticketTexts: Record<string, FieldTexts> = {
  SupportTicket: {
    external_id: 'The number of the ticket in the help desk; the same one again updates it.',
    source: 'The kind of help desk that it comes from.',
    source_name: 'Which help desk it comes from; `custom` by default.',
    subject: 'The subject line.',
    body: 'What the customer wrote first; null without a text.',
    status: 'How far the ticket is.',
    priority: 'How urgent it is; null if that is not known.',
    channel: 'How the customer wrote, such as `email`; null if that is not known.',
    requester: 'The person who asked; in a request, found by identity, email or phone, or created.',
    contact_id: 'The contact who asked; null if that is not known.',
    assignee_name: 'The name of the person who handles it; null if there is none.',
    company: 'The company of the person who asked; null if it is not known.',
    url: 'The address of the ticket in the help desk; null if it is not known.',
    custom_fields: 'Fields of the help desk, by names of your own; at most 16 KB as JSON.',
    csat: 'How satisfied the customer was; null without a rating.',
    'csat.scale_max': 'The best score; null when the scale is not known.',
    'csat.comment': 'What the customer wrote about the rating; null without a comment.',
    message_count: 'The number of messages.',
    messages: 'The messages, the oldest first; only with `include=messages`.',
    ...author('messages.'),
    opened_at: 'When it was opened.',
    resolved_at: 'When it was solved; null before that.',
    insight_count: 'The number of insights found in what the customer wrote.',
  },
  TicketMessage: {
    ...author(''),
    external_id: 'The id of the message in the help desk; null without one.',
  },
  upsertTicket: { ...written, messages: 'New messages; those that are known are left as they are. At most 50.' },
  updateTicket: written,
  bulkTickets: { 'items.messages': 'New messages; those that are known are left as they are. At most 50.' },
  addTicketMessage: { message: 'The message as it was stored.' },
}
