import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { MessageInput, ticketSources, TicketInput } from '#contract/resources/ticket-shapes.ts'
import type { ChangeLog } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import { type Analyze, csatColumns } from './rules.ts'
import { groupRows, mergeFields, type RowGroup } from '#domain/sources/batch/merge-rows.ts'
import type { MessageRow, TicketRow } from './table.ts'

/* Turns request items into rows; pure except for new ids. */

export type TicketFields = Static<typeof TicketInput>
export type MessageFields = Static<typeof MessageInput>
/** Where a batch comes from, and the log of what it changes. */
export type TicketOrigin = {
  now: Date
  source: (typeof ticketSources)[number]
  integration_id?: string | undefined
  csv_upload_id?: string | undefined
  changeLog?: ChangeLog | undefined
}

export const toTicketRow = (
  item: TicketFields,
  contact_id: string | null,
  { source, integration_id, csv_upload_id }: TicketOrigin,
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
  ...csatColumns(item.csat),
  opened_at: item.opened_at ?? earliest(item.messages),
  resolved_at: item.resolved_at ?? null,
  integration_id: integration_id ?? null,
  csv_upload_id: csv_upload_id ?? null,
})

const earliest = (messages: readonly MessageFields[] = []) =>
  messages.flatMap(({ sent_at }) => sent_at ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

/** A ticket with what belongs to it but is stored elsewhere. */
export type TicketWithMessages = { ticket: TicketRow; messages: readonly MessageFields[]; analyze: Analyze | undefined }

/** Rows of one batch for the same ticket become one; later values win. */
export const mergeDuplicates = (
  items: readonly TicketFields[],
  rows: readonly TicketRow[],
): RowGroup<TicketWithMessages>[] =>
  groupRows(
    rows.map((ticket, n): TicketWithMessages => ({
      ticket,
      messages: items[n]!.messages ?? [],
      analyze: items[n]!.analyze,
    })),
    ({ ticket: { source, source_name, external_id } }) =>
      external_id === null ? null : JSON.stringify([source, source_name, external_id]),
    (first, later) => ({
      ticket: mergeFields(first.ticket, later.ticket),
      messages: [...first.messages, ...later.messages],
      analyze: later.analyze ?? first.analyze,
    }),
  )

/** Prefixes of stored message keys; changing them would duplicate messages that are sent again. */
const contentKeyPrefix = 'said'
const externalKeyPrefix = 'id'
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The messages of one ticket, each once; without an external id they are identified by author, text and time. */
export function toMessageRows(ticket_id: string, messages: readonly MessageFields[]): MessageRow[] {
  const byKey = new Map<string, MessageRow>()
  for (const { author, body, external_id, is_public, sent_at } of messages) {
    const key =
      external_id === undefined
        ? `${contentKeyPrefix} ${digest([author.type, body, sent_at ? Date.parse(sent_at) : null])}`
        : `${externalKeyPrefix} ${external_id}`
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
