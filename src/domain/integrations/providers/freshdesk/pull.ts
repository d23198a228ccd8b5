import { textSetting } from '#domain/integrations/config.ts'
import { htmlToText } from '#domain/integrations/mapping/html-to-text.ts'
import { accepted, rejected } from '#domain/integrations/mapping/records.ts'
import { asArray, code, isObject, type JsonObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { advanceByTime, arrayAt, withQuery, cursorNumber, cursorText } from '#domain/integrations/definition/answers.ts'
import { withMessages } from '#domain/integrations/definition/messages.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

const statuses: Record<string, string> = { 2: 'open', 3: 'pending', 4: 'solved', 5: 'closed' }
const priorities: Record<string, string> = { 1: 'low', 2: 'normal', 3: 'high', 4: 'urgent' }
const plain = (item: unknown, text: string, html: string) =>
  nestedValue(item, text) ??
  (typeof nestedValue(item, html) === 'string' ? htmlToText(String(nestedValue(item, html))) : undefined)

/** Tickets by the time of their last change; deleted ones are a list of their own. */
const ticketStream = (name: string, isDeleted: boolean): Omit<PullStream, 'read' | 'details'> => ({
  name,
  start: ({ since }) => ({ since: since.toISOString(), page: 1 }),
  request: (cursor, { pageSize }) => ({
    url: withQuery('/api/v2/tickets', {
      updated_since: cursorText(cursor, 'since'),
      order_by: 'updated_at',
      order_type: 'asc',
      per_page: pageSize,
      page: cursorNumber(cursor, 'page') ?? 1,
      ...(isDeleted ? { filter: 'deleted' } : { include: 'description,requester' }),
    }),
  }),
  page(answer, cursor, { pageSize }) {
    const items = arrayAt(answer)
    const last = nestedValue(items.at(-1), 'updated_at')
    const reachedAt = typeof last === 'string' ? last : undefined
    return {
      items,
      ...advanceByTime({ cursor, pageSize, length: items.length, last: reachedAt }),
      reachedAt: isDeleted ? undefined : reachedAt,
    }
  },
})

const readTicket = (ticket: JsonObject, baseUrl: string, source: string) =>
  recordFrom(
    'support_ticket',
    {
      external_id: ticket.id,
      subject: ticket.subject,
      body: plain(ticket, 'description_text', 'description'),
      status: statuses[String(ticket.status)],
      priority: priorities[String(ticket.priority)],
      tags: ticket.tags,
      url: `${baseUrl}/a/tickets/${String(ticket.id)}`,
      opened_at: ticket.created_at,
      'requester.external_id': ticket.requester_id,
      'requester.email': nestedValue(ticket, 'requester', 'email'),
      'requester.name': nestedValue(ticket, 'requester', 'name'),
    },
    source,
  )

const tickets: PullStream = {
  ...ticketStream('tickets', false),
  // A ticket that never changed has no replies.
  details: (item) =>
    nestedValue(item, 'updated_at') === nestedValue(item, 'created_at')
      ? []
      : [{ url: `/api/v2/tickets/${Number(nestedValue(item, 'id'))}/conversations?per_page=100` }],
  read(item, [conversations], { source, baseUrl }) {
    if (!isObject(item)) return rejected('ticket', 'the ticket is not an object')
    return withMessages(
      readTicket(item, baseUrl, source),
      asArray(conversations?.json).map((one) => ({
        id: nestedValue(one, 'id'),
        body: plain(one, 'body_text', 'body'),
        isCustomer: nestedValue(one, 'incoming') === true,
        isPublic: nestedValue(one, 'private') !== true,
        sentAt: nestedValue(one, 'created_at'),
      })),
    )
  },
}

const deletedTickets: PullStream = {
  ...ticketStream('deleted tickets', true),
  read(item) {
    const external_id = code(nestedValue(item, 'id'))
    return external_id === undefined
      ? rejected('ticket', 'the ticket has no id')
      : accepted('ticket', { type: 'deletion', fields: { record: 'support_ticket', external_id } })
  },
}

export const pull: PullDefinition = {
  baseUrl: (config) => `https://${textSetting(config, 'domain') ?? ''}.freshdesk.com`,
  headers: ({ credential }) => ({
    authorization: `Basic ${Buffer.from(`${credential.api_key}:X`).toString('base64')}`,
  }),
  // The lowest limit of its plans.
  limits: { default: { requests: 50, seconds: 60 } },
  pageSize: 100,
  streams: () => [tickets, deletedTickets],
  notes: simulated('Freshdesk', ['Only the first 100 replies of a ticket are read.']),
}
