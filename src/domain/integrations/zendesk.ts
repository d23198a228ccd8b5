import type { Given, GivenMessage } from '#domain/sources/tickets/plan.ts'
import { at, code, email, instant, isObject, type Json, line, oneOf, present, tags, url, words } from './clean.ts'
import { misfit, maxContent, passedOver, type Read, taken } from './drafts.ts'

/* Zendesk: events of tickets, or what a trigger was told to send as `{ "ticket": … }`. */

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
/** Nothing of a ticket that is going away is taken in. */
const leaving = /\.(permanently_deleted|soft_deleted|marked_as_spam|merged)$/

export function readZendesk(payload: Json, config: { source: string; account_id?: string }): Read {
  const type = code(payload.type) ?? (isObject(payload.ticket) ? 'trigger' : null)
  if (
    config.account_id !== undefined &&
    payload.account_id !== undefined &&
    String(payload.account_id) !== config.account_id
  )
    return passedOver(type, 'other_account', 'The delivery is of another account.')
  const ticket = isObject(payload.ticket)
    ? payload.ticket
    : type?.startsWith(`${eventPrefix}ticket.`)
      ? payload.detail
      : undefined
  if (!isObject(ticket) || (type !== null && leaving.test(type))) return passedOver(type, 'event_not_used')
  const external_id = code(ticket.id)
  if (external_id === undefined) return misfit(type, 'the ticket has no id')
  const message = messageOf(ticket, at(payload, 'event', 'comment') ?? ticket.comment, payload)
  const body = words(ticket.description)
  if ((body?.length ?? 0) > maxContent || (message?.body.length ?? 0) > maxContent)
    return misfit(type, `a text is longer than ${maxContent} characters`)
  return taken(type, {
    type: 'support_ticket',
    fields: ticketOf(ticket, { external_id, source: config.source, body, message }),
  })
}

type Parts = { external_id: string; source: string; body: string | undefined; message: GivenMessage | undefined }

const ticketOf = (ticket: Json, { external_id, source, body, message }: Parts): Given =>
  present({
    source_name: source,
    external_id,
    subject: line(ticket.subject ?? ticket.title, 500) ?? `Ticket ${external_id}`,
    body,
    status: oneOf(ticket.status, statuses),
    priority: oneOf(ticket.priority, priorities),
    channel: line(at(ticket, 'via', 'channel') ?? ticket.channel, 64),
    tags: tags(ticket.tags),
    assignee_name: line(
      at(ticket, 'assignee', 'name') ?? (typeof ticket.assignee === 'string' ? ticket.assignee : undefined),
      200,
    ),
    company: line(
      at(ticket, 'organization', 'name') ?? (typeof ticket.organization === 'string' ? ticket.organization : undefined),
      200,
    ),
    url: url(ticket.url) ?? url(`https://${words(ticket.url) ?? ''}`),
    opened_at: instant(ticket.created_at),
    requester: requesterOf(ticket),
    messages: message && [message],
  })

/** Known by their id there, and by their address when it is told. */
function requesterOf(ticket: Json): Given['requester'] | undefined {
  const id = code(at(ticket, 'requester', 'id') ?? ticket.requester_id)
  const address = email(at(ticket, 'requester', 'email'))
  if (id === undefined && address === undefined) return undefined
  return present({
    identities: id === undefined ? undefined : [{ provider: 'zendesk', external_id: id }],
    email: address,
    name: line(at(ticket, 'requester', 'name'), 200),
  })
}

function messageOf(ticket: Json, comment: unknown, payload: Json): GivenMessage | undefined {
  const body = words(at(comment, 'body'))
  if (body === undefined) return undefined
  const author = at(comment, 'author')
  const isRequester =
    code(at(author, 'id')) !== undefined &&
    code(at(author, 'id')) === code(ticket.requester_id ?? at(ticket, 'requester', 'id'))
  const isStaff = at(author, 'is_staff') === true || (at(author, 'is_staff') === undefined && !isRequester)
  return present({
    external_id: code(at(comment, 'id')),
    author: {
      type: isStaff ? ('agent' as const) : ('customer' as const),
      ...present({ name: line(at(author, 'name') ?? author, 200) }),
    },
    body,
    is_public: at(comment, 'is_public') !== false,
    sent_at: instant(at(comment, 'created_at')) ?? instant(payload.time),
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
