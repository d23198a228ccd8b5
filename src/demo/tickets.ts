import { createHash } from 'node:crypto'
import { replies } from './content/replies.ts'
import { idAt } from './ids.ts'

/* The items that came through the helpdesk, as the tickets they were. */

const hour = 3_600_000
const day = 24 * hour
const firstNumber = 4180

type Asked = { id: string; at: Date; source: string; title?: string; content: string; contact: number; daysAgo: number }

const drawn = (key: string, max: number) => createHash('sha256').update(key).digest().readUInt16BE() % max

/** Old tickets are solved, younger ones wait for the customer, the youngest for the team. */
const statusOf = (daysAgo: number) =>
  daysAgo > 20 ? 'closed' : daysAgo > 8 ? 'solved' : daysAgo > 3 ? 'pending' : 'open'

export function ticketRows(said: readonly Asked[], contacts: readonly string[], now: Date) {
  const asked = said.filter((item) => item.source === 'zendesk').sort((a, b) => a.at.getTime() - b.at.getTime())
  const told = asked.map((item, n) => ticketOf(item, n, contacts, now))
  return {
    support_ticket: told.map(({ ticket }) => ticket),
    support_message: told.flatMap(({ message }) => message ?? []),
  }
}

function ticketOf(item: Asked, n: number, contacts: readonly string[], now: Date) {
  const id = idAt(item.at, `ticket/${item.id}`)
  const status = statusOf(item.daysAgo)
  const answeredAt = new Date(item.at.getTime() + (1 + drawn(`answer/${n}`, 20)) * hour)
  const resolvedAt = new Date(Math.min(answeredAt.getTime() + 2 * day, now.getTime()))
  const settled = status === 'solved' || status === 'closed'
  const updated = settled ? resolvedAt : status === 'pending' ? answeredAt : item.at
  const ticket = {
    id,
    source: 'zendesk',
    source_name: 'zendesk',
    external_id: String(firstNumber + n),
    subject: item.title ?? item.content.split(/[.!?]/)[0]!,
    body: item.content,
    status,
    priority: ['normal', 'normal', 'high', 'low', 'normal', 'urgent'][drawn(`priority/${n}`, 6)]!,
    channel: drawn(`channel/${n}`, 3) ? 'email' : 'web',
    contact_id: contacts[item.contact]!,
    assignee_name: status === 'open' ? null : replies[n % replies.length]!.name,
    opened_at: item.at.toISOString(),
    resolved_at: settled ? resolvedAt.toISOString() : null,
    csat_score: settled && n % 3 === 0 ? 3 + drawn(`csat/${n}`, 3) : null,
    feedback_id: item.id,
    custom_fields: {},
    tags: [],
    last_message_at: status === 'open' ? null : answeredAt.toISOString(),
    created_at: item.at.toISOString(),
    updated_at: updated.toISOString(),
  }
  if (status === 'open') return { ticket, message: null }
  const { name, text } = replies[n % replies.length]!
  const sent = answeredAt.toISOString()
  const message = {
    ticket_id: id,
    id: idAt(answeredAt, `answer/${item.id}`),
    external_id: `${firstNumber + n}-1`,
    key: `id ${firstNumber + n}-1`,
    author_type: 'agent',
    author_name: name,
    body: text,
    is_public: true,
    sent_at: sent,
    created_at: sent,
    updated_at: sent,
  }
  return { ticket, message }
}
