import { createHash } from 'node:crypto'
import { replies } from './content.ts'
import { idAt } from './ids.ts'

/* The demo's helpdesk items as support tickets with replies. */

const hour = 3_600_000
const day = 24 * hour
const firstNumber = 4180

type TicketItem = {
  id: string
  at: Date
  source: string
  title?: string
  content: string
  contact: number
  daysAgo: number
}

/** A deterministic number from 0 to max - 1. */
const hashBelow = (key: string, max: number) => createHash('sha256').update(key).digest().readUInt16BE() % max

/** Older tickets are further in their workflow. */
function statusOf(daysAgo: number) {
  if (daysAgo > 20) return 'closed'
  if (daysAgo > 8) return 'solved'
  return daysAgo > 3 ? 'pending' : 'open'
}

export function demoTicketRows(items: readonly TicketItem[], contacts: readonly string[], now: Date) {
  const ticketItems = items.filter((item) => item.source === 'zendesk').sort((a, b) => a.at.getTime() - b.at.getTime())
  const timelines = ticketItems.map((item, n) => timelineOf(item, n, now))
  return {
    support_ticket: timelines.map((timeline) => ticketRow(timeline, contacts)),
    support_message: timelines.filter(({ status }) => status !== 'open').map(messageRow),
  }
}

type Timeline = ReturnType<typeof timelineOf>

function timelineOf(item: TicketItem, n: number, now: Date) {
  const status = statusOf(item.daysAgo)
  const answeredAt = new Date(item.at.getTime() + (1 + hashBelow(`answer/${n}`, 20)) * hour)
  const resolvedAt = new Date(Math.min(answeredAt.getTime() + 2 * day, now.getTime()))
  const isResolved = status === 'solved' || status === 'closed'
  const lastReplyAt = status === 'pending' ? answeredAt : item.at
  const updatedAt = isResolved ? resolvedAt : lastReplyAt
  return { item, n, status, answeredAt, resolvedAt, isResolved, updatedAt, id: idAt(item.at, `ticket/${item.id}`) }
}

function ticketRow(timeline: Timeline, contacts: readonly string[]) {
  const { item, n, status, answeredAt, resolvedAt, isResolved, updatedAt, id } = timeline
  const isRated = isResolved && n % 3 === 0
  return {
    id,
    source: 'zendesk',
    source_name: 'zendesk',
    external_id: String(firstNumber + n),
    subject: item.title ?? item.content.split(/[.!?]/)[0]!,
    body: item.content,
    status,
    priority: ['normal', 'normal', 'high', 'low', 'normal', 'urgent'][hashBelow(`priority/${n}`, 6)]!,
    channel: hashBelow(`channel/${n}`, 3) ? 'email' : 'web',
    contact_id: contacts[item.contact]!,
    assignee_name: status === 'open' ? null : replies[n % replies.length]!.name,
    opened_at: item.at.toISOString(),
    resolved_at: isResolved ? resolvedAt.toISOString() : null,
    csat_score: isRated ? 3 + hashBelow(`csat/${n}`, 3) : null,
    csat_min: isRated ? 1 : null,
    csat_max: isRated ? 5 : null,
    feedback_id: item.id,
    custom_fields: {},
    tags: [],
    last_message_at: status === 'open' ? null : answeredAt.toISOString(),
    created_at: item.at.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

function messageRow({ item, n, answeredAt, id }: Timeline) {
  const { name, text } = replies[n % replies.length]!
  const sent = answeredAt.toISOString()
  return {
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
}
