import type { MessageFields } from '#domain/sources/tickets/batch-rows.ts'
import { accepted, maxContent, type ReadResult, rejected } from '#domain/integrations/mapping/records.ts'
import {
  asArray,
  cleanText,
  code,
  isObject,
  line,
  utcTimestamp,
  nestedValue,
  withoutUndefined,
} from '#domain/integrations/mapping/sanitize.ts'
import { csatOf, ticketOf } from './read-webhook.ts'

/** A ticket of the export with the people of its page. */
export type ExportedTicket = { ticket: unknown; users: ReadonlyMap<string, unknown> }

const type = 'ticket'

export function readTicket(
  { ticket, users }: ExportedTicket,
  comments: unknown,
  { source, baseUrl }: { source: string; baseUrl: string },
): ReadResult {
  const external_id = code(nestedValue(ticket, 'id'))
  if (!isObject(ticket) || external_id === undefined) return rejected(type, 'the ticket has no id')
  if (ticket.status === 'deleted')
    return accepted(type, { type: 'deletion', fields: { record: 'support_ticket', external_id } })
  const requester = users.get(String(ticket.requester_id))
  const body = cleanText(ticket.description)?.slice(0, maxContent).toWellFormed()
  const messages = asArray(nestedValue(comments, 'comments'))
    .slice(1)
    .flatMap((comment) => messageOf(comment, String(ticket.requester_id), users) ?? [])
  const full = {
    ...ticket,
    url: `${baseUrl}/agent/tickets/${external_id}`,
    ...(isObject(requester) && { requester }),
  }
  return accepted(type, {
    type: 'support_ticket',
    fields: ticketOf(full, { external_id, source, body, messages, csat: csatOf(ticket, ticket) }),
  })
}

function messageOf(
  comment: unknown,
  requester: string,
  users: ReadonlyMap<string, unknown>,
): MessageFields | undefined {
  const body = cleanText(nestedValue(comment, 'plain_body') ?? nestedValue(comment, 'body'))?.slice(0, maxContent)
  if (body === undefined) return undefined
  const authorId = String(nestedValue(comment, 'author_id'))
  const author = users.get(authorId)
  const isCustomer = authorId === requester || nestedValue(author, 'role') === 'end-user'
  return withoutUndefined({
    external_id: code(nestedValue(comment, 'id')),
    author: {
      type: isCustomer ? ('customer' as const) : ('agent' as const),
      ...withoutUndefined({ name: line(nestedValue(author, 'name'), 200) }),
    },
    body: body.toWellFormed(),
    is_public: nestedValue(comment, 'public') !== false,
    sent_at: utcTimestamp(nestedValue(comment, 'created_at')),
  })
}
