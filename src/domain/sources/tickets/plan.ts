import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { MessageInput, ticketSources, TicketInput } from '#contract/resources/tickets.ts'
import type { Journal } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Analyze } from './rules.ts'
import type { MessageRow } from './messages.ts'
import type { TicketRow } from './store-batch.ts'

/* What a batch of tickets comes to, before the store is asked. */

export type Given = Static<typeof TicketInput>
export type GivenMessage = Static<typeof MessageInput>
/** Where tickets come from. */
export type Origin = {
  source: (typeof ticketSources)[number]
  integration_id?: string
  csv_upload_id?: string
  journal?: Journal
}

export const rowOf = (
  item: Given,
  contact_id: string | null,
  { source, integration_id, csv_upload_id }: Origin,
): TicketRow => ({
  id: newId(),
  source,
  source_name: item.source_name,
  external_id: item.external_id ?? null,
  subject: item.subject,
  body: item.body ?? null,
  status: item.status ?? null,
  priority: item.priority ?? null,
  channel: item.channel ?? null,
  tags: item.tags ?? null,
  contact_id,
  assignee_name: item.assignee_name ?? null,
  company: item.company ?? null,
  url: item.url ?? null,
  custom_fields: item.custom_fields ?? null,
  csat_score: item.csat?.score ?? null,
  csat_comment: item.csat?.comment ?? null,
  opened_at: item.opened_at ?? earliest(item.messages),
  resolved_at: item.resolved_at ?? null,
  integration_id: integration_id ?? null,
  csv_upload_id: csv_upload_id ?? null,
})

const earliest = (messages: readonly GivenMessage[] = []) =>
  messages.flatMap(({ sent_at }) => sent_at ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

export type Group = { row: TicketRow; members: number[]; messages: GivenMessage[]; analyze: Analyze | undefined }

/** Rows of one batch that mean one ticket: the later ones have the last word, field by field. */
export function grouped(items: readonly Given[], rows: readonly TicketRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [n, row] of rows.entries()) {
    const { messages = [], analyze } = items[n]!
    const key = row.external_id === null ? row.id : JSON.stringify([row.source, row.source_name, row.external_id])
    const group = groups.get(key)
    if (!group) groups.set(key, { row, members: [n], messages, analyze })
    else {
      group.members.push(n)
      group.messages = [...group.messages, ...messages]
      group.analyze = analyze ?? group.analyze
      group.row = {
        ...group.row,
        ...Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && name !== 'id')),
      }
    }
  }
  return [...groups.values()]
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Messages of one ticket, each once; without an external id the same words by the same side at the same time are the same message. */
export function messagesOf(ticket_id: string, given: readonly GivenMessage[]): MessageRow[] {
  const byKey = new Map<string, MessageRow>()
  for (const { author, body, external_id, is_public, sent_at } of given) {
    const key =
      external_id === undefined
        ? `said ${digest([author.type, body, sent_at ? Date.parse(sent_at) : null])}`
        : `id ${external_id}`
    byKey.set(key, {
      id: byKey.get(key)?.id ?? newId(),
      ticket_id,
      key,
      external_id: external_id ?? null,
      author_type: author.type,
      author_name: author.name ?? null,
      author_email: author.email ?? null,
      body,
      is_public,
      sent_at: sent_at ?? null,
    })
  }
  return [...byKey.values()]
}
