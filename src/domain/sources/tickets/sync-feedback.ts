import type { ChangeLog } from '#domain/context.ts'
import { contentHash } from '#domain/sources/feedback/rules.ts'
import { type TicketFeedback, updateTicketFeedback } from '#domain/sources/feedback/queries-tickets.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import {
  insertTicketFeedback,
  listTicketsWithFeedback,
  refreshLastMessageAt,
  type TicketWithFeedback,
} from './queries-feedback.ts'
import { listCustomerMessages } from './queries-messages.ts'
import { isSameRating } from '#domain/sources/feedback/rules.ts'
import { type Analyze, customerText, feedbackRating, nextAnalysisState, sourceSlug } from './rules.ts'

/** The `analyze` option of each ticket to sync. */
type TicketsToSync = ReadonlyMap<string, Analyze | undefined>

/** Writes the customer's text of each ticket, locked by the caller, to its feedback; returns what is queued. */
export async function syncFeedback(
  db: Db,
  org: string,
  tickets: TicketsToSync,
  { now, changeLog }: { now: Date; changeLog?: ChangeLog | undefined },
): Promise<string[]> {
  if (tickets.size === 0) return []
  const ids = [...tickets.keys()]
  await refreshLastMessageAt(db, org, ids)
  const rows = (await listTicketsWithFeedback(db, org, ids)).filter((row) => !row.feedback_deleted)
  const messages = Map.groupBy(await listCustomerMessages(db, org, ids), (message) => message.ticket_id)
  const feedback = rows.map((row) => {
    const texts = (messages.get(row.id) ?? []).map((message) => message.body)
    return feedbackOf(row, texts, tickets.get(row.id), now)
  })
  const created = feedback.filter((_, n) => rows[n]!.feedback_id === null)
  const existing = feedback.filter((_, n) => rows[n]!.feedback_id !== null)
  const idsOf = (some: readonly TicketFeedback[]) => some.map(({ id }) => id)
  if (created.length) await insertTicketFeedback(db, org, created)
  if (created.length) await changeLog?.created('feedback', idsOf(created))
  if (existing.length) await changeLog?.changing('feedback', idsOf(existing))
  if (existing.length) await updateTicketFeedback(db, org, existing)
  return idsOf(feedback.filter(({ status }) => status === 'queued'))
}

function feedbackOf(
  ticket: TicketWithFeedback,
  messages: readonly string[],
  analyze: Analyze | undefined,
  now: Date,
): TicketFeedback {
  const content = customerText(ticket, messages)
  const before =
    ticket.analysis_status === null ? null : { status: ticket.analysis_status, skip_reason: ticket.skip_reason }
  const lastMessageAt = new Date(ticket.last_message_at ?? ticket.opened_at)
  const rating = feedbackRating(ticket)
  const isChanged = content !== ticket.content || !isSameRating(rating, ticket)
  const next = nextAnalysisState(before, isChanged, analyze, {
    status: ticket.status,
    lastMessageAt,
    now,
  })
  const isNamedByUser = ticket.source === 'custom' || ticket.source === 'csv'
  return {
    id: ticket.feedback_id ?? newId(),
    ticket_id: ticket.id,
    source: isNamedByUser ? sourceSlug(ticket.source_name, ticket.source) : ticket.source,
    title: ticket.subject,
    content,
    content_hash: contentHash(content),
    contact_id: ticket.contact_id,
    url: ticket.url,
    tags: ticket.tags,
    ...rating,
    occurred_at: ticket.opened_at,
    integration_id: ticket.integration_id,
    csv_upload_id: ticket.csv_upload_id,
    status: next?.status ?? null,
    skip_reason: next?.skip_reason ?? null,
  }
}
