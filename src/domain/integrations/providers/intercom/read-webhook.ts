import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import type { TicketFields, MessageFields } from '#domain/sources/tickets/batch-rows.ts'
import {
  nestedValue,
  code,
  emailAddress,
  utcTimestamp,
  isObject,
  type JsonObject,
  line,
  asArray,
  mappedValue,
  withoutUndefined,
  tags,
  webAddress,
  cleanText,
} from '#domain/integrations/mapping/sanitize.ts'
import { rejected, maxContent, ignored, type ReadResult, accepted } from '#domain/integrations/mapping/records.ts'
import { csatFrom } from '#domain/integrations/mapping/ratings.ts'
import { htmlToText } from '#domain/integrations/mapping/html-to-text.ts'

/* Intercom: conversations become tickets, people become contacts. */

const states = { open: 'open', snoozed: 'on_hold', closed: 'closed' } as const
/** The first version of the API has a boolean. */
const openFlag = { true: 'open', false: 'closed' } as const
const priorities = { priority: 'high', not_priority: 'normal' } as const
const customers = new Set(['user', 'lead', 'contact'])
const people = new Set(['contact', 'user', 'lead'])
const maxParts = 50

export function readIntercom(payload: JsonObject, config: { source: string; app_id?: string }): ReadResult {
  const type = code(payload.topic) ?? null
  if (config.app_id !== undefined && payload.app_id !== undefined && payload.app_id !== config.app_id)
    return ignored(type, 'other_account', 'The delivery is of another workspace.')
  const item = nestedValue(payload, 'data', 'item')
  if (type === null || !isObject(item) || type.endsWith('.deleted'))
    return ignored(type, type === 'ping' ? 'ping' : 'event_not_used')
  if (item.type === 'conversation') return readConversation(type, item, config.source)
  return people.has(String(item.type))
    ? readPerson(type, item)
    : ignored(type, type === 'ping' ? 'ping' : 'event_not_used')
}

export function readConversation(type: string, item: JsonObject, source: string): ReadResult {
  const external_id = code(item.id)
  if (external_id === undefined) return rejected(type, 'the conversation has no id')
  // Named differently in the first version of the API.
  const firstMessage = isObject(item.source) ? item.source : nestedValue(item, 'conversation_message')
  const body = htmlText(nestedValue(firstMessage, 'body'))
  const fromCustomer = customers.has(String(nestedValue(firstMessage, 'author', 'type') ?? 'user'))
  const parts = asArray(nestedValue(item, 'conversation_parts', 'conversation_parts'))
    .slice(-maxParts)
    .flatMap((part) => messageOf(part) ?? [])
  const messages = fromCustomer
    ? parts
    : [
        messageOf({
          ...(isObject(firstMessage) ? firstMessage : {}),
          part_type: 'comment',
          created_at: item.created_at,
        }),
        ...parts,
      ].flatMap((one) => one ?? [])
  if ([body, ...messages.map((one) => one.body)].some((text) => (text?.length ?? 0) > maxContent))
    return rejected(type, `a text is longer than ${maxContent} characters`)
  return accepted(type, {
    type: 'support_ticket',
    fields: ticketOf(item, {
      source,
      external_id,
      opening: firstMessage,
      body: fromCustomer ? body : undefined,
      messages,
    }),
  })
}

type Parts = {
  external_id: string
  source: string
  opening: unknown
  body: string | undefined
  messages: MessageFields[]
}

const ticketOf = (
  item: JsonObject,
  { external_id, source, opening: firstMessage, body, messages }: Parts,
): TicketFields =>
  withoutUndefined({
    source_name: source,
    external_id,
    subject:
      line(item.title, 500) ??
      line(htmlText(nestedValue(firstMessage, 'subject')), 500) ??
      line(body ?? messages[0]?.body, 80) ??
      `Conversation ${external_id}`,
    body,
    status: mappedValue(item.state, states) ?? mappedValue(String(item.open), openFlag),
    priority: mappedValue(item.priority, priorities),
    channel: line(nestedValue(firstMessage, 'type'), 64),
    tags: tags(asArray(nestedValue(item, 'tags', 'tags')).map((tag) => nestedValue(tag, 'name'))),
    assignee_name: line(nestedValue(item, 'assignee', 'name'), 200),
    url: webAddress(nestedValue(item, 'links', 'conversation_web')),
    csat: csatFrom(
      nestedValue(item, 'conversation_rating', 'rating'),
      nestedValue(item, 'conversation_rating', 'remark'),
    ),
    opened_at: utcTimestamp(item.created_at),
    requester: requesterOf(item, nestedValue(firstMessage, 'author')),
    messages,
  })

function requesterOf(item: JsonObject, author: unknown): ContactFields | undefined {
  const person = customers.has(String(nestedValue(author, 'type')))
    ? author
    : (item.user ?? asArray(nestedValue(item, 'contacts', 'contacts'))[0])
  const contact = contactOf(person)
  return (contact.identities ?? contact.email) ? contact : undefined
}

const contactOf = (person: unknown): ContactFields => {
  const id = code(nestedValue(person, 'id'))
  return withoutUndefined({
    identities: id === undefined ? undefined : [{ provider: 'intercom', external_id: id }],
    email: emailAddress(nestedValue(person, 'email')),
    name: line(nestedValue(person, 'name'), 200),
  })
}

function readPerson(type: string, item: JsonObject): ReadResult {
  const fields = contactOf(item)
  if (!fields.identities && !fields.email) return rejected(type, 'the contact has neither id nor email')
  const custom = Object.entries(isObject(item.custom_attributes) ? item.custom_attributes : {})
    .flatMap(([name, value]) => (isScalar(value) && code(name, 100) === name ? [[name, value] as const] : []))
    .slice(0, 100)
  const company = line(
    nestedValue(item, 'companies', 'companies')
      ? nestedValue(asArray(nestedValue(item, 'companies', 'companies'))[0], 'name')
      : undefined,
    200,
  )
  return accepted(type, {
    type: 'contact',
    fields: {
      ...fields,
      ...(custom.length > 0 && { attributes: Object.fromEntries(custom) }),
      ...(company !== undefined && { company: { name: company } }),
    },
  })
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= 1000 && cleanText(value) === value)

const htmlText = (html: unknown): string | undefined =>
  typeof html === 'string' ? cleanText(htmlToText(html)) : undefined

function authorType(kind: string) {
  if (customers.has(kind)) return 'customer'
  return kind === 'admin' || kind === 'team' ? 'agent' : 'system'
}

function messageOf(part: unknown): MessageFields | undefined {
  const body = htmlText(nestedValue(part, 'body'))
  if (body === undefined) return undefined
  const kind = String(nestedValue(part, 'author', 'type'))
  const author = authorType(kind)
  return withoutUndefined({
    external_id: code(nestedValue(part, 'id')),
    author: {
      type: author,
      ...withoutUndefined({
        name: line(nestedValue(part, 'author', 'name'), 200),
        email: emailAddress(nestedValue(part, 'author', 'email')),
      }),
    },
    body,
    is_public: nestedValue(part, 'part_type') !== 'note',
    sent_at: utcTimestamp(nestedValue(part, 'created_at')),
  })
}
