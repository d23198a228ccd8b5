import type { TicketFields, MessageFields } from '#domain/sources/tickets/batch-rows.ts'
import {
  nestedValue,
  code,
  emailAddress,
  utcTimestamp,
  isObject,
  type JsonObject,
  line,
  mappedValue,
  withoutUndefined,
  tags,
  webAddress,
  cleanText,
} from '#domain/integrations/mapping/sanitize.ts'
import { csatFrom } from '#domain/integrations/mapping/ratings.ts'
import { rejected, maxContent, ignored, type ReadResult, accepted } from '#domain/integrations/mapping/records.ts'

/* Zendesk: ticket events, or the body of a trigger as `{ "ticket": … }`. */

const eventPrefix = 'zen:event-type:'
const statuses = {
  new: 'open',
  open: 'open',
  pending: 'pending',
  hold: 'on_hold',
  'on-hold': 'on_hold',
  on_hold: 'on_hold',
  solved: 'solved',
  closed: 'closed',
} as const
const priorities = { low: 'low', normal: 'normal', high: 'high', urgent: 'urgent' } as const
/** Spam and merged tickets are ignored; deleted ones are deleted here too. */
const ignoredEvents = /\.(marked_as_spam|merged)$/
const deletionEvents = /\.(permanently_deleted|soft_deleted)$/

export function readZendesk(payload: JsonObject, config: { source: string; account_id?: string }): ReadResult {
  const type = code(payload.type) ?? (isObject(payload.ticket) ? 'trigger' : null)
  if (
    config.account_id !== undefined &&
    payload.account_id !== undefined &&
    String(payload.account_id) !== config.account_id
  )
    return ignored(type, 'other_account', 'The delivery is of another account.')
  const eventTicket = type?.startsWith(`${eventPrefix}ticket.`) ? payload.detail : undefined
  const ticket = isObject(payload.ticket) ? payload.ticket : eventTicket
  if (!isObject(ticket) || (type !== null && ignoredEvents.test(type))) return ignored(type, 'event_not_used')
  const external_id = code(ticket.id)
  if (external_id === undefined) return rejected(type, 'the ticket has no id')
  if (type !== null && deletionEvents.test(type))
    return accepted(type, { type: 'deletion', fields: { record: 'support_ticket', external_id } })
  const message = messageOf(ticket, nestedValue(payload, 'event', 'comment') ?? ticket.comment, payload)
  const body = cleanText(ticket.description)
  if ((body?.length ?? 0) > maxContent || (message?.body.length ?? 0) > maxContent)
    return rejected(type, `a text is longer than ${maxContent} characters`)
  return accepted(type, {
    type: 'support_ticket',
    fields: ticketOf(ticket, {
      external_id,
      source: config.source,
      body,
      messages: message && [message],
      csat: csatOf(ticket, payload),
    }),
  })
}

type Parts = {
  external_id: string
  source: string
  body: string | undefined
  messages: MessageFields[] | undefined
  csat: TicketFields['csat'] | undefined
}

export const ticketOf = (ticket: JsonObject, { external_id, source, body, messages, csat }: Parts): TicketFields =>
  withoutUndefined({
    source_name: source,
    external_id,
    subject: line(ticket.subject ?? ticket.title, 500) ?? `Ticket ${external_id}`,
    body,
    status: mappedValue(ticket.status, statuses),
    priority: mappedValue(ticket.priority, priorities),
    channel: line(nestedValue(ticket, 'via', 'channel') ?? ticket.channel, 64),
    tags: tags(ticket.tags),
    assignee_name: line(
      nestedValue(ticket, 'assignee', 'name') ?? (typeof ticket.assignee === 'string' ? ticket.assignee : undefined),
      200,
    ),
    company: line(
      nestedValue(ticket, 'organization', 'name') ??
        (typeof ticket.organization === 'string' ? ticket.organization : undefined),
      200,
    ),
    url: webAddress(ticket.url) ?? webAddress(`https://${cleanText(ticket.url) ?? ''}`),
    opened_at: utcTimestamp(ticket.created_at),
    csat,
    requester: requesterOf(ticket),
    messages,
  })

/** `satisfaction_rating` of a ticket, or the placeholders `satisfaction.*` of a trigger: good, bad, or 1 to 5. */
export function csatOf(ticket: JsonObject, payload: JsonObject): TicketFields['csat'] | undefined {
  const rating = ticket.satisfaction_rating
  if (rating !== undefined) return csatFrom(isObject(rating) ? rating.score : rating, nestedValue(rating, 'comment'))
  const satisfaction = ticket.satisfaction ?? payload.satisfaction
  return csatFrom(nestedValue(satisfaction, 'current_rating'), nestedValue(satisfaction, 'current_comment'))
}

/** Identified by the Zendesk id, and by the email address if there is one. */
function requesterOf(ticket: JsonObject): TicketFields['requester'] | undefined {
  const id = code(nestedValue(ticket, 'requester', 'id') ?? ticket.requester_id)
  const address = emailAddress(nestedValue(ticket, 'requester', 'email'))
  if (id === undefined && address === undefined) return undefined
  return withoutUndefined({
    identities: id === undefined ? undefined : [{ provider: 'zendesk', external_id: id }],
    email: address,
    name: line(nestedValue(ticket, 'requester', 'name'), 200),
  })
}

function messageOf(ticket: JsonObject, comment: unknown, payload: JsonObject): MessageFields | undefined {
  const body = cleanText(nestedValue(comment, 'body'))
  if (body === undefined) return undefined
  const author = nestedValue(comment, 'author')
  const isRequester =
    code(nestedValue(author, 'id')) !== undefined &&
    code(nestedValue(author, 'id')) === code(ticket.requester_id ?? nestedValue(ticket, 'requester', 'id'))
  const isStaff =
    nestedValue(author, 'is_staff') === true || (nestedValue(author, 'is_staff') === undefined && !isRequester)
  return withoutUndefined({
    external_id: code(nestedValue(comment, 'id')),
    author: {
      type: isStaff ? ('agent' as const) : ('customer' as const),
      ...withoutUndefined({ name: line(nestedValue(author, 'name') ?? author, 200) }),
    },
    body,
    is_public: nestedValue(comment, 'is_public') !== false,
    sent_at: utcTimestamp(nestedValue(comment, 'created_at')) ?? utcTimestamp(payload.time),
  })
}

export const zendeskEvents = [
  'ticket.created',
  'ticket.comment_added',
  'ticket.status_changed',
  'ticket.priority_changed',
  'ticket.subject_changed',
  'ticket.tags_changed',
].map((name) => eventPrefix + name)
