import type { Given as ContactGiven } from '#domain/sources/contacts/plan.ts'
import type { Given, GivenMessage } from '#domain/sources/tickets/plan.ts'
import { at, code, email, instant, isObject, type Json, line, list, oneOf, present, tags, url, words } from './clean.ts'
import { misfit, maxContent, passedOver, type Read, taken } from './drafts.ts'
import { textOfHtml } from './html.ts'

/* Intercom: a conversation is a ticket, what is told of people is told of contacts. */

const states = { open: 'open', snoozed: 'on_hold', closed: 'closed' } as const
const priorities = { priority: 'high', not_priority: 'normal' } as const
const customers = new Set(['user', 'lead', 'contact'])
const people = new Set(['contact', 'user', 'lead'])
const maxParts = 50

export function readIntercom(payload: Json, config: { source: string; app_id?: string }): Read {
  const type = code(payload.topic) ?? null
  if (config.app_id !== undefined && payload.app_id !== undefined && payload.app_id !== config.app_id)
    return passedOver(type, 'other_account', 'The delivery is of another workspace.')
  const item = at(payload, 'data', 'item')
  if (type === null || !isObject(item) || type.endsWith('.deleted'))
    return passedOver(type, type === 'ping' ? 'ping' : 'event_not_used')
  if (item.type === 'conversation') return readConversation(type, item, config.source)
  return people.has(String(item.type))
    ? readPerson(type, item)
    : passedOver(type, type === 'ping' ? 'ping' : 'event_not_used')
}

function readConversation(type: string, item: Json, source: string): Read {
  const external_id = code(item.id)
  if (external_id === undefined) return misfit(type, 'the conversation has no id')
  // What began it is called differently in the first version of their API.
  const opening = isObject(item.source) ? item.source : at(item, 'conversation_message')
  const body = readable(at(opening, 'body'))
  const fromCustomer = customers.has(String(at(opening, 'author', 'type') ?? 'user'))
  const parts = list(at(item, 'conversation_parts', 'conversation_parts'))
    .slice(-maxParts)
    .flatMap((part) => messageOf(part) ?? [])
  const messages = fromCustomer
    ? parts
    : [
        messageOf({ ...(isObject(opening) ? opening : {}), part_type: 'comment', created_at: item.created_at }),
        ...parts,
      ].flatMap((one) => one ?? [])
  if ([body, ...messages.map((one) => one.body)].some((text) => (text?.length ?? 0) > maxContent))
    return misfit(type, `a text is longer than ${maxContent} characters`)
  return taken(type, {
    type: 'support_ticket',
    fields: ticketOf(item, { source, external_id, opening, body: fromCustomer ? body : undefined, messages }),
  })
}

type Parts = {
  external_id: string
  source: string
  opening: unknown
  body: string | undefined
  messages: GivenMessage[]
}

const ticketOf = (item: Json, { external_id, source, opening, body, messages }: Parts): Given =>
  present({
    source_name: source,
    external_id,
    subject:
      line(item.title, 500) ??
      line(readable(at(opening, 'subject')), 500) ??
      line(body ?? messages[0]?.body, 80) ??
      `Conversation ${external_id}`,
    body,
    status:
      oneOf(item.state, states) ??
      (item.open === false ? ('closed' as const) : item.open === true ? ('open' as const) : undefined),
    priority: oneOf(item.priority, priorities),
    channel: line(at(opening, 'type'), 64),
    tags: tags(list(at(item, 'tags', 'tags')).map((tag) => at(tag, 'name'))),
    assignee_name: line(at(item, 'assignee', 'name'), 200),
    url: url(at(item, 'links', 'conversation_web')),
    csat: ratingOf(at(item, 'conversation_rating')),
    opened_at: instant(item.created_at),
    requester: requesterOf(item, at(opening, 'author')),
    messages,
  })

function ratingOf(rating: unknown): Given['csat'] | undefined {
  const score = at(rating, 'rating')
  return typeof score === 'number' && score >= 0 && score <= 100
    ? { score, ...present({ comment: words(at(rating, 'remark'))?.slice(0, 2000) }) }
    : undefined
}

function requesterOf(item: Json, author: unknown): ContactGiven | undefined {
  const person = customers.has(String(at(author, 'type')))
    ? author
    : (item.user ?? list(at(item, 'contacts', 'contacts'))[0])
  const given = contactOf(person)
  return (given.identities ?? given.email) ? given : undefined
}

const contactOf = (person: unknown): ContactGiven => {
  const id = code(at(person, 'id'))
  return present({
    identities: id === undefined ? undefined : [{ provider: 'intercom', external_id: id }],
    email: email(at(person, 'email')),
    name: line(at(person, 'name'), 200),
  })
}

function readPerson(type: string, item: Json): Read {
  const fields = contactOf(item)
  if (!fields.identities && !fields.email) return misfit(type, 'the contact has neither id nor email')
  const custom = Object.entries(isObject(item.custom_attributes) ? item.custom_attributes : {})
    .flatMap(([name, value]) => (isScalar(value) && code(name, 100) === name ? [[name, value] as const] : []))
    .slice(0, 100)
  const company = line(
    at(item, 'companies', 'companies') ? at(list(at(item, 'companies', 'companies'))[0], 'name') : undefined,
    200,
  )
  return taken(type, {
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
  (typeof value === 'string' && value.length <= 1000 && words(value) === value)

const readable = (html: unknown): string | undefined => (typeof html === 'string' ? words(textOfHtml(html)) : undefined)

function messageOf(part: unknown): GivenMessage | undefined {
  const body = readable(at(part, 'body'))
  if (body === undefined) return undefined
  const kind = String(at(part, 'author', 'type'))
  const author = customers.has(kind)
    ? ('customer' as const)
    : kind === 'admin' || kind === 'team'
      ? ('agent' as const)
      : ('system' as const)
  return present({
    external_id: code(at(part, 'id')),
    author: {
      type: author,
      ...present({ name: line(at(part, 'author', 'name'), 200), email: email(at(part, 'author', 'email')) }),
    },
    body,
    is_public: at(part, 'part_type') !== 'note',
    sent_at: instant(at(part, 'created_at')),
  })
}
